// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.harm;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.plain.TwoThoughts;
import io.agentprofiler.it.harness.AgentProcess;
import io.agentprofiler.it.harness.Jdk;
import io.agentprofiler.it.harness.ProcessResult;
import io.agentprofiler.it.harness.RunningProgram;
import io.agentprofiler.it.harness.trace.Segments;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A start that hangs, because a rule file is a pipe without a writer. The application continues without the agent, and a
 * message says what is missing.
 */
class LateStartIT {
    private static final String RULES = """
            {"format": "agent-profiler-rules/1", "rules": [{"id": "think", "kind": "function", "name": "think",
              "match": {"class": "com.example.plain.TwoThoughts", "method": "think"}}]}
            """;

    @TempDir
    private Path dir;

    @Test
    @Tag("once")
    void shouldSayThatNothingWasRecorded() throws Exception {
        ProcessResult result = AgentProcess.of(TwoThoughts.class, dir)
                .setting("rules", pipe().toString())
                .run();

        assertThat(result.out()).isEqualTo("first thought\n");
        assertThat(result.exitCode()).isZero();
        assertThat(result.err())
                .matches("\\[agent-profiler] nothing was recorded: the application ended \\d+ ms after it first used a"
                        + " traced framework, before the agent had started\n");
    }

    @ParameterizedTest
    @MethodSource("io.agentprofiler.it.harness.Jdks#tested")
    void shouldSayWhatIsMissingAndRecordTheRest(Jdk jdk) throws Exception {
        Path pipe = pipe();
        Path go = dir.resolve("go");
        ProcessResult result;
        try (RunningProgram program = AgentProcess.of(TwoThoughts.class, dir)
                .jdk(jdk)
                .args(go.toString())
                .setting("rules", pipe.toString())
                .start()) {
            program.awaitOutput("first thought");
            Files.writeString(pipe, RULES);
            program.awaitError("ms late, and the application did not wait for it");
            Files.createFile(go);
            result = program.await(Duration.ofSeconds(30));
        }

        Segments segments = result.segments().assertNothingDropped();
        segments.tree().assertEquals("segments", "function think\n");
        assertThat(segments.footer().path("late_ms").asLong()).isPositive();
        assertThat(result.err())
                .containsPattern("1 span, 2 events written, none dropped, the first \\d+ ms are missing");
    }

    private Path pipe() throws IOException, InterruptedException {
        Path pipe = dir.resolve("rules.json");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString())
                        .inheritIO()
                        .start()
                        .waitFor())
                .isZero();
        return pipe;
    }
}
