// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.maven;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;

/** Deletes the runs of earlier builds, so that they do not count in this one. {@link AgentInTests} adds it to the build. */
@Mojo(name = "forget", defaultPhase = LifecyclePhase.PROCESS_TEST_CLASSES, threadSafe = true)
public final class ForgetMojo extends AbstractMojo {
    /** Where the tests leave their runs. */
    @Parameter(property = "agentprofiler.runs", defaultValue = "${project.build.directory}/" + AgentInTests.RUNS)
    private File runs;

    @Override
    public void execute() throws MojoExecutionException {
        Path directory = runs.toPath();
        if (!Files.isDirectory(directory)) {
            return;
        }
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new MojoExecutionException("Cannot delete the runs of earlier builds in " + directory, e);
        }
    }
}
