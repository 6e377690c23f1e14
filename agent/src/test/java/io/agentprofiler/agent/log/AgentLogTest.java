// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AgentLogTest {
    @TempDir
    private Path directory;

    /** As an application that replaces {@code System.err} before the agent's core is loaded, which test runners do. */
    public static void main(String[] arguments) throws Exception {
        ByteArrayOutputStream taken = new ByteArrayOutputStream();
        System.setErr(new PrintStream(taken, true, StandardCharsets.UTF_8));
        URL classes = AgentLog.class.getProtectionDomain().getCodeSource().getLocation();
        try (URLClassLoader core = new URLClassLoader(new URL[] {classes}, AgentLogTest.class.getClassLoader())) {
            Class.forName(AgentLog.class.getName(), true, core)
                    .getMethod("info", String.class)
                    .invoke(null, "größer\nthan one line");
        }
        System.out.print(taken.toString(StandardCharsets.UTF_8));
    }

    @Test
    void shouldPrintOnTheStderrOfTheProcessWhateverTheApplicationPutsInItsPlace() throws Exception {
        Path out = directory.resolve("out.txt");
        Path err = directory.resolve("err.txt");
        Process process = new ProcessBuilder(List.of(
                        ProcessHandle.current().info().command().orElseThrow(),
                        "-Dstderr.encoding=UTF-8",
                        "-cp",
                        System.getProperty("java.class.path"),
                        AgentLogTest.class.getName()))
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();

        assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        assertThat(Files.readString(err)).endsWith("[agent-profiler] größer\\nthan one line" + System.lineSeparator());
        assertThat(out).isEmptyFile();
    }
}
