// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.size;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.workflow.WorkflowLog;
import io.agentprofiler.analyzer.trace.metric.workflow.WorkflowLog.LoggedWorkflow;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LevelsTest {
    private static List<LoggedWorkflow> log(TestRun run) {
        WorkflowLog log = WorkflowLog.ANALYSIS.empty();
        for (Trace trace : run.traces()) {
            log = WorkflowLog.ANALYSIS.merge(log, WorkflowLog.ANALYSIS.of(trace));
        }
        return log.entries();
    }

    /** Workflows of 100 ms with one model call of 40 ms, {@code lanes} at a time, without a pause. */
    private static TestRun steady(TestRun run, int first, int lanes, int rounds, double from) {
        for (int i = 0; i < lanes * rounds; i++) {
            double start = from + i / lanes * 100.0;
            run.trace(first + i)
                    .start(1, 0, start, "workflow", "w")
                    .start(2, 1, start + 10, "llm", "chat", "\"gen_ai.request.model\":\"m\"")
                    .end(2, start + 50)
                    .end(1, start + 100);
        }
        return run;
    }

    @Test
    void shouldObserveHowManyRanAtOnce() {
        assertThat(Levels.observed(log(steady(TestRun.bare(), 1, 4, 3, 0)))).isEqualTo(4);
        assertThat(Levels.observed(log(TestRun.bare().start(1, 0, 0, "workflow", "open"))))
                .isZero();
    }

    @Test
    void shouldMeasureARun() {
        Levels levels = new Levels();
        TestRun run = steady(TestRun.bare(), 1, 2, 5, 0);
        run.trace(99).start(1, 0, 0, "workflow", "w").end(1, 5, "error", "");
        levels.addRun(2, log(run), false);
        Level level = levels.levels().get(0);
        assertThat(level.concurrency()).isEqualTo(2);
        assertThat(level.counts().workflows()).isEqualTo(10);
        assertThat(level.counts().failed()).isEqualTo(1);
        assertThat(level.counts().calls()).isEqualTo(10);
        assertThat(level.latency()).isEqualTo(0.04, within(1e-12));
        assertThat(level.runTime()).isEqualTo(0.1, within(1e-12));
        assertThat(level.totalSeconds()).isEqualTo(0.5, within(1e-12));
        assertThat(level.workflowsPerSecond()).isEqualTo(20, within(1e-9));
        assertThat(level.aboveRunTime(0.09)).isEqualTo(10);
        assertThat(level.aboveRunTime(0.11)).isZero();
        assertThat(level.isValid()).isTrue();
    }

    @Test
    void shouldCutALongRunByWhatRanAtOnce() {
        TestRun run = steady(TestRun.bare(), 1, 1, 20, 0);
        steady(run, 100, 3, 10, 10_000);
        steady(run, 200, 8, 5, 20_000);
        List<Level> levels = Levels.cut(log(run));
        assertThat(levels).extracting(Level::concurrency).containsExactly(1, 3, 8);
        assertThat(levels).extracting(level -> level.counts().workflows()).containsExactly(20L, 30L, 40L);
        assertThat(levels)
                .allSatisfy(level -> assertThat(level.workflowsPerSecond()).isNaN());
    }

    @Test
    void shouldJoinLevelsWithTooFewWorkflows() {
        TestRun run = TestRun.bare();
        for (int lanes = 1; lanes <= 6; lanes++) {
            steady(run, lanes * 100, lanes, 2, lanes * 10_000);
        }
        List<Level> levels = Levels.cut(log(run));
        // 2 + 4 + 6 + 8 workflows at 1, 2, 3 and 4 at once make 20 at 3; 10 + 12 at 5 and 6 make 22 at 6
        assertThat(levels).extracting(Level::concurrency).containsExactly(3, 6);
        assertThat(levels).extracting(level -> level.counts().workflows()).containsExactly(20L, 22L);
    }

    @Test
    void shouldNotCareInWhichOrderWorkflowsCome() {
        List<Trace> traces = new ArrayList<>(steady(TestRun.bare(), 1, 3, 7, 0).traces());
        WorkflowLog forward = WorkflowLog.ANALYSIS.empty();
        WorkflowLog backward = WorkflowLog.ANALYSIS.empty();
        for (int i = 0; i < traces.size(); i++) {
            forward = WorkflowLog.ANALYSIS.merge(forward, WorkflowLog.ANALYSIS.of(traces.get(i)));
            backward = WorkflowLog.ANALYSIS.merge(backward, WorkflowLog.ANALYSIS.of(traces.get(traces.size() - 1 - i)));
        }
        assertThat(forward.entries()).isEqualTo(backward.entries());
    }
}
