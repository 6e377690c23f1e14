// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.jfr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(180)
class FlightFileTest {
    @TempDir
    Path directory;

    private Process start(List<String> options, String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(tool("java"));
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), FlightProgram.class.getName()));
        command.addAll(List.of(arguments));
        ProcessBuilder program =
                new ProcessBuilder(command).redirectErrorStream(true).directory(directory.toFile());
        // for these a JVM says a line of its own
        program.environment().keySet().removeAll(Set.of("JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS"));
        return program.start();
    }

    private static String tool(String name) {
        return Path.of(System.getProperty("java.home"), "bin", name).toString();
    }

    private static String outputOf(Process process) throws IOException {
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    private static void jcmd(Process process, String... command) throws Exception {
        List<String> line = new ArrayList<>(List.of(tool("jcmd"), Long.toString(process.pid())));
        line.addAll(List.of(command));
        Process jcmd = new ProcessBuilder(line).redirectErrorStream(true).start();
        String output = outputOf(jcmd);
        assertThat(jcmd.waitFor()).as(output).isZero();
    }

    @Test
    void shouldWriteTheFileWhenTheProgramReturns() throws Exception {
        Process process = start(List.of(), "return", "sub/run.jfr");

        assertThat(outputOf(process)).isEmpty();
        assertThat(process.waitFor()).isZero();
        assertThat(FlightReading.event(directory.resolve("sub/run.jfr"), "agentprofiler.ToolDetails")
                        .getString("name"))
                .isEqualTo("work");
    }

    @Test
    void shouldWriteTheFileOnSystemExit() throws Exception {
        Process process = start(List.of(), "exit", "run.jfr");

        assertThat(outputOf(process)).isEmpty();
        assertThat(process.waitFor()).isEqualTo(3);
        assertThat(FlightReading.events(directory.resolve("run.jfr"), "agentprofiler.Tool"))
                .hasSize(1);
        assertThat(FlightReading.events(directory.resolve("run.jfr"), "agentprofiler.Pipeline"))
                .isNotEmpty();
    }

    @Test
    void shouldWriteTheFileOnSigterm() throws Exception {
        Process process = start(List.of(), "wait", "run.jfr");
        try (BufferedReader reader = process.inputReader()) {
            assertThat(reader.readLine()).isEqualTo("ready");
            process.destroy();
            assertThat(process.waitFor()).isEqualTo(128 + 15);
        }

        assertThat(FlightReading.events(directory.resolve("run.jfr"), "agentprofiler.Tool"))
                .hasSize(1);
    }

    @Test
    void shouldBeTheOwnersFileAndShowNoEnvironment() throws Exception {
        Process process = start(List.of("-Dsecret=hunter2"), "return", "run.jfr");

        assertThat(outputOf(process)).isEmpty();
        assertThat(process.waitFor()).isZero();
        Path file = directory.resolve("run.jfr");
        for (String type :
                List.of("jdk.InitialEnvironmentVariable", "jdk.InitialSystemProperty", "jdk.JVMInformation")) {
            assertThat(FlightReading.events(file, type)).as(type).isEmpty();
        }
        assertThat(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1))
                .doesNotContain("hunter2");
        assumeThat(Files.getFileStore(file).supportsFileAttributeView("posix")).isTrue();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }

    @Test
    void shouldSayWhyTheFileCannotBeWrittenAndGoOn() throws Exception {
        Files.createDirectory(directory.resolve("taken"));
        Process process = start(List.of(), "return", "taken");

        assertThat(outputOf(process))
                .startsWith("[agent-profiler] agentprofiler.jfr.file=taken: cannot be written (")
                .endsWith("no recording is made. Name a file in a directory you can write to.\n");
        assertThat(process.waitFor()).isZero();
    }

    @Test
    void shouldRefuseASymbolicLink() throws Exception {
        Path target = Files.writeString(directory.resolve("target"), "untouched");
        Files.createSymbolicLink(directory.resolve("run.jfr"), target);
        Process process = start(List.of(), "return", "run.jfr");

        assertThat(outputOf(process)).contains("is a symbolic link");
        assertThat(process.waitFor()).isZero();
        assertThat(target).hasContent("untouched");
    }

    @Test
    void shouldBeInARecordingTheUserStartsWithTheJvm() throws Exception {
        Process process = start(List.of("-XX:StartFlightRecording:filename=user.jfr", "-Xlog:jfr*=off"), "exit");

        outputOf(process);
        assertThat(process.waitFor()).isEqualTo(3);
        assertThat(FlightReading.events(directory.resolve("user.jfr"), "agentprofiler.Tool"))
                .hasSize(1);
    }

    @Test
    void shouldBeInARecordingTheUserStartsLater() throws Exception {
        Process process = start(List.of(), "ask");
        try (BufferedReader reader = process.inputReader()) {
            assertThat(reader.readLine()).isEqualTo("ready");
            jcmd(process, "JFR.start", "name=late");
            assertThat(reader.readLine()).isEqualTo("done");
            jcmd(process, "JFR.dump", "name=late", "filename=" + directory.resolve("late.jfr"));
        } finally {
            process.destroyForcibly();
        }

        assertThat(FlightReading.events(directory.resolve("late.jfr"), "agentprofiler.Tool"))
                .hasSize(1);
        assertThat(FlightReading.events(directory.resolve("late.jfr"), "agentprofiler.Span"))
                .hasSize(1);
    }

    @Test
    void shouldLoadNoEventClassWhileNothingIsRecorded() throws Exception {
        Process process = start(List.of("-Xlog:class+load:file=classes.txt"), "return");

        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(Files.readString(directory.resolve("classes.txt")))
                .contains("io.agentprofiler.agent.jfr.FlightGate ")
                .doesNotContain("io.agentprofiler.agent.jfr.event.")
                .doesNotContain("io.agentprofiler.agent.jfr.LaneEvent ")
                .doesNotContain("jdk.jfr.internal.PlatformRecorder$");
    }

    @Test
    void shouldNameOnlyOurEventsAndTheJdks() throws Exception {
        assertThat(FlightFile.settings().getSettings().keySet())
                .allMatch(setting -> setting.startsWith("agentprofiler.") || setting.startsWith("jdk."));
        assertThat(FlightFile.settings().getSettings())
                .containsEntry("agentprofiler.Operation#enabled", "true")
                .containsEntry("agentprofiler.Chunk#enabled", "false");
    }
}
