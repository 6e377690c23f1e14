// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.agentprofiler.analyzer.base.stat.SplitMix64;
import io.agentprofiler.analyzer.testing.CommandRun;
import io.agentprofiler.analyzer.testing.Figures;
import io.agentprofiler.analyzer.testing.Json;
import io.agentprofiler.analyzer.testing.TestRun;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Recordings of two models at one address, that share a slot or have one each, with requests that were refused and tried again. */
class SharedServerTest {
    private static final int CALLS = 240;
    private static final double PAUSE = 400;

    @TempDir
    private Path dir;

    private final CommandRun command = new CommandRun();

    private static long random(int call, int which, long below) {
        return Long.remainderUnsigned(SplitMix64.mix(call, which, 7), below);
    }

    /**
     * Writes a recording: every third call is of a model that takes three times as long for a token, and every tenth is refused first,
     * and sent again after a pause. The client takes 3 ms before and 2 ms after its requests.
     */
    private Path recording(boolean shared, int slowCalls, String last) {
        TestRun run = TestRun.run("two models");
        // in the order in which requests come to the server
        TreeMap<Double, Integer> requests = new TreeMap<>();
        double begin = 0;
        double[] began = new double[CALLS + 1];
        for (int i = 1; i <= CALLS; i++) {
            begin += 20 + random(i, 1, 300) + i / 1000.0;
            began[i] = begin;
            requests.put(begin + 3 + (i % 10 == 0 ? 5 + PAUSE : 0), i);
        }
        double[] free = new double[2];
        for (Map.Entry<Double, Integer> request : requests.entrySet()) {
            int i = request.getValue();
            boolean slow = i % 3 == 0 && i / 3 <= slowCalls;
            int slot = shared || !slow ? 0 : 1;
            int input = 100 + (int) random(i, 2, 400);
            int output = 5 + (int) random(i, 3, 20);
            double sent = request.getKey();
            double first = Math.max(sent, free[slot]) + input * (slow ? 0.3 : 0.1);
            double end = first + output * (slow ? 6 : 2);
            free[slot] = end;
            int root = 10 * i;
            run.trace(i)
                    .start(root, 0, began[i], "agent", "ask")
                    .start(
                            root + 1,
                            root,
                            began[i],
                            "llm",
                            "chat",
                            "\"gen_ai.request.model\":\"" + (slow ? "slow" : "quick") + "\"");
            if (i % 10 == 0) {
                attempt(run, root + 2, root + 1, began[i] + 3, began[i] + 8, 429);
            }
            attempt(run, root + 3, root + 1, sent, end, 200);
            run.end(
                            root + 1,
                            end + 2,
                            "ok",
                            ",\"chunks\":{\"count\":2,\"first_t\":" + TestRun.at(first) + ",\"last_t\":"
                                    + TestRun.at(end) + "},\"attributes\":{\"gen_ai.usage.input_tokens\":" + input
                                    + ",\"gen_ai.usage.output_tokens\":" + output + "}")
                    .end(root, end + 4);
        }
        return run.footer().write(dir.resolve(shared + last + "/segment-000001.jsonl"));
    }

    private static void attempt(TestRun run, int span, int call, double from, double to, int status) {
        run.start(span, call, from, "http", "HTTP POST", "\"server.address\":\"localhost\",\"server.port\":8000")
                .end(span, to, "\"http.response.status_code\":" + status);
    }

    private Map<String, String> simulate(Object... arguments) {
        assertThat(command.run(arguments)).as(command.err()).isZero();
        return Figures.of(Json.of(command.out()));
    }

    private static double number(Map<String, String> figures, String name) {
        return Double.parseDouble(figures.get(name));
    }

    private static List<String> notes(Map<String, String> figures) {
        return figures.entrySet().stream()
                .filter(one -> one.getKey().startsWith("notes/"))
                .map(Map.Entry::getValue)
                .toList();
    }

    private static void assertEqualsTheRecording(Map<String, String> figures) {
        for (String figure : List.of("latency_ns", "run_time_ns")) {
            for (String percent : List.of("/p50", "/p95", "/max", "/min")) {
                double real = number(figures, "results/0/" + figure + percent);
                assertThat(number(figures, "results/2/" + figure + percent))
                        .as(figure + percent)
                        .isCloseTo(real, within(1e-6 * real));
            }
        }
        for (int i = 0; i < 4; i++) {
            assertThat(number(figures, "errors/" + i + "/relative_error")).isCloseTo(0, within(0.01));
        }
        assertThat(notes(figures)).noneMatch(note -> note.contains("not simulated well"));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldFindWhetherModelsShareASlotAndEqualTheRecording(boolean shared) {
        Map<String, String> figures = simulate("simulate", "--format", "json", recording(shared, CALLS, ""));

        assertThat(figures)
                .containsEntry("models/0/model", "quick")
                .containsEntry("models/1/model", "slow")
                .containsEntry("models/0/server", "1")
                .containsEntry("models/1/server", shared ? "1" : "2")
                .containsEntry("models/0/recorded_slots", "1")
                .containsEntry("models/1/recorded_slots", "1")
                .containsEntry("models/0/address", "localhost:8000");
        assertThat(number(figures, "models/0/prefill_per_1000_tokens_ns")).isCloseTo(100e6, within(1e3));
        assertThat(number(figures, "models/1/prefill_per_1000_tokens_ns")).isCloseTo(300e6, within(1e3));
        assertThat(number(figures, "models/1/decode_per_token_ns")).isCloseTo(6e6, within(1.0));
        assertEqualsTheRecording(figures);
        assertThat(notes(figures))
                .contains("24 requests: they were refused, and are again, also where the server would have room");
    }

    /** Slots of their own do not explain the waits of calls that shared one: they are told as much further off. */
    @Test
    void shouldTellHowMuchWorseAWrongServerFits() {
        Path recording = recording(true, CALLS, "");
        Map<String, String> right = simulate("simulate", "--models", "shared", "--format", "json", recording);
        Map<String, String> wrong = simulate("simulate", "--models", "own", "--format", "json", recording);

        assertThat(number(right, "models/1/residual_p95")).isCloseTo(0, within(1e-6));
        assertThat(number(wrong, "models/1/residual_p95")).isGreaterThan(0.3);
        assertThat(wrong).containsEntry("models/1/server", "2");
    }

    /** A model with few calls holds the slot that others wait for. */
    @Test
    void shouldLetFewCallsHoldTheSlot() {
        Map<String, String> figures = simulate("simulate", "--format", "json", recording(true, 12, "few"));

        assertThat(figures).containsEntry("models/0/model", "quick").doesNotContainKey("models/1/model");
        assertEqualsTheRecording(figures);
        assertThat(notes(figures))
                .contains("slow: 12 calls, too few to tell how fast it is: they hold a slot for as long as recorded");
    }

    /** With a slot more no call of the other model is waited for; pauses after refusals stay. */
    @Test
    void shouldSayWhatASecondSlotDoes() {
        Map<String, String> figures =
                simulate("simulate", "--slots", 200, "--format", "json", recording(true, CALLS, ""));

        assertThat(number(figures, "results/2/queue_ns/max")).isZero();
        assertThat(number(figures, "results/2/latency_ns/max")).isGreaterThan(PAUSE * 1e6);
    }

    @Test
    void shouldTellTheCallsOfOneModel() {
        Path recording = recording(false, CALLS, "");
        Map<String, String> figures =
                simulate("simulate", "--model", "slow", "--slots", 200, "--format", "json", recording);

        assertThat(figures)
                .containsEntry("model", "slow")
                .containsEntry("server/slots", "200")
                .containsEntry("results/0/latency_ns/n", "80")
                .containsEntry("results/2/queue_ns/max", "0");
        command.assertRefused("--models both: expected own, shared or best", "simulate", "--models", "both", recording);
    }
}
