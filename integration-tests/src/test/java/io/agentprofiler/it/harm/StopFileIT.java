// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.harm;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.agents.fate.EndlessWork;
import io.agentprofiler.it.harness.AgentProcess;
import io.agentprofiler.it.harness.RunningProgram;
import io.agentprofiler.it.harness.trace.Segments;
import io.agentprofiler.it.openai.OpenAiServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The kill switch: a file named {@code STOP} in the run's directory. */
@Tag("once")
class StopFileIT {
    @TempDir
    private Path dir;

    @Test
    void shouldStopRecordingWhileTheProgramGoesOn() throws IOException {
        try (OpenAiServer server = OpenAiServer.start();
                RunningProgram program =
                        AgentProcess.of(EndlessWork.class, dir).server(server).start()) {
            program.awaitOutput("answer 10 ");
            Path run = runDir(program);

            Files.createFile(run.resolve("STOP"));
            Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> Files.readString(dir.resolve("err.txt")).contains("stopped: the file"));
            int asked = answers(program);
            // what was under way when the file was seen is written by now
            program.awaitOutput("answer " + (asked + 30) + " ");
            int starts = Segments.read(run).records("SPAN_START").size();
            program.awaitOutput("answer " + (asked + 60) + " ");

            assertThat(Segments.read(run).records("SPAN_START")).hasSize(starts);
            assertThat(program.isAlive()).isTrue();
        }
    }

    private static int answers(RunningProgram program) {
        return (int) program.out().lines().count();
    }

    private static Path runDir(RunningProgram program) throws IOException {
        try (Stream<Path> runs = Files.list(program.profileDir())) {
            return runs.findFirst().orElseThrow();
        }
    }
}
