// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A JVM started for one measurement. */
final class Child {
    private static final long PATIENCE_MINUTES = 10;

    private Child() {}

    /**
     * Runs a program under an agent.
     *
     * @return what it printed, errors included
     */
    static String run(Probe probe, List<String> options, String classPath, List<String> program)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(probe.options());
        command.addAll(options);
        command.addAll(List.of("-cp", classPath));
        command.addAll(program);
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(probe.environment());
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!process.waitFor(PATIENCE_MINUTES, TimeUnit.MINUTES) || process.exitValue() != 0) {
            throw new IOException(probe.name() + " failed:\n" + output);
        }
        return output;
    }
}
