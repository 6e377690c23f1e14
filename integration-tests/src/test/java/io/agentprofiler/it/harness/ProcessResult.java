// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.harness;

import io.agentprofiler.it.harness.trace.Segments;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The result of a program.
 *
 * @param exitCode its exit code; 128 plus the signal's number when a signal ended it
 * @param out its standard output
 * @param err its standard error
 * @param profileDir the directory given to the agent
 * @param recording the requested recording; it may not exist
 */
public record ProcessResult(int exitCode, String out, String err, Path profileDir, Path recording) {
    /** Returns the run directories in the profile directory, oldest name first. */
    public List<Path> runDirs() {
        if (!Files.isDirectory(profileDir)) {
            return List.of();
        }
        try (Stream<Path> children = Files.list(profileDir)) {
            return children.filter(Files::isDirectory).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns what the segments of the only run hold. */
    public Segments segments() {
        List<Path> dirs = runDirs();
        if (dirs.size() != 1) {
            throw new AssertionError(
                    "expected one run directory in " + profileDir + " but found " + dirs + "\n" + this);
        }
        return Segments.read(dirs.get(0));
    }

    /** Returns the lines of standard error that are not the agent's own. */
    public List<String> errWithoutAgentLines() {
        return err.lines().filter(line -> !line.startsWith("[agent-profiler]")).toList();
    }

    @Override
    public String toString() {
        return "exit code " + exitCode + "\n--- out\n" + out + "\n--- err\n" + err;
    }
}
