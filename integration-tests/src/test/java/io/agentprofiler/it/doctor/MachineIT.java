// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.it.doctor.DoctorRun.Result;
import io.agentprofiler.it.harness.Artifacts;
import io.agentprofiler.it.harness.Jdks;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command without a target, and its help. */
@Tag("once")
class MachineIT {
    @TempDir
    private Path dir;

    @Test
    void shouldSayThatNothingIsWrongAndWriteNothing() throws Exception {
        Result result = new DoctorRun(dir).run(List.of());

        assertThat(result.exitCode()).as(result.toString()).isZero();
        assertThat(result.out())
                .contains(
                        "runs        none",
                        "Nothing is wrong.",
                        Jdks.current().home().toString());
        try (Stream<Path> files = Files.list(dir)) {
            assertThat(files.map(file -> file.getFileName().toString())).allMatch(name -> name.startsWith("doctor-"));
        }
    }

    @Test
    void shouldNameWrongSettingsAndTheDirectory() throws Exception {
        Files.createFile(dir.resolve("taken"));

        Result result = new DoctorRun(dir)
                .option("-Dagentprofiler.dir=taken")
                .option("-Dagentprofiler.content=all")
                .run(List.of());

        result.assertCause("a setting is wrong", "agentprofiler.content=all is not allowed")
                .assertCause("the trace files cannot be written", "taken is not a directory");
    }

    @Test
    void shouldSayHowTheNewestRunEnded() throws Exception {
        DoctorRun doctor = new DoctorRun(dir);
        doctor.java(DoctorRun.classPath(), "com.example.agents.model.LocalAnswer", DoctorRun.ATTACHED);

        assertThat(doctor.run(List.of()).out()).containsPattern("LocalAnswer-\\d+-.*: [1-9]\\d* spans, ended in order");
    }

    @Test
    void shouldSayThatTheNewestRunHasNoSpans() throws Exception {
        DoctorRun doctor = new DoctorRun(dir);
        doctor.java(
                DoctorRun.classPath(),
                "com.example.agents.model.LocalAnswer",
                DoctorRun.ATTACHED,
                "-Dagentprofiler.sample=0");

        doctor.run(List.of()).assertOnly("the newest run has no spans", "no spans, 1 workflow sampled out");
    }

    @Test
    void shouldSayThatItsOwnJarIsDamaged() throws Exception {
        DoctorRun doctor = new DoctorRun(dir);

        doctor.jar(doctor.agentWithoutItsCore())
                .run(List.of())
                .assertOnly("the agent's jar is damaged", "it has no inst/io/agentprofiler/agent/boot/Core.classdata");
    }

    @Test
    void shouldNameAModuleThatItsRuntimeLacks() throws Exception {
        new DoctorRun(dir)
                .option("--limit-modules=java.base,java.instrument,java.management,jdk.management")
                .run(List.of())
                .assertNote("a module is missing that some figures need", "has no module jdk.jfr");
        new DoctorRun(dir)
                .option("--limit-modules=java.base")
                .run(List.of())
                .assertOnly("the module java.instrument is missing", "this Java runtime, ");
    }

    @Test
    void shouldHelpAndRefuseWhatItDoesNotKnow() throws Exception {
        assertThat(plain("--help"))
                .contains(
                        "java -jar agent-profiler.jar doctor PID ",
                        "java -jar agent-profiler.jar stop PID ",
                        "exit codes: 0 ");
        assertThat(plain("doctor", "--help")).isEqualTo(plain("--help"));
        assertThat(plain("--version")).startsWith("agent-profiler ");
        assertThat(plain("docter")).contains("'docter' is no command; expected a process id, stop, doctor");
        assertThat(new DoctorRun(dir).run(List.of("--all")).exitCode()).isEqualTo(2);
    }

    private static String plain(String... arguments) throws Exception {
        List<String> command = Stream.concat(
                        Stream.of(
                                Jdks.current().java(),
                                "-jar",
                                Artifacts.agentJar().toString()),
                        Stream.of(arguments))
                .toList();
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
}
