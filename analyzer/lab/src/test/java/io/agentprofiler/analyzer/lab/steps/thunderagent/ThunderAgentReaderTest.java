// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.steps.thunderagent;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.testing.CommandRun;
import io.agentprofiler.analyzer.testing.Mutations;
import io.agentprofiler.analyzer.testing.ReadTraces;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.SpanFlag;
import io.agentprofiler.analyzer.trace.Trace;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ThunderAgentReaderTest {
    private static final String HEADER =
            "program_id,step_id,prefill_s,decode_s,pause_s,tool_call_s,kv_hit_rate,completed_at\n";
    /** Two programs at once. */
    private static final String TABLE = HEADER + """
            task-1,1,0.5000,2.2500,0.2500,0.0000,0.0000,1750000003.0000
            task-2,1,0.1250,1.0000,0.0000,0.0000,,1750000004.5000
            task-1,2,0.2500,0.7500,0.0000,4.0000,0.8750,1750000008.0000
            """;

    private static final String PROFILES = """
            {"task-1": {"step_count": 4, "avg_prefill_s": 0.375, "avg_decode_s": 1.5, "avg_pause_s": 0.125,
              "avg_tool_call_s": 4.0, "avg_kv_hit_rate": 0.4375},
             "task-2": {"step_count": 1, "avg_prefill_s": 0.0, "avg_decode_s": 0.0, "avg_pause_s": 0.0,
              "avg_tool_call_s": 0.0, "avg_kv_hit_rate": null}}
            """;

    private static final String METRICS = """
            {"metrics_enabled": true, "metrics_interval": 5.0, "backends": {
              "http://gpu-1:8000": {"url": "http://gpu-1:8000", "healthy": true, "monitoring": true,
                "cache_config": {"block_size": 16, "num_gpu_blocks": 1000, "total_tokens_capacity": 16000},
                "metrics": {"num_requests_running": 3, "num_requests_waiting": 2, "kv_cache_usage_perc": 0.25,
                  "prefix_cache_hit_rate": 0.5, "prefix_cache_queries": 10, "prefix_cache_hits": 5,
                  "num_preemptions": 0, "requests_completed": 9, "last_updated": 1750000003.5}},
              "http://gpu-2:8000": {"url": "http://gpu-2:8000", "healthy": false}}}
            """;

    @TempDir
    private Path directory;

    private final CommandRun analyzer = new CommandRun();

    private Path file(String name, String text) throws Exception {
        return Files.writeString(directory.resolve(name), text);
    }

    @Test
    void shouldMakeAWorkflowOfEachProgram() throws Exception {
        ReadTraces read = ReadTraces.of(file("step_profiles.csv", TABLE), false);

        assertThat(read.problems()).isEmpty();
        assertThat(read.traces()).map(trace -> trace.root().name()).containsExactlyInAnyOrder("task-1", "task-2");
        Trace first = read.traces().stream()
                .filter(trace -> trace.root().name().equals("task-1"))
                .findFirst()
                .orElseThrow();
        assertThat(ReadTraces.tree(first)).isEqualTo("""
                agent task-1 8000 ms
                  llm chat 3000 ms
                  llm chat 1000 ms""");
        assertThat(first.root().isMeasured()).isTrue();
        assertThat(first.root().conversation()).isEqualTo("task-1");
        assertThat(first.root().tellsStatus()).isFalse();
    }

    /** Of values that ThunderAgent writes as 0 without having measured them there is nothing. */
    @Test
    void shouldWriteTheSameTableAgain() throws Exception {
        Path csv = directory.resolve("again.csv");
        assertThat(analyzer.run("steps", "--out", csv, file("step_profiles.csv", TABLE)))
                .isEqualTo(ExitCode.OK);

        assertThat(csv)
                .hasContent(TABLE.replace("0.2500,0.0000,0.0000,", "0.2500,,0.0000,")
                        .replace("0.0000,0.0000,,", "0.0000,,,"));
        assertThat(analyzer.out()).containsPattern("\nall +3 +292 ms +1.33 s +83.3 ms +4.00 s +43.8 %");
    }

    @Test
    void shouldNotTakeAnAnswerThatWasNotStreamedForAnInstantOne() throws Exception {
        ReadTraces read = ReadTraces.of(file("a.csv", HEADER + "p,1,0.0,0.0,0.1,0.0,0.5,1750000003.0\n"), false);
        Span call = read.only().spans().get(1);
        assertThat(call.has(SpanFlag.LENGTH_UNKNOWN)).isTrue();
        assertThat(call.startNanos()).isEqualTo(1_750_000_003_000_000_000L);
    }

    @Test
    void shouldReadTheColumnsOfLaterReleases() throws Exception {
        Trace trace = ReadTraces.of(file("b.csv", """
                        program_id,step_id,prefill_s,decode_s,pause_s,tool_call_s,prompt_tokens,completion_tokens,cached_tokens,kv_hit_rate,cached_tokens_device,cached_tokens_host,cached_tokens_storage,cached_storage_backend,completed_at
                        p,1,0.5,1.5,0.0,0.0,1000,20,250,0.25,250,0,0,,1750000003.0
                        """), false).only();
        assertThat(trace.spans().get(1).tokens().input()).isEqualTo(1000);
        assertThat(trace.spans().get(1).tokens().cacheRead()).isEqualTo(250);
    }

    @Test
    void shouldCountWhatIsNotAsExpected() throws Exception {
        ReadTraces read = ReadTraces.of(file("c.csv", HEADER + """
                p,0,0.5,1.5,0.0,0.0,,1750000003.0
                ,1,0.5,1.5,0.0,0.0,,1750000003.0
                p,1,-1,1.5,0.0,0.0,38.5,1750000003.0
                p,2,0.5,1.5,0.0,soon,,
                """), false);
        assertThat(read.only().spans()).hasSize(3);
        assertThat(read.problems()).isEqualTo("""
                2: expected a program_id, and a step_id of 1 or more; the line is left out
                3: expected a program_id, and a step_id of 1 or more; the line is left out
                4: prefill_s: expected seconds of 0 or more; the value is left out
                4: kv_hit_rate: expected a share from 0 to 1; the value is left out
                5: tool_call_s: expected seconds of 0 or more; the value is left out
                """);
    }

    @Test
    void shouldTakeAveragesForWhatTheyAre() throws Exception {
        assertThat(analyzer.run("steps", file("profiles.json", PROFILES))).isEqualTo(ExitCode.OK);
        assertThat(analyzer.out())
                .containsPattern("\nall +5 +375 ms +1.50 s +100 ms +4.00 s +43.8 %")
                .containsPattern("\ntask-1 +4 +375 ms +1.50 s +125 ms +4.00 s +43.8 %")
                .containsPattern("\ntask-2 +1 +- +- +0 ns +- +- +-");
    }

    @Test
    void shouldReadProgramsAndASingleProfile() throws Exception {
        assertThat(analyzer.run("steps", "--format", "json", file("programs.json", """
                                {"t": {"backend": "http://gpu:8000", "context_len": 9000, "total_tokens": 1800, "step_count": 3,
                                 "status": "acting", "state": "active"}}
                                """)))
                .isEqualTo(ExitCode.OK);
        assertThat(analyzer.out())
                .contains("\"program\":\"t\"", "\"step_count\":3")
                .doesNotContain("mean_ns");

        assertThat(analyzer.run("steps", file("one.json", """
                {"step_count": 2, "avg_prefill_s": 0.5, "avg_decode_s": 1.0, "avg_pause_s": 0.0, "avg_tool_call_s": 0.0,
                 "avg_kv_hit_rate": null}
                """))).isEqualTo(ExitCode.OK);
        assertThat(analyzer.out()).containsPattern("\none +2 +500 ms +1.00 s");
    }

    @Test
    void shouldTakeMetricsForSamplesOfModelServers() throws Exception {
        assertThat(analyzer.run("report", "--format", "json", file("metrics.json", METRICS)))
                .isEqualTo(ExitCode.OK);
        assertThat(analyzer.out()).contains("\"endpoint\":\"http://gpu-1:8000\"", "ThunderAgent found it unhealthy");
    }

    @Test
    void shouldSurviveEveryMutation() throws Exception {
        Mutations.Fates fates = Mutations.read(new ThunderAgentReader(), List.of(TABLE, PROFILES), 1000, directory);

        assertThat(fates.counted()).isGreaterThan(100);
    }

    /** The documentation's own example, which states a rate and no counters. */
    @Test
    void shouldShowTheHitRateThatThunderAgentStates() throws Exception {
        Path metrics = file("metrics.json", """
                {"metrics_enabled": true, "metrics_interval": 5.0, "backends": {
                  "http://localhost:8000": {"url": "http://localhost:8000", "healthy": true, "monitoring": true,
                    "cache_config": {"block_size": 16, "num_gpu_blocks": 27283, "total_tokens_capacity": 436528},
                    "metrics": {"num_requests_running": 3, "num_requests_waiting": 0, "kv_cache_usage_perc": 0.35,
                      "prefix_cache_hit_rate": 0.82}}}}
                """);
        analyzer.run("report", "--all", metrics);
        assertThat(analyzer.out())
                .containsPattern("localhost:8000 +- +1 +3.0 +3 +0.0 +35.0 % +82.0 % +436,528")
                .doesNotContain("(null)");
    }
}
