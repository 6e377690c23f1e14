// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.agentprofiler.analyzer.testing.CommandRun;
import io.agentprofiler.analyzer.testing.Figures;
import io.agentprofiler.analyzer.testing.Json;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Simulations against recordings of a server whose rules are known, at several numbers of workflows at once. */
class KnownServerTest {
    private static final int WORKFLOWS = 60;
    private static final double TOLERANCE = 0.1;
    private static final List<String> FIGURES =
            List.of("latency_ns/p50", "latency_ns/p95", "run_time_ns/p50", "run_time_ns/p95");
    /** Two slots, 40 µs for a token of the prompt, 6 ms for one of the answer. */
    private static final VirtualServer NO_CACHE = new VirtualServer(2, 40_000, 6_000_000, 0, 0, 0);
    /** The same with room for the prompts of three to six workflows. */
    private static final VirtualServer CACHE = new VirtualServer(2, 400_000, 6_000_000, 5_000, 0, 0);

    @TempDir
    private Path dir;

    private final CommandRun command = new CommandRun();

    private Map<String, String> simulate(VirtualServer server, int recordedAtOnce, Object... options) {
        List<Object> arguments = new ArrayList<>(List.of("simulate", "--format", "json"));
        arguments.addAll(List.of(options));
        arguments.add(
                server.record(WORKFLOWS, recordedAtOnce).write(dir.resolve(recordedAtOnce + "/segment-000001.jsonl")));
        assertThat(command.run(arguments.toArray())).as(command.err()).isZero();
        return Figures.of(Json.of(command.out()));
    }

    private static double number(Map<String, String> figures, String name) {
        return Double.parseDouble(figures.get(name));
    }

    private static void assertPredicted(Map<String, String> predicted, Map<String, String> recorded) {
        for (String figure : FIGURES) {
            double real = number(recorded, "results/0/" + figure);
            assertThat(number(predicted, "results/2/" + figure)).as(figure).isCloseTo(real, within(TOLERANCE * real));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 8})
    void shouldFindTheRulesAndEqualTheRecording(int atOnce) {
        Map<String, String> figures = simulate(NO_CACHE, atOnce);

        assertThat(number(figures, "fit/prefill_per_token_ns")).isCloseTo(40_000, within(400.0));
        assertThat(number(figures, "fit/decode_per_token_ns")).isCloseTo(6_000_000, within(60_000.0));
        assertThat(number(figures, "fit/recorded_slots")).isEqualTo(Math.min(2, atOnce));
        for (int i = 0; i < FIGURES.size(); i++) {
            assertThat(number(figures, "errors/" + i + "/relative_error")).isCloseTo(0, within(0.05));
        }
        assertThat(figures).doesNotContainKey("notes/0");
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 8})
    void shouldPredictMoreWorkflowsAtOnceFromTwo(int atOnce) {
        assertPredicted(simulate(NO_CACHE, 2, "--slots", 2, "--concurrency", atOnce), simulate(NO_CACHE, atOnce));
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 8})
    void shouldPredictTheHitsOfACacheFromTwo(int atOnce) {
        Map<String, String> predicted =
                simulate(CACHE, 2, "--slots", 2, "--kv-tokens", CACHE.kvTokens(), "--concurrency", atOnce);
        Map<String, String> recorded = simulate(CACHE, atOnce);

        assertPredicted(predicted, recorded);
        assertThat(number(predicted, "results/2/hit_rate"))
                .isCloseTo(number(recorded, "results/0/hit_rate"), within(0.02));
    }

    @ParameterizedTest
    @CsvSource({"1,2", "2,4", "4,8"})
    void shouldPredictWhatMoreSlotsDo(int slots, int more) {
        VirtualServer few = new VirtualServer(slots, 40_000, 6_000_000, 0, 0, 0);
        VirtualServer many = new VirtualServer(more, 40_000, 6_000_000, 0, 0, 0);

        assertPredicted(simulate(few, 8, "--slots", more, "--concurrency", 8), simulate(many, 8));
    }

    /** What no token explains, here a stall of every twelfth call, is with the calls that are simulated. */
    @ParameterizedTest
    @ValueSource(ints = {4, 8})
    void shouldKeepWhatNoTokenExplains(int atOnce) {
        VirtualServer stalling = new VirtualServer(2, 40_000, 6_000_000, 0, 12, 0);

        assertPredicted(simulate(stalling, 2, "--slots", 2, "--concurrency", atOnce), simulate(stalling, atOnce));
    }

    /** However well the rates fit: without a change each call takes as long as it did, and waits as it did. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 8})
    void shouldEqualAnUnchangedRecording(int atOnce) {
        for (VirtualServer server : List.of(
                NO_CACHE,
                CACHE,
                new VirtualServer(2, 40_000, 6_000_000, 0, 12, 0),
                new VirtualServer(8, 40_000, 6_000_000, 0, 0, 0.5))) {
            Map<String, String> figures = simulate(server, atOnce);
            for (String figure : FIGURES) {
                double real = number(figures, "results/0/" + figure);
                assertThat(number(figures, "results/2/" + figure)).as(figure).isCloseTo(real, within(0.03 * real));
            }
        }
    }

    /** A server that slows down with its load is not what is simulated: it says how much slower it was. */
    @Test
    void shouldSayThatTheServerSlowsDown() {
        Map<String, String> figures = simulate(new VirtualServer(8, 40_000, 6_000_000, 0, 0, 0.5), 4);

        assertThat(figures.entrySet())
                .anySatisfy(figure -> assertThat(figure.getKey() + figure.getValue())
                        .startsWith("notes/")
                        .contains("this server slows down with its load"));
    }
}
