// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.attach;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.desk.Desk;
import com.example.plain.TwoThoughts;
import io.agentprofiler.it.harness.AgentProcess;
import io.agentprofiler.it.harness.Artifacts;
import io.agentprofiler.it.harness.Jdk;
import io.agentprofiler.it.harness.Jdks;
import io.agentprofiler.it.harness.ProcessResult;
import io.agentprofiler.it.harness.RunningProgram;
import io.agentprofiler.it.harness.trace.Segments;
import io.agentprofiler.it.openai.OpenAiServer;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** An agent that is attached to a JVM which runs already, by {@code jcmd}. */
class RunningJvmIT {
    static final String WORKFLOW = """
            agent invoke_agent Assistant
              retrieval augment
                retrieval retrieve Notes
                  llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                    http HTTP POST
                function aggregate DefaultContentAggregator
                prompt inject DefaultContentInjector
              llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                http HTTP POST
              function parse_output
            """;

    @TempDir
    private Path dir;

    @ParameterizedTest
    @MethodSource("io.agentprofiler.it.harness.Jdks#tested")
    void shouldTraceClassesThatWereLoadedBefore(Jdk jdk) throws Exception {
        Path go = dir.resolve("go");
        ProcessResult result;
        try (OpenAiServer server = OpenAiServer.start();
                RunningProgram program = AgentProcess.of(Desk.class, dir)
                        .jdk(jdk)
                        .withoutAgent()
                        .environment("OPENAI_BASE_URL", server.baseUrl())
                        .args(go.toString())
                        .start()) {
            program.awaitOutput("Answer: OK");
            type(jdk, program);
            program.awaitError("attached: calls that begin from now on are traced");
            load(jdk, program, "-Dagentprofiler.content=full");
            program.awaitError("is already active in this JVM; it is not attached again");
            Files.createFile(go);
            result = program.await(Duration.ofSeconds(60));
        }

        assertThat(result.out()).isEqualTo("Answer: OK\nNext answer: OK\n");
        Segments segments = result.segments().assertBooksExact().assertNothingDropped();
        segments.tree().assertEquals("segments", WORKFLOW);
        JsonNode header = segments.records().get(0);
        assertThat(header.path("service").asString()).as("%s", header).isEqualTo("myagent");
        assertThat(header.toString()).doesNotContain("full");
        assertThat(result.errWithoutAgentLines())
                .allMatch(line -> jdk.feature() >= 21 && line.startsWith("WARNING: "), "the JDK's warning");
    }

    /** Nothing of the agent's libraries is loaded for a program that uses no framework, and it says so. */
    @Test
    void shouldWaitForAFrameworkWhereNoneWasLoaded() throws Exception {
        Path go = dir.resolve("go");
        ProcessResult result;
        try (RunningProgram program = AgentProcess.of(TwoThoughts.class, dir)
                .withoutAgent()
                .args(go.toString())
                .start()) {
            program.awaitOutput("first thought");
            load(Jdks.current(), program, "");
            Files.createFile(go);
            result = program.await(Duration.ofSeconds(60));
        }

        assertThat(result.out()).isEqualTo("first thought\nsecond thought\n");
        assertThat(result.err())
                .startsWith("[agent-profiler] nothing was recorded: ")
                .hasLineCount(1);
        assertThat(result.profileDir()).doesNotExist();
    }

    @Test
    void shouldTraceTheApplicationsOwnMethods() throws Exception {
        Path go = dir.resolve("go");
        ProcessResult result;
        try (RunningProgram program = AgentProcess.of(TwoThoughts.class, dir)
                .withoutAgent()
                .args(go.toString())
                .start()) {
            program.awaitOutput("first thought");
            load(
                    Jdks.current(),
                    program,
                    "-Dagentprofiler.trace=com.example.plain.TwoThoughts#think -Dagentprofiler.dir="
                            + program.profileDir());
            program.awaitError("attached: ");
            Files.createFile(go);
            result = program.await(Duration.ofSeconds(60));
        }

        result.segments().assertNothingDropped().tree().assertEquals("segments", "function TwoThoughts.think\n");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    -Duser.home=/tmp                | not attached: found option '-Duser.home=/tmp', expected settings
                    -Dagentprofiler.enabled=false   | not attached: agentprofiler.enabled is false
                    -Dagentprofiler.frameworks=none | records nothing: agentprofiler.frameworks leaves no framework
                    """)
    void shouldSayWhyItDoesNotAttach(String options, String expected) throws Exception {
        Path go = dir.resolve("go");
        ProcessResult result;
        try (RunningProgram program = AgentProcess.of(TwoThoughts.class, dir)
                .withoutAgent()
                .args(go.toString())
                .start()) {
            program.awaitOutput("first thought");
            load(Jdks.current(), program, options);
            Files.createFile(go);
            result = program.await(Duration.ofSeconds(60));
        }

        assertThat(result.exitCode()).isZero();
        assertThat(result.err()).contains("[agent-profiler] " + expected).hasLineCount(1);
    }

    /** Attaches as the page says. */
    private void type(Jdk jdk, RunningProgram program) throws IOException, InterruptedException {
        ProcessBuilder shell = new ProcessBuilder("bash", "-e", "-c", Recipes.text("jcmd", program.profileDir()));
        shell.environment().put("PID", String.valueOf(program.pid()));
        shell.environment().put("PATH", jdk.home().resolve("bin") + File.pathSeparator + System.getenv("PATH"));
        assertAttaches(shell);
    }

    private void load(Jdk jdk, RunningProgram program, String options) throws IOException, InterruptedException {
        assertAttaches(new ProcessBuilder(
                jdk.home().resolve("bin/jcmd").toString(),
                String.valueOf(program.pid()),
                "JVMTI.agent_load",
                Artifacts.agentJar().toString(),
                '"' + options + '"'));
    }

    private static void assertAttaches(ProcessBuilder jcmd) throws IOException, InterruptedException {
        Process process = jcmd.redirectErrorStream(true).start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(printed).isZero();
        assertThat(printed).contains("return code: 0");
    }
}
