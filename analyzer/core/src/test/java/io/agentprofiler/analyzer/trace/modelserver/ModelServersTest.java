// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.modelserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.read.event.RunEvent;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.ServerLoad;
import io.agentprofiler.analyzer.trace.Trace;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ModelServersTest {
    private final ModelServers modelServers = new ModelServers();

    @Test
    void shouldSumUpWhatIsKnown() {
        add(0, "a", "m", "running", 2L, "waiting", 0L, "kv_cache_usage", 0.25);
        add(5000, "a", "m", "running", 4L, "waiting", 3L, "kv_cache_usage", 0.75);
        add(10_000, "a", "m", "running", 3L);

        ServedModelStats stats = modelServers.stats().get(new ServedModel("a", "vllm", "m"));
        assertThat(stats.samples()).isEqualTo(3);
        assertThat(stats.running().mean()).isEqualTo(3);
        assertThat(stats.running().max()).isEqualTo(4);
        assertThat(stats.waiting().mean()).isEqualTo(1.5);
        assertThat(stats.kvCache().mean()).isEqualTo(0.5);
        assertThat(stats.kvCacheMax().isKnown()).isFalse();
        assertThat(stats.prefixHitRate()).isNaN();
        assertThat(stats.promptTokens()).isEqualTo(Unknown.LONG);
    }

    @Test
    void shouldSplitFinishedRequestsByReason() {
        add(0, "a", "m", "requests", 20L, "requests_by_finish_reason", Map.of("stop", 15L, "length", 5L));
        add(5, "a", "m", "requests", 30L, "requests_by_finish_reason", Map.of("stop", 21L, "length", 9L));

        assertThat(only().requestsByFinishReason()).isEqualTo(Map.of("stop", 6L, "length", 4L));
        assertThat(only().latest().counters().finished()).isEqualTo(Map.of("stop", 21L, "length", 9L));
    }

    @Test
    void shouldTakeTheHitRateThatASourceStatesWhereItHasNoCounters() {
        add(0, "a", "m", "prefix_cache_hit_rate", 0.82);
        assertThat(only().prefixHitRate()).isEqualTo(0.82);
        add(5, "a", "m", "prefix_cache_queries", 100L, "prefix_cache_hits", 10L);
        add(10, "a", "m", "prefix_cache_queries", 200L, "prefix_cache_hits", 35L);
        assertThat(only().prefixHitRate()).isEqualTo(0.25);
    }

    @Test
    void shouldTellHowOftenServersAreSampledIfAllRunsAgree() {
        ModelServers five = sampled(1, 5000);
        five.addOther(sampled(2, 5000));
        five.addOther(sampled(0, 1000));
        assertThat(five.intervalMillis()).isEqualTo(5000);
        five.addOther(sampled(1, 1000));
        assertThat(five.intervalMillis()).isEqualTo(Unknown.LONG);
        assertThat(new ModelServers().intervalMillis()).isEqualTo(Unknown.LONG);
    }

    private static ModelServers sampled(int servers, int intervalMillis) {
        ModelServers all = new ModelServers();
        all.add(new RunEvent.Header(
                "r",
                "s",
                1,
                "h",
                Map.of("settings", Map.of("backends", servers, "backends.interval", intervalMillis))));
        return all;
    }

    @Test
    void shouldTakeGrowthFromCountersAndBeginAnewWhereTheyFall() {
        add(0, "a", "m", "prefix_cache_queries", 1000L, "prefix_cache_hits", 900L);
        add(5, "a", "m", "prefix_cache_queries", 1100L, "prefix_cache_hits", 925L);
        // the server was started anew, and has already counted past the old hits
        add(10, "a", "m", "prefix_cache_queries", 950L, "prefix_cache_hits", 940L);
        add(15, "a", "m");
        add(20, "a", "m", "prefix_cache_queries", 1050L, "prefix_cache_hits", 965L);

        ServedModelStats stats = only();
        assertThat(stats.prefixQueries()).isEqualTo(200);
        assertThat(stats.prefixHits()).isEqualTo(50);
        assertThat(stats.prefixHitRate()).isEqualTo(0.25);
    }

    @Test
    void shouldNotTakeGrowthAcrossARestartThatACounterWasNotReadAt() {
        add(0, "a", "m", "requests", 5000L, "generation_tokens", 500L);
        add(5, "a", "m", "requests", 1L);
        add(10, "a", "m", "requests", 2L, "generation_tokens", 900L);
        add(15, "a", "m", "requests", 3L, "generation_tokens", 907L);
        assertThat(only().generationTokens()).isEqualTo(7);
        assertThat(only().requests()).isEqualTo(2);
    }

    /** The same wherever one file of the run ends and the next begins. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void shouldNotTakeGrowthAcrossARestartInAnotherPart(int cut) {
        ModelServers later = new ModelServers();
        ModelServers[] parts = {modelServers, later};
        for (int i = 0; i < 6; i++) {
            ModelServers part = parts[i < cut ? 0 : 1];
            switch (i) {
                case 0 -> add(part, 0, "a", "m", "requests", 5000L, "generation_tokens", 500L);
                case 1 -> add(part, 5, "a", "m", "requests", 5010L);
                case 2 -> add(part, 10, "a", "m", "requests", 1L);
                case 3 -> add(part, 15, "a", "m", "requests", 2L);
                case 4 -> add(part, 20, "a", "m", "requests", 4L, "generation_tokens", 900L);
                default -> add(part, 25, "a", "m", "requests", 7L, "generation_tokens", 907L);
            }
        }
        modelServers.addLater(later);
        assertThat(only().generationTokens()).isEqualTo(7);
        assertThat(only().requests()).isEqualTo(16);
    }

    @Test
    void shouldNotCallOneReadingGrowth() {
        add(0, "a", "m", "preemptions", 7L);
        assertThat(only().preemptions()).isEqualTo(Unknown.LONG);
        add(5, "a", "m", "preemptions", 7L);
        assertThat(only().preemptions()).isZero();
    }

    @Test
    void shouldCountAcrossThePartsOfARunButNotAcrossRuns() {
        ModelServers later = new ModelServers();
        ModelServers otherRun = new ModelServers();
        add(0, "a", "m", "requests", 10L);
        add(5, "a", "m", "requests", 20L);
        add(later, 10, "a", "m", "requests", 50L);
        add(later, 15, "a", "m", "requests", 60L);
        add(otherRun, 100, "a", "m", "requests", 500L);
        add(otherRun, 105, "a", "m", "requests", 507L);

        modelServers.addLater(later);
        assertThat(only().requests()).isEqualTo(50);
        modelServers.addOther(otherRun);
        assertThat(only().requests()).isEqualTo(57);
        assertThat(only().samples()).isEqualTo(6);
    }

    @Test
    void shouldTellHowLargeTheCacheIsAndWhatIsInIt() {
        add(0, "a", "m", "kv_cache_capacity_tokens", 16_000L, "kv_cache_block_tokens", 16L, "kv_cache_usage", 0.25);
        add(5000, "a", "m", "kv_cache_capacity_tokens", 16_000L, "kv_cache_used_tokens", 8000L, "kv_cache_usage", 0.1);
        add(10_000, "a", "m", "kv_cache_usage", 0.5);

        assertThat(only().capacityTokens()).isEqualTo(16_000);
        assertThat(only().blockTokens()).isEqualTo(16);
        assertThat(only().usedTokens().mean()).isEqualTo(6000);
        assertThat(only().usedTokens().max()).isEqualTo(8000);
    }

    @Test
    void shouldTellWhatRequestsWaitedForMeanwhile() {
        add(0, "a", "m", "queue_seconds", 10.0, "queue_requests", 100L, "prefill_seconds", 5.0, "prefill_requests", 9L);
        assertThat(only().queueNanos()).isNaN();
        add(5, "a", "m", "queue_seconds", 11.0, "queue_requests", 104L, "prefill_seconds", 5.0, "prefill_requests", 9L);
        assertThat(only().queueNanos()).isEqualTo(0.25e9);
        assertThat(only().prefillNanos()).isNaN();
        assertThat(only().firstTokenNanos()).isNaN();
    }

    /** A server counts on while its page is read: of what it looked up more may then have been found than it had said. */
    @Test
    void shouldNotFindMoreThanWasLookedUp() {
        add(0, "a", "m", "prefix_cache_queries", 100L, "prefix_cache_hits", 50L);
        add(5000, "a", "m", "prefix_cache_queries", 110L, "prefix_cache_hits", 65L);
        assertThat(only().prefixHitRate()).isEqualTo(1);
        assertThat(only().history()
                        .get(1)
                        .counters()
                        .hitRateSince(only().history().get(0).counters()))
                .isEqualTo(1);
    }

    @Test
    void shouldKeepTheWholeHistoryWithRestartsAndFailures() {
        add(0, "a", "m", "waiting", 1L, "running", 2L, "prompt_tokens", 100L);
        add(5000, "a", "m", "waiting", 4L, "prompt_tokens", 150L, "kv_cache_usage", 0.25, "kv_cache_usage_max", 0.5);
        fail(10_000, "a");
        add(15_000, "a", "m", "prompt_tokens", 10L);
        add(20_000, "a", "m", "prompt_tokens", 30L);

        List<LoadSlot> history = only().history();
        assertThat(history)
                .extracting(slot -> slot.gauges().waiting())
                .containsExactly(1.0, 4.0, Double.NaN, Double.NaN, Double.NaN);
        assertThat(history).extracting(LoadSlot::failed).containsExactly(0L, 0L, 1L, 0L, 0L);
        assertThat(history.get(0).gauges().running()).isEqualTo(2);
        assertThat(history.get(1).gauges().running()).isNaN();
        assertThat(history.get(1).gauges().kvCache()).isEqualTo(0.5);
        assertThat(history.get(1).counters().promptTokensSince(history.get(0).counters()))
                .isEqualTo(50);
        assertThat(history.get(3).counters().promptTokensSince(history.get(1).counters()))
                .isEqualTo(Unknown.LONG);
        assertThat(history.get(4).counters().promptTokensSince(history.get(3).counters()))
                .isEqualTo(20);
    }

    /** In the same slots, whatever order the parts of the run are added in. */
    @Test
    void shouldPutSamplesOfALongRunTogether() {
        ModelServers later = new ModelServers();
        for (int i = 0; i < 2000; i++) {
            add(i % 2 == 0 ? modelServers : later, 5000.0 * i, "a", "m", "waiting", (long) i, "prompt_tokens", 3L * i);
        }
        ModelServers all = new ModelServers();
        all.addLater(later);
        all.addLater(modelServers);
        modelServers.addLater(later);

        List<LoadSlot> history = only().history();
        assertThat(history).hasSizeBetween(ServedModelStats.MOST_SLOTS / 2, ServedModelStats.MOST_SLOTS);
        assertThat(history).isEqualTo(all.stats().values().iterator().next().history());
        assertThat(history.stream().mapToLong(LoadSlot::samples).sum()).isEqualTo(2000);
        assertThat(history.get(history.size() - 1).gauges().waiting()).isEqualTo(1999);
        assertThat(history.get(history.size() - 1).counters().promptTokens()).isEqualTo(5997);
    }

    @Test
    void shouldNameTheOnlyServerThatCanHaveServedAModel() {
        add(0, "a", "m", "waiting", 1L);
        assertThat(modelServers.serving("m")).isNotNull();
        assertThat(modelServers.serving("n")).isNull();
        add(0, "b", null, "waiting", 1L);
        assertThat(modelServers.serving("m")).isNull();
        assertThat(modelServers.serving("n")).isNotNull();
    }

    @Test
    void shouldTellACallTheLoadSampledNearestToItsStart() {
        add(0, "a", "m", "running", 1L, "waiting", 1L, "kv_cache_usage", 0.1);
        add(5000, "a", "m", "running", 2L, "waiting", 9L);

        assertThat(loadOf(2400, "m")).isEqualTo(new ServerLoad(1, 1, 0.1));
        assertThat(loadOf(2600, "m")).isEqualTo(new ServerLoad(2, 9, Double.NaN));
        assertThat(loadOf(15_000, "m")).isEqualTo(new ServerLoad(2, 9, Double.NaN));
        assertThat(loadOf(15_001, "m")).isNull();
        assertThat(loadOf(100, "other")).isNull();
    }

    @Test
    void shouldTellNothingWhereSeveralServersCanHaveServedTheCall() {
        add(0, "a", "m", "waiting", 1L);
        add(0, "b", "m", "waiting", 2L);
        add(0, "b", "n", "waiting", 3L);

        assertThat(loadOf(0, "m")).isNull();
        assertThat(loadOf(0, "n").waiting()).isEqualTo(3);
    }

    @Test
    void shouldTellNothingBeforeEveryServerThatIsAskedHasAnswered() {
        modelServers.add(new RunEvent.Header("r", "s", 1, "h", Map.of("settings", Map.of("backends", 3L))));
        add(0, "a", "m", "waiting", 1L);
        add(0, "a", "n", "waiting", 2L);
        assertThat(loadOf(0, "m")).isNull();

        fail(1, "b");
        assertThat(loadOf(0, "m")).isNull();

        ModelServers later = new ModelServers();
        add(later, 2, "c", "n", "waiting", 3L);
        modelServers.addLater(later);
        assertThat(loadOf(0, "m").waiting()).isEqualTo(1);
        assertThat(loadOf(0, "n")).isNull();
    }

    @Test
    void shouldTakeAServerThatNamesNoModelForTheServerOfAnyCall() {
        add(0, "a", null, "waiting", 1L);
        assertThat(loadOf(0, "m").waiting()).isEqualTo(1);
    }

    @Test
    void shouldTellNothingOfAMomentWhenTheServerWasDown() {
        add(0, "a", "m", "waiting", 1L);
        fail(5000, "a");
        add(10_000, "a", "m", "waiting", 2L);

        assertThat(loadOf(4000, "m")).isNull();
        assertThat(loadOf(9000, "m").waiting()).isEqualTo(2);
        assertThat(modelServers.failures()).containsExactly(Map.entry("a", new ModelServers.Failures(1, "gone")));
    }

    @Test
    void shouldKeepTheLatestSamplesOnly() {
        for (int i = 0; i <= 4096; i++) {
            add(20_000 * i, "a", "m", "waiting", (long) i);
        }
        assertThat(loadOf(0, "m").waiting()).isEqualTo(1);
        assertThat(loadOf(20_000, "m").waiting()).isEqualTo(1);
        assertThat(only().samples()).isEqualTo(4097);
    }

    @Test
    void shouldPassOverOtherSamples() {
        modelServers.add(new RunEvent.Sample("PROCESS", TestRun.at(0), Map.of("endpoint", "a")));
        modelServers.add(new RunEvent.Sample("BACKEND", TestRun.at(0), Map.of("running", 1L)));
        assertThat(modelServers.stats()).isEmpty();
        assertThat(modelServers.failures()).isEmpty();
    }

    private ServedModelStats only() {
        assertThat(modelServers.stats()).hasSize(1);
        return modelServers.stats().values().iterator().next();
    }

    private ServerLoad loadOf(double start, String model) {
        Trace trace = TestRun.bare()
                .start(1, 0, start, "llm", "chat", "\"gen_ai.request.model\":\"" + model + "\"")
                .end(1, start + 1)
                .trace();
        modelServers.tell(trace);
        return trace.root().serverLoad();
    }

    private void fail(double t, String endpoint) {
        modelServers.add(new RunEvent.Sample(
                "BACKEND", TestRun.at(t), Map.of("endpoint", endpoint, "up", false, "failure", "gone")));
    }

    private void add(double t, String endpoint, String model, Object... fields) {
        add(modelServers, t, endpoint, model, fields);
    }

    private static void add(ModelServers into, double t, String endpoint, String model, Object... fields) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("endpoint", endpoint);
        all.put("up", true);
        all.put("server", "vllm");
        if (model != null) {
            all.put("model", model);
        }
        for (int i = 0; i < fields.length; i += 2) {
            all.put((String) fields[i], fields[i + 1]);
        }
        into.add(new RunEvent.Sample("BACKEND", TestRun.at(t), all));
    }
}
