// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.lab.replay.load.ConversationRun;
import io.agentprofiler.analyzer.testing.CommandRun;
import io.agentprofiler.analyzer.testing.TestRun;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SimulateCommandTest {
    @TempDir
    private Path dir;

    private final CommandRun command = new CommandRun();

    /** Calls on a server of one slot: a millisecond for ten tokens of the prompt, two for each of the answer. */
    private Path oneSlot() {
        TestRun run = TestRun.run("one slot");
        double free = 0;
        for (int i = 1; i <= 60; i++) {
            double sent = i * 40 + i % 3 * 20;
            int input = 100 + 37 * i % 200;
            int output = 5 + 11 * i % 13;
            double begin = Math.max(sent, free);
            double first = begin + input / 10.0;
            free = first + 2 * output;
            run.trace(i)
                    .start(2 * i, 0, sent, "agent", "ask")
                    .start(2 * i + 1, 2 * i, sent, "llm", "chat m", "\"gen_ai.request.model\":\"m\"")
                    .end(
                            2 * i + 1,
                            free,
                            "ok",
                            ",\"chunks\":{\"count\":2,\"first_t\":" + TestRun.at(first) + ",\"last_t\":"
                                    + TestRun.at(free)
                                    + "},\"attributes\":{\"gen_ai.usage.input_tokens\":" + input
                                    + ",\"gen_ai.usage.output_tokens\":" + output + "}")
                    .end(2 * i, free + 1);
        }
        return run.footer().write(dir.resolve("one/segment-000001.jsonl"));
    }

    @Test
    void shouldEqualAnUnchangedRecording() {
        assertThat(command.run("simulate", oneSlot(), "--format", "json"))
                .as(command.err())
                .isZero();
        assertThat(command.out())
                .contains("\"recorded_slots\":1,", "\"recorded_slots_given\":false")
                .doesNotContain("is not simulated well");
        assertThat(command.out().replace(",", ",\n").lines().filter(line -> line.contains("\"relative_error\"")))
                .hasSize(4)
                .allSatisfy(line -> assertThat(Math.abs(Double.parseDouble(line.replaceAll("[^0-9.E-]", ""))))
                        .isLessThan(0.001));
    }

    @Test
    void shouldSayWhatMoreSlotsDo() {
        assertThat(command.run("simulate", "--slots", 50, oneSlot())).isZero();
        assertThat(command.out())
                .contains("recorded slots: as the times fit best", "simulated: 1 x 50 slots")
                .containsPattern("(?m)^1 +m +1 +60 ");
    }

    @Test
    void shouldSayWhatARecordingCannotAnswer() {
        Path one = oneSlot();
        command.assertRefused("--kv-tokens needs hashes of all prompts", "simulate", "--kv-tokens", 1000, one);
        command.assertRefused("--policy program needs --kv-tokens COUNT", "simulate", "--policy", "program", one);
        command.assertRefused("--policy best: expected fifo or program", "simulate", "--policy", "best", one);
        command.assertRefused("--model x: no call of it here; there are calls of m", "simulate", "--model", "x", one);
        command.assertRefused("--replicas 0: expected a number from 1 to 100000", "simulate", "--replicas", 0, one);
        command.assertRefused("--slots 0: expected a number from 1 to 100000", "simulate", "--slots", 0, one);
        command.assertRefused(
                "--concurrency 0: expected a number from 1 to 100000", "simulate", "--concurrency", 0, one);
        command.assertRefused(
                "--kv-tokens 0: expected a number of tokens, more than 0", "simulate", "--kv-tokens", 0, one);
        command.assertRefused("--slots many: expected a whole number", "simulate", "--slots", "many", one);
        Path few = TestRun.run("few")
                .start(1, 0, 0, "agent", "ask")
                .span(2, 1, 0, 5, "llm", "chat m")
                .end(1, 9)
                .footer()
                .write(dir.resolve("few/segment-000001.jsonl"));
        command.assertRefused("of ", "simulate", few);
        assertThat(command.err()).contains("and 20 are needed", "their tokens are not recorded");
    }

    @Test
    void shouldSimulateACacheWhereHashesAreRecorded() {
        Path run = ConversationRun.run(30, 3, 20, 4).write(dir.resolve("c/segment-000001.jsonl"));

        assertThat(command.run("simulate", "--kv-tokens", 100_000, "--policy", "program", "--concurrency", 4, run))
                .as(command.err())
                .isZero();
        assertThat(command.out()).contains("simulated: 1 x 1 slot, 100,000 tokens, paused, 4 at once");
    }
}
