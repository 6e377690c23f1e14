// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.nat.profile;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.formats.nat.NatRun;
import io.agentprofiler.analyzer.formats.nat.NatStep;
import io.agentprofiler.analyzer.formats.nat.NatStep.Function;
import io.agentprofiler.analyzer.formats.nat.profile.NatProfile.NatOptions;
import io.agentprofiler.analyzer.testing.SampleRun;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.sequence.CallLimits;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Our own traces as NAT's. */
class NatStepsTest {
    @TempDir
    private Path directory;

    @Test
    void shouldMakeStepsOfSpans() {
        Trace trace = SampleRun.get().traces().get(0);

        List<NatStep> steps = NatSteps.of(trace).steps();

        assertThat(steps.stream()
                        .map(step -> step.eventType() + " " + step.subject().name()))
                .containsExactly(
                        "WORKFLOW_START Support",
                        "FUNCTION_START memory get",
                        "FUNCTION_END memory get",
                        "LLM_START gpt",
                        "LLM_END gpt",
                        "TOOL_START find",
                        "TOOL_START pay",
                        "FUNCTION_START embed",
                        "FUNCTION_END embed",
                        "TOOL_END find",
                        "TOOL_END pay",
                        "LLM_START gpt",
                        "LLM_END gpt",
                        "WORKFLOW_END Support");
        NatStep end = steps.get(4);
        assertThat(end.time().timestamp()).isEqualTo(1_750_000_001.01);
        assertThat(end.time().spanTimestamp()).isEqualTo(1_750_000_000.01);
        assertThat(end.parentId()).isEqualTo(TestRun.spanId(1));
        assertThat(end.function()).isEqualTo(new Function(TestRun.spanId(1), "Support", "root", "root"));
        assertThat(end.usage().prompt()).isEqualTo(1200);
        assertThat(end.usage().cached()).isEqualTo(1000);
        assertThat(end.usage().total()).isEqualTo(1280);
        assertThat(steps.get(7).function())
                .isEqualTo(new Function(TestRun.spanId(6), "embed", TestRun.spanId(1), "Support"));
        assertThat(steps.get(10).extras())
                .isEqualTo(Map.of("metadata", Map.of("error", "java.io.IOException: no route, \"really\"")));
        assertThat(steps.get(12).usage()).isNull();
    }

    @Test
    void shouldReadItsOwnExportBack() throws Exception {
        Path first = directory.resolve("first");
        Path second = directory.resolve("second");
        NatRun.export(SampleRun.get().write(directory.resolve("segment-000001.jsonl")), first, NatOptions.DEFAULT);
        Outcome outcome = NatRun.export(first.resolve("all_requests_profiler_traces.json"), second, NatOptions.DEFAULT);

        assertThat(outcome.failures()).isEmpty();
        for (String file : List.of(
                "all_requests_profiler_traces.json",
                "standardized_data_all.csv",
                "inference_optimization.json",
                "workflow_profiling_metrics.json",
                "workflow_profiling_report.txt",
                "prediction_trie.json",
                "gantt_chart.png")) {
            assertThat(Files.mismatch(first.resolve(file), second.resolve(file)))
                    .as(file)
                    .isEqualTo(-1);
        }
    }

    @Test
    void shouldLeaveTextsOutOfTheTable() throws Exception {
        Path target = directory.resolve("out");
        NatOptions options = new NatOptions(false, true, CallLimits.DEFAULT);
        NatRun.export(SampleRun.get().write(directory.resolve("segment-000001.jsonl")), target, options);

        List<String> rows = Files.readAllLines(target.resolve("standardized_data_all.csv"));
        assertThat(rows.get(0))
                .isEqualTo("event_type,event_timestamp,example_number,prompt_tokens,completion_tokens,total_tokens,"
                        + "llm_name,tool_name,function_name,function_id,parent_function_name,parent_function_id,UUID,"
                        + "framework");
        assertThat(rows.get(5))
                .isEqualTo("LLM_END,1750000001.01,0,1200,80,1280,gpt,,Support,0000000000000001,root,root,"
                        + "0000000000000003,");
        assertThat(rows).hasSize(19);
    }

    @Test
    void shouldNotLoseNanosecondsBeforeTheFraction() {
        assertThat(NatSteps.seconds(1_750_000_001_010_000_000L)).isEqualTo(1_750_000_001.01);
    }
}
