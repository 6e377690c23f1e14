// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.agentprofiler.analyzer.lab.forecast.Samples.Sample;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.workflow.WorkflowLog;
import io.agentprofiler.analyzer.trace.metric.workflow.WorkflowLog.LoggedWorkflow;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

public class SamplesTest {
    public static List<LoggedWorkflow> log(TestRun run) {
        WorkflowLog log = WorkflowLog.ANALYSIS.empty();
        for (Trace trace : run.traces()) {
            log = WorkflowLog.ANALYSIS.merge(log, WorkflowLog.ANALYSIS.of(trace));
        }
        return log.entries();
    }

    private static TestRun call(TestRun run, int span, double from, double to, String usage) {
        return run.start(span, 1, from, "llm", "chat", "\"gen_ai.request.model\":\"m\"")
                .end(span, to, usage);
    }

    private static String usage(int input, int output) {
        return "\"gen_ai.usage.input_tokens\":" + input + ",\"gen_ai.usage.output_tokens\":" + output;
    }

    private static double feature(Sample sample, Features features, String name) {
        return sample.features()[features.names().indexOf(name)];
    }

    @Test
    void shouldKnowOnlyWhatHappenedBefore() {
        TestRun run = TestRun.bare();
        run.trace(1).start(1, 0, 0, "workflow", "w");
        call(run, 2, 0, 100, usage(10, 5));
        run.span(3, 1, 110, 120, "tool", "find");
        call(run, 4, 150, 250, usage(30, 7));
        call(run, 5, 240, 300, "");
        run.end(1, 1000);
        // begins while the first runs, so it does not know its run time
        run.trace(2).start(1, 0, 500, "workflow", "w");
        call(run, 2, 500, 600, usage(11, 6));
        run.end(1, 700);
        run.trace(3).start(1, 0, 2000, "workflow", "w");
        call(run, 2, 2000, 2100, usage(12, 8));
        run.end(1, 2500);
        List<LoggedWorkflow> entries = log(run);
        Features features = Features.of(entries);
        Map<Target, List<Sample>> samples = Samples.of(entries, features);

        assertThat(samples.get(Target.INPUT_TOKENS)).hasSize(1);
        Sample next = samples.get(Target.INPUT_TOKENS).get(0);
        assertThat(next.last()).isEqualTo(10);
        assertThat(next.actual()).isEqualTo(30);
        assertThat(feature(next, features, "call_number")).isEqualTo(1);
        assertThat(feature(next, features, "tool_calls_before")).isZero();
        assertThat(feature(next, features, "model=m")).isEqualTo(1);

        List<Sample> gaps = samples.get(Target.GAP);
        assertThat(gaps).extracting(Sample::actual).containsExactly(0.05, 0.0);
        assertThat(gaps.get(0).last()).isNaN();
        assertThat(gaps.get(1).last()).isEqualTo(0.05, within(1e-12));
        assertThat(feature(gaps.get(1), features, "tool_calls_before")).isEqualTo(1);
        assertThat(feature(gaps.get(1), features, "input_tokens_growth")).isEqualTo(20);

        List<Sample> runs = samples.get(Target.RUN_TIME);
        assertThat(runs).extracting(Sample::actual).containsExactly(1.0, 0.2, 0.5);
        assertThat(runs.get(1).last()).isNaN();
        assertThat(feature(runs.get(1), features, "workflows_at_once")).isEqualTo(2);
        assertThat(runs.get(2).last()).isEqualTo(1.0);
        assertThat(feature(runs.get(2), features, "mean_run_seconds")).isEqualTo(0.6, within(1e-12));
        assertThat(feature(runs.get(2), features, "workflows_at_once")).isEqualTo(1);
    }
}
