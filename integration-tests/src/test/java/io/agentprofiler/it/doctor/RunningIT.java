// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.agents.fate.EndlessWork;
import io.agentprofiler.it.doctor.DoctorRun.Result;
import io.agentprofiler.it.harness.AgentProcess;
import io.agentprofiler.it.harness.Artifacts;
import io.agentprofiler.it.harness.RunningProgram;
import io.agentprofiler.it.harness.trace.Segments;
import io.agentprofiler.it.openai.OpenAiServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** JVMs that are looked at while they run. */
@Tag("full")
class RunningIT {
    @TempDir
    private Path dir;

    @Test
    void shouldSayThatNothingIsWrongAndThenThatItWasStopped() throws Exception {
        try (OpenAiServer server = OpenAiServer.start();
                RunningProgram program =
                        AgentProcess.of(EndlessWork.class, dir).server(server).start()) {
            program.awaitOutput("answer 10 ");
            Path run = runDir(program);
            Awaitility.await()
                    .until(() -> !Segments.read(run).records("SPAN_START").isEmpty());

            Result fine = look(program);

            assertThat(fine.exitCode()).as(fine.toString()).isZero();
            assertThat(fine.out())
                    .contains(
                            "agent       attached",
                            "loaded      LangChain4j",
                            "langchain4j-core-1.19.0.jar",
                            "setting     agentprofiler.dir=",
                            "run         " + run)
                    .containsPattern("Nothing is wrong: [1-9]\\d* spans so far");
            assertThat(program.isAlive()).isTrue();

            Files.createFile(run.resolve("STOP"));
            look(program)
                    .assertOnly("the file STOP was made", run.resolve("STOP").toString());
        }
    }

    @Test
    void shouldNoticeThatNothingIsSampled() throws Exception {
        try (OpenAiServer server = OpenAiServer.start();
                RunningProgram program = AgentProcess.of(EndlessWork.class, dir)
                        .server(server)
                        .setting("sample", "0")
                        .start()) {
            program.awaitOutput("answer 10 ");
            look(program).assertOnly("all workflows are sampled out", "agentprofiler.sample=0");
        }
    }

    @Test
    void shouldSayThatTheAgentIsNotAttached() throws Exception {
        try (OpenAiServer server = OpenAiServer.start();
                RunningProgram program = AgentProcess.of(EndlessWork.class, dir)
                        .server(server)
                        .withoutAgent()
                        .start()) {
            program.awaitOutput("answer 1 ");

            look(program)
                    .assertOnly(
                            "the agent is not attached",
                            "loaded      LangChain4j 0.35, 0.36 and 1.0 to ",
                            " " + program.pid());
        }
    }

    @Test
    void shouldSayThatAJvmRefusesToBeAsked() throws Exception {
        try (OpenAiServer server = OpenAiServer.start();
                RunningProgram program = AgentProcess.of(EndlessWork.class, dir)
                        .server(server)
                        .jvm("-XX:+DisableAttachMechanism")
                        .start()) {
            program.awaitOutput("answer 1 ");

            look(program).assertCause("the JVM refuses to be asked", "-XX:+DisableAttachMechanism");
        }
    }

    /** The jar has another name, so that only the run shows the agent. Without a run, nothing does. */
    @Test
    void shouldNotSayThatAnAgentIsMissingOfWhichItCannotKnow() throws Exception {
        Path renamed = Files.copy(Artifacts.agentJar(), dir.resolve("tracing.jar"));
        try (OpenAiServer server = OpenAiServer.start();
                RunningProgram program = AgentProcess.of(EndlessWork.class, dir)
                        .server(server)
                        .withoutAgent()
                        .jvm("-XX:+DisableAttachMechanism", "-javaagent:" + renamed)
                        .jvm("-Dagentprofiler.dir=" + dir.resolve("elsewhere"))
                        .start()) {
            program.awaitOutput("answer 10 ");
            Awaitility.await()
                    .untilAsserted(() -> assertThat(dir.resolve("elsewhere")).isNotEmptyDirectory());

            look(program)
                    .assertOnly(
                            "the JVM refuses to be asked", "agent       attached, as there is a run of this process");
        }
        try (OpenAiServer server = OpenAiServer.start();
                RunningProgram program = AgentProcess.of(EndlessWork.class, dir)
                        .server(server)
                        .withoutAgent()
                        .jvm("-XX:+DisableAttachMechanism")
                        .start()) {
            program.awaitOutput("answer 1 ");
            // what another process of the same number left behind
            Files.createDirectories(
                    dir.resolve("agent-profile/EndlessWork-" + program.pid() + "-20200101T000000.000Z"));

            look(program)
                    .assertOnly(
                            "the JVM refuses to be asked",
                            "agent       cannot tell; no option that can be seen names it");
        }
    }

    @Test
    void shouldSayThatThereIsNoSuchProcess() throws Exception {
        Process ended = new ProcessBuilder("java", "-version").start();
        ended.waitFor();

        Result result = new DoctorRun(dir).run(List.of(Long.toString(ended.pid())));

        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err()).contains("there is no process " + ended.pid());
    }

    /** The question begins with a signal that would end it. */
    @Test
    @DisabledOnOs(OS.WINDOWS)
    void shouldLeaveAProcessAloneThatIsNoJvm() throws Exception {
        Process other = new ProcessBuilder("sleep", "600").start();
        try {
            Result result = new DoctorRun(dir).run(List.of(Long.toString(other.pid())));

            assertThat(result.exitCode()).isEqualTo(2);
            assertThat(result.err()).contains("process " + other.pid() + " is no JVM");
            assertThat(other.isAlive()).isTrue();
        } finally {
            other.destroyForcibly();
        }
    }

    private Result look(RunningProgram program) throws Exception {
        return new DoctorRun(dir).run(List.of(Long.toString(program.pid())));
    }

    private static Path runDir(RunningProgram program) throws Exception {
        try (Stream<Path> runs = Files.list(program.profileDir())) {
            return runs.findFirst().orElseThrow();
        }
    }
}
