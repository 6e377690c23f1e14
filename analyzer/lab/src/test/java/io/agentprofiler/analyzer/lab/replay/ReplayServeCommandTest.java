// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.lab.replay.ReplayDocument.ReplayHoles;
import io.agentprofiler.analyzer.testing.CommandRun;
import io.agentprofiler.analyzer.testing.TestRun;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReplayServeCommandTest {
    @TempDir
    private Path dir;

    private final CommandRun command = new CommandRun();

    @Test
    void shouldRefuseWhatItDoesNotUnderstand() {
        Path run = WeatherRun.run(true).write(dir.resolve("segment-000001.jsonl"));

        command.assertRefused("replay needs a command: serve or load", "replay");
        command.assertRefused(
                "--speed fast: expected a number such as 1, 0, 2x or 0.5", "replay", "serve", "--speed", "fast", run);
        command.assertRefused(
                "--port 70000: expected a number from 0 to 65535", "replay", "serve", "--port", 70000, run);
        command.assertRefused(
                "--on-miss: expected fail, nearest or forward=URL, not guess",
                "replay",
                "serve",
                "--on-miss",
                "guess",
                run);
        command.assertRefused(
                "--on-miss: forward= needs a URL such as http://127.0.0.1:8000/v1",
                "replay",
                "serve",
                "--on-miss",
                "forward=localhost:80",
                run);
        command.assertRefused(
                "--on-miss: forward= needs a URL such as http://127.0.0.1:8000/v1",
                "replay",
                "serve",
                "--on-miss",
                "forward",
                run);
        command.assertRefused("--port nine: expected a whole number", "replay", "serve", "--port", "nine", run);
        // two words are one value: what is refused is the one after them
        command.assertRefused(
                "--key-file " + run + ": expected one line of 16 to 200",
                "replay",
                "serve",
                "--on-miss",
                "forward",
                "http://127.0.0.1:8000/v1",
                "--key-file",
                run,
                run);
        command.assertRefused(
                "--key-file " + run + ": expected one line of 16 to 200", "replay", "serve", "--key-file", run, run);
    }

    @Test
    void shouldRefuseARecordingWithoutModelCalls() {
        Path run =
                TestRun.run("idle").span(1, 0, 0, 5, "agent", "a").footer().write(dir.resolve("segment-000001.jsonl"));

        command.assertRefused("no model call is recorded here: there is nothing to replay", "replay", "serve", run);
    }

    @Test
    void shouldSayWhatIsKnownOfTexts() {
        assertThat(ReplayHoles.texts(WeatherRun.workflows(true).subList(0, 3)))
                .isEqualTo("3 workflows, 3 model calls, 1 embedding call; all texts are recorded");
        assertThat(ReplayHoles.texts(WeatherRun.workflows(false)))
                .startsWith(
                        "4 workflows, 4 model calls, 1 embedding call; the texts of none are recorded: calls are found");
    }
}
