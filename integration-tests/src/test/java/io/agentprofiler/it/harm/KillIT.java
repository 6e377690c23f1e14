// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.harm;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.agents.fate.EndlessWork;
import io.agentprofiler.it.harness.AgentProcess;
import io.agentprofiler.it.harness.ProcessResult;
import io.agentprofiler.it.harness.RunningProgram;
import io.agentprofiler.it.openai.OpenAiServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code kill -9}: what was flushed stays, and nothing is missing before it. */
@Tag("once")
class KillIT {
    /** Five flush intervals: the machine that runs the tests may be busy. */
    private static final long GRACE_MILLIS = 1_000;

    @TempDir
    private Path dir;

    /** After 75 answers the process is in its first seconds, and its writer has just become warm. */
    @ParameterizedTest
    @ValueSource(ints = {75, 150})
    void shouldKeepEverythingButTheLastMoment(int answers) {
        ProcessResult result;
        try (OpenAiServer server = OpenAiServer.start();
                RunningProgram program =
                        AgentProcess.of(EndlessWork.class, dir).server(server).start()) {
            program.awaitOutput("answer " + answers + " ");
            program.kill();
            result = program.await(Duration.ofSeconds(30));
        }

        List<Long> answeredAt = result.out()
                .lines()
                .filter(line -> line.matches("answer \\d+ at \\d+"))
                .map(line -> Long.parseLong(line.substring(line.lastIndexOf(' ') + 1)))
                .toList();
        long last = answeredAt.get(answeredAt.size() - 1);
        long certain =
                answeredAt.stream().filter(at -> at < last - GRACE_MILLIS).count();
        long recorded = result.segments().tree().spans("llm").stream()
                .filter(span -> span.status().equals("ok"))
                .count();
        // the questions are asked in sequence, so a count without a gap covers the first ones
        assertThat(recorded).isBetween(certain, (long) answeredAt.size() + 1);
        assertThat(result.segments().records("FOOTER")).isEmpty();
    }
}
