// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.metric;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.testing.CommandRun;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.WorkAfterEnd.Outlived;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkAfterEndTest {
    private static final long MILLI = 1_000_000;

    @TempDir
    private Path directory;

    private final CommandRun analyzer = new CommandRun();

    private static WorkAfterEnd of(TestRun run) {
        return of(run.traces());
    }

    private static WorkAfterEnd of(List<Trace> traces) {
        RunSummary summary = new RunSummary(List.of(SpanFlags.ANALYSIS));
        traces.forEach(summary::add);
        return summary.get(SpanFlags.ANALYSIS).afterEnd();
    }

    @Test
    void shouldTellHowLongWorkWentOn() {
        TestRun run = TestRun.bare()
                .span(1, 0, 0, 20, "workflow", "POST /ask")
                .span(2, 1, 10, 8_000, "agent", "answer")
                .trace(2)
                .span(11, 0, 0, 1_000, "workflow", "POST /ask")
                .span(12, 11, 10, 1_200, "agent", "answer");

        assertThat(of(run).workflows()).isEqualTo(2);
        assertThat(of(run).longest()).isEqualTo(new Outlived(run.traces().get(0).id(), 20 * MILLI, 8_000 * MILLI));
        assertThat(of(run).longest().afterNanos()).isEqualTo(7_980 * MILLI);
        assertThat(of(run).lateSpans()).isZero();
    }

    @Test
    void shouldTakeMomentsOfClosingForNoWork() {
        assertThat(of(TestRun.bare().span(1, 0, 0, 20, "workflow", "w").span(2, 1, 10, 30, "agent", "a"))
                        .longest())
                .as("10 ms")
                .isNull();
        assertThat(of(TestRun.bare().span(1, 0, 0, 1_000, "workflow", "w").span(2, 1, 10, 1_050, "agent", "a"))
                        .longest())
                .as("a twentieth")
                .isNull();
    }

    @Test
    void shouldTellNothingWhereAnEndIsNotKnown() {
        WorkAfterEnd open = of(TestRun.bare()
                .start(1, 0, 0, "workflow", "w")
                .span(2, 1, 10, 8_000, "agent", "a")
                .trace(2)
                .span(11, 0, 0, 20, "workflow", "w")
                .start(12, 11, 10, "agent", "a")
                .span(13, 12, 5_000, 5_001, "llm", "chat"));

        assertThat(open.lateSpans()).isZero();
        assertThat(open.workflows()).as("the call's own end is known").isEqualTo(1);
        assertThat(open.longest().workNanos()).isEqualTo(5_001 * MILLI);
    }

    @Test
    void shouldCountSpansThatNoTaskExplains() {
        TestRun run = TestRun.bare()
                .span(1, 0, 0, 100, "workflow", "of another request")
                .span(2, 1, 300, 310, "llm", "chat")
                .span(3, 1, 400, 410, "llm", "chat")
                .span(4, 3, 405, 406, "http", "POST")
                .trace(2)
                .span(11, 0, 0, 100, "workflow", "hands over")
                .task(12, 11, 300, 310, "llm", "chat", "worker", 5)
                .trace(3)
                .span(21, 0, 0, 100, "workflow", "goes on")
                .span(22, 21, 50, 500, "agent", "answer")
                .span(23, 22, 300, 310, "llm", "chat");

        assertThat(of(run).lateSpans()).isEqualTo(2);
        assertThat(of(run).lateTrace()).isEqualTo(run.traces().get(0).id());
    }

    @Test
    void shouldNotDoubtSpansThatWereHandedOver() {
        String handedOver = "\"agentprofiler.handed_over\":true";
        TestRun run = TestRun.bare()
                .span(1, 0, 0, 100, "workflow", "answers, then clears its memory")
                .start(2, 1, 101, "memory", "memory clear", handedOver)
                .end(2, 102, "")
                .trace(2)
                .span(11, 0, 0, 100, "workflow", "of another request")
                .start(12, 11, 101, "memory", "memory clear", handedOver)
                .end(12, 102, "")
                .span(13, 11, 300, 310, "llm", "chat");

        assertThat(of(run).lateSpans()).isEqualTo(1);
        assertThat(of(run).lateTrace()).isEqualTo(run.traces().get(1).id());
    }

    @Test
    void shouldNotDependOnTheOrderOfTraces() {
        List<Trace> traces = TestRun.bare()
                .span(1, 0, 0, 10, "workflow", "w")
                .span(2, 1, 100, 200, "llm", "chat")
                .trace(2)
                .span(11, 0, 0, 10, "workflow", "w")
                .span(12, 11, 100, 200, "llm", "chat")
                .traces();
        WorkAfterEnd backwards = of(List.of(traces.get(1), traces.get(0)));

        assertThat(backwards.longest()).isEqualTo(of(traces).longest());
        assertThat(backwards.longest().trace()).isEqualTo(traces.get(0).id());
        assertThat(backwards.lateTrace()).isEqualTo(traces.get(0).id());
    }

    @Test
    void shouldNameSpansOfAnotherWorkflow() throws IOException {
        Path run = TestRun.run("shop-7")
                .span(1, 0, 0, 100, "workflow", "request")
                .span(2, 1, 300, 310, "llm", "chat")
                .span(3, 1, 400, 410, "llm", "chat")
                .footer()
                .write(directory.resolve("shop-7.ndjson"));
        analyzer.run("report", "--all", run);
        assertThat(analyzer.out())
                .containsSubsequence(
                        "! 2 spans began after their workflow had ended, and no task explains why: they may belong to"
                                + " another workflow",
                        "(trace",
                        TestRun.traceId(1) + ")");
    }
}
