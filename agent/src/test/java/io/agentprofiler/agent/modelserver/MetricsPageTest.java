// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.modelserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.agent.event.ModelServerSample.Cache;
import io.agentprofiler.agent.event.ModelServerSample.Figures;
import io.agentprofiler.agent.event.ModelServerSample.Waits;
import io.agentprofiler.agent.event.ServerFigures;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The files are what real servers print, see {@code SOURCES.md} beside them. */
class MetricsPageTest {
    /** Returns the figures without what only some servers tell. */
    private static Figures without(Figures all) {
        return ServerFigures.of(
                all.server(),
                all.model(),
                all.engines(),
                all.running(),
                all.waiting(),
                all.kvCacheUsage(),
                all.kvCacheUsageMax(),
                all.prefixQueries(),
                all.prefixHits(),
                all.promptTokens(),
                all.generationTokens(),
                all.preemptions(),
                all.requests());
    }

    private static Cache cache(String page) {
        return MetricsPage.read(page).get(0).cache();
    }

    @Test
    void shouldAddUpTheCachesOfEngines() {
        assertThat(cache("""
                vllm:num_requests_running{engine="0",model_name="m"} 1
                vllm:num_requests_running{engine="1",model_name="m"} 1
                vllm:cache_config_info{engine="0",block_size="16",num_gpu_blocks="100"} 1.0
                vllm:cache_config_info{engine="1",block_size="16",num_gpu_blocks="50"} 1.0
                """)).isEqualTo(new Cache(2400, -1, 16));
        assertThat(cache("""
                sglang:num_running_reqs{model_name="m",tp_rank="0",dp_rank="0"} 1
                sglang:max_total_num_tokens{model_name="m",tp_rank="0",dp_rank="0"} 1000
                sglang:max_total_num_tokens{model_name="m",tp_rank="1",dp_rank="0"} 1000
                sglang:max_total_num_tokens{model_name="m",tp_rank="0",dp_rank="1"} 1000
                sglang:kv_used_tokens{model_name="m",tp_rank="0",dp_rank="0"} 10
                sglang:kv_used_tokens{model_name="m",tp_rank="0",dp_rank="1"} 30
                sglang:num_used_tokens{model_name="m",tp_rank="0",dp_rank="0"} 11
                sglang:page_size{model_name="m",tp_rank="0",dp_rank="0"} 64
                """)).isEqualTo(new Cache(2000, 40, 64));
    }

    @Test
    void shouldNotGuessTheSizeOfACache() {
        String running = "vllm:num_requests_running{model_name=\"m\"} 1\n";
        assertThat(cache(running + "vllm:cache_config_info{block_size=\"16\",num_gpu_blocks=\"None\"} 1"))
                .isEqualTo(new Cache(-1, -1, 16));
        // of a model with several sorts of layers
        assertThat(cache(running + "vllm:cache_config_info{block_size=\"1568\",num_gpu_blocks=\"500\"} 1"))
                .isEqualTo(new Cache(-1, -1, 1568));
        assertThat(
                        cache(
                                running
                                        + "vllm:cache_config_info{block_size=\"1568\",num_gpu_blocks=\"5\",kv_cache_size_tokens=\"7000\"} 1"))
                .isEqualTo(new Cache(7000, -1, 1568));
        assertThat(MetricsPage.read("vllm:cache_config_info{block_size=\"16\",num_gpu_blocks=\"5\"} 1"))
                .isEmpty();
        assertThat(cache(running
                        + "vllm:num_requests_running{model_name=\"other\"} 1\n"
                        + "vllm:cache_config_info{block_size=\"16\",num_gpu_blocks=\"5\"} 1"))
                .isEqualTo(Cache.NONE);
    }

    @Test
    void shouldReadVllmsFirstArchitecture() {
        assertThat(MetricsPage.read(Pages.named("vllm-aibrix-docs-runtime.txt")))
                .singleElement()
                .satisfies(figures -> {
                    assertThat(without(figures))
                            .isEqualTo(ServerFigures.of(
                                    "vllm", "Qwen/Qwen2.5-Coder-1.5B-Instruct", 1, 0, 0, 0, 0, -1, -1, 148, 955, 0, 4));
                    assertThat(figures.cache()).isEqualTo(new Cache(81767 * 16, -1, 16));
                });
    }

    @Test
    void shouldPreferVllmsNewerNamesWhereBothArePrinted() {
        assertThat(MetricsPage.read(Pages.named("vllm-datadog-opt125m.abridged.txt")))
                .singleElement()
                .satisfies(figures -> {
                    assertThat(without(figures))
                            .isEqualTo(
                                    ServerFigures.of("vllm", "facebook/opt-125m", 1, 0, 0, 0, 0, 117, 64, 5, 7, 0, 1));
                    assertThat(figures.cache()).isEqualTo(new Cache(7281 * 16, -1, 16));
                    assertThat(figures.waits())
                            .isEqualTo(
                                    new Waits(7.358146831393242e-05, 6, 0.2140041133388877, 6, 0.31326723098754883, 1));
                });
    }

    @Test
    void shouldReadVllmBelowRay() {
        assertThat(MetricsPage.read(Pages.named("vllm-ray-llama70b.abridged.txt")))
                .singleElement()
                .satisfies(figures -> {
                    assertThat(figures.server()).isEqualTo("vllm");
                    assertThat(figures.model()).startsWith("neuralmagic/Meta-Llama-3.1-70B");
                    assertThat(figures.running()).isEqualTo(-1);
                    assertThat(figures.waiting()).isZero();
                });
    }

    @Test
    void shouldReadCountersWithoutTheirEndingAndKeepModelsApart() {
        List<Figures> read = MetricsPage.read(Pages.named("vllm-chimeraforge-synthetic-no_total.txt"));
        assertThat(read.get(0).finished()).isEqualTo(Map.of("stop", 1840L, "length", 160L));
        assertThat(read)
                .extracting(MetricsPageTest::without)
                .containsExactly(
                        ServerFigures.of(
                                "vllm",
                                "meta-llama/Llama-3.1-8B-Instruct",
                                1,
                                -1,
                                -1,
                                -1,
                                -1,
                                -1,
                                -1,
                                -1,
                                -1,
                                -1,
                                2000),
                        ServerFigures.of("vllm", "m", 1, 14, 3, -1, -1, 906000, 371460, -1, -1, -1, -1));
    }

    @Test
    void shouldReadSglang() {
        String model = "meta-llama/Llama-3.1-8B-Instruct";
        assertThat(MetricsPage.read(Pages.named("sglang-docs-2025-11-llama31-8b.txt")))
                .extracting(MetricsPageTest::without)
                .containsExactly(ServerFigures.of("sglang", model, 1, 0, 0, 0, 0, -1, -1, 7, 8, -1, -1));
        assertThat(MetricsPage.read(Pages.named("sglang-docs-2026-07-llama31-8b.txt")))
                .singleElement()
                .satisfies(figures -> {
                    assertThat(without(figures))
                            .isEqualTo(ServerFigures.of(
                                    "sglang", model, 1, 162, 2826, 0.28, 0.28, -1, -1, 8128902, 7557572, -1, -1));
                    assertThat(figures.cache()).isEqualTo(new Cache(-1, 123859, -1));
                    assertThat(figures.waits()).isEqualTo(new Waits(-1, -1, -1, -1, 2.3518979474117756e+06, 11008));
                });
    }

    @Test
    void shouldAddUpReplicasAndAverageTheirCaches() {
        assertThat(MetricsPage.read("""
                vllm:num_requests_running{engine="0",model_name="m"} 3.0
                vllm:num_requests_running{engine="1",model_name="m"} 5.0
                vllm:num_requests_waiting{engine="0",model_name="m"} 0.0
                vllm:num_requests_waiting{engine="1",model_name="m"} 2.0
                vllm:num_requests_waiting_by_reason{engine="1",model_name="m",reason="capacity"} 2.0
                vllm:kv_cache_usage_perc{engine="0",model_name="m"} 0.25
                vllm:kv_cache_usage_perc{engine="1",model_name="m"} 0.75
                vllm:prefix_cache_queries_total{engine="0",model_name="m"} 100
                vllm:prefix_cache_queries_total{engine="1",model_name="m"} 50
                vllm:prefix_cache_queries_created{engine="1",model_name="m"} 1.7e9
                vllm:prefix_cache_hits_total{engine="0",model_name="m"} 10
                vllm:prefix_cache_hits_total{engine="1",model_name="m"} 20
                vllm:gpu_prefix_cache_hits_total{engine="1",model_name="m"} 20
                vllm:request_success_total{engine="0",finished_reason="stop",model_name="m"} 4
                vllm:request_success_total{engine="0",finished_reason="length",model_name="m"} 1
                """)).satisfiesExactly(figures -> {
            assertThat(without(figures))
                    .isEqualTo(ServerFigures.of("vllm", "m", 2, 8, 2, 0.5, 0.75, 150, 30, -1, -1, -1, 5));
            assertThat(figures.finished()).isEqualTo(Map.of("stop", 4L, "length", 1L));
        });
    }

    @Test
    void shouldAddUpFinishReasonsOfReplicasButNotOfAPart() {
        assertThat(MetricsPage.read("""
                vllm:request_success_total{engine="0",finished_reason="stop",model_name="m"} 4
                vllm:request_success_total{engine="1",finished_reason="stop",model_name="m"} 2
                vllm:request_success_total{engine="1",finished_reason="abort",model_name="m"} 1
                """).get(0).finished()).isEqualTo(Map.of("stop", 6L, "abort", 1L));
        assertThat(MetricsPage.read("""
                vllm:request_success_total{finished_reason="stop",model_name="m"} 4
                vllm:request_success_total{model_name="m"} 3
                """).get(0).finished()).isEmpty();
    }

    @Test
    void shouldNotAddUpRanksThatShareTheWorkNorPartsOfASum() {
        assertThat(MetricsPage.read("""
                sglang_num_running_reqs{model_name="m",tp_rank="0",dp_rank="0",priority=""} 3
                sglang_num_running_reqs{model_name="m",tp_rank="1",dp_rank="0",priority=""} 3
                sglang_num_running_reqs{model_name="m",tp_rank="0",dp_rank="1",priority=""} 4
                sglang_num_running_reqs{model_name="m",tp_rank="0",dp_rank="1",priority="1"} 4
                sglang_num_queue_reqs{model_name="m",tp_rank="0",dp_rank="0"} 1
                sglang_token_usage{model_name="m",tp_rank="0",dp_rank="0"} 0.5
                sglang_token_usage{model_name="m",tp_rank="0",dp_rank="1"} 0.25
                sglang_cache_hit_rate{model_name="m",tp_rank="0",dp_rank="1"} 38.5
                sglang_prompt_tokens_total{model_name="m",is_streaming="true"} 70
                sglang_prompt_tokens_total{model_name="m",is_streaming="false"} 30
                sglang_cached_tokens_total{model_name="m",cache_source="device"} 20
                sglang_cached_tokens_total{model_name="m",cache_source="host"} 5
                sglang_cached_tokens_total{model_name="m",cache_source="total"} 25
                sglang_num_requests_total{model_name="m"} 9
                """))
                .containsExactly(ServerFigures.of("sglang", "m", 2, 7, 1, 0.375, 0.5, 100, 25, 100, -1, -1, 9));
    }

    @Test
    void shouldTakeAFigureForUnknownThatOneReplicaDoesNotKnow() {
        assertThat(MetricsPage.read("""
                vllm:num_requests_running{engine="0"} 3
                vllm:num_requests_running{engine="1"} NaN
                vllm:num_requests_waiting{engine="0"} +Inf
                vllm:kv_cache_usage_perc{engine="0"} 0.1
                vllm:kv_cache_usage_perc{engine="1"} -1.0
                vllm:prompt_tokens_total 5
                """))
                .containsExactly(ServerFigures.of("vllm", null, 2, -1, -1, -1, -1, -1, -1, 5, -1, -1, -1));
    }

    @Test
    void shouldReadTheOlderLabelOfTheModel() {
        assertThat(MetricsPage.read("sglang:num_running_reqs{name=\"m\"} 1"))
                .containsExactly(ServerFigures.of("sglang", "m", 1, 1, -1, -1, -1, -1, -1, -1, -1, -1, -1));
    }

    @Test
    void shouldReadSkyrl() {
        assertThat(MetricsPage.read("""
                {"timestamp": 1795238104.5, "engines": [
                  {"engine_id": 0, "kv_cache_usage_pct": 50.0, "num_running_reqs": 3, "num_waiting_reqs": 1,
                   "num_cumulative_preemption": 2, "more": {"a": [1]}},
                  {"engine_id": 1, "error": "unreachable"},
                  {"engine_id": 2, "kv_cache_usage_pct": 25.0, "num_running_reqs": 4, "num_waiting_reqs": 0,
                   "num_cumulative_preemption": 0, "error": null}]}
                """))
                .containsExactly(ServerFigures.of("skyrl", null, 2, 7, 1, 0.375, 0.5, -1, -1, -1, -1, 2, -1));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "<html><body>Not found</body></html>",
                "{\"status\": \"ok\"}",
                "{\"engines\": []}",
                "{\"engines\": [{\"engine_id\": 0, \"error\": \"gone\"}]}",
                "{\"engines\": [{\"num_running_reqs\": 1}",
                "process_cpu_seconds_total 12\nvllmish:num_requests_running 1\nvllm:new_metric 1"
            })
    void shouldFindNothingOnOtherPages(String page) {
        assertThat(MetricsPage.read(page)).isEmpty();
    }

    @Test
    void shouldKeepNoMoreModelsThanAServerCanHave() {
        StringBuilder page = new StringBuilder();
        for (int i = 0; i < 1000; i++) {
            page.append("vllm:num_requests_running{model_name=\"m").append(i).append("\"} 1\n");
        }
        assertThat(MetricsPage.read(page.toString())).hasSize(64);
    }
}
