// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.tool.doctor.cause.framework;

import io.agentprofiler.agent.tool.jvm.ClassPathJars;
import io.agentprofiler.agent.tool.jvm.Frameworks;
import io.agentprofiler.agent.tool.jvm.Jvm;
import io.agentprofiler.agent.tool.jvm.LoadedClasses.SeenFramework;
import java.net.URI;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The jars of a framework that was loaded, as files: where the JVM says that its classes came from, else on the class path. */
final class Jars {
    private Jars() {}

    static List<Path> of(SeenFramework framework, Jvm jvm, Frameworks frameworks) {
        List<Path> files = new ArrayList<>();
        for (String source : framework.sources()) {
            try {
                Path file = source.startsWith("file:") ? Path.of(URI.create(source)) : Path.of(source);
                if (Files.isRegularFile(file)) {
                    files.add(file);
                }
            } catch (IllegalArgumentException | FileSystemNotFoundException e) {
                // a jar in a jar, or an address of another kind: nothing to look into
            }
        }
        return files.isEmpty() ? ClassPathJars.of(jvm, frameworks).files(framework.file()) : files;
    }
}
