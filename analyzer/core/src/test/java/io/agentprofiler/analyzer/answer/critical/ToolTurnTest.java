// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.critical;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which tools one model answer asked for. */
class ToolTurnTest {
    private static List<List<Long>> turns(Trace trace) {
        return ToolTurn.in(trace, 5).stream()
                .map(turn -> turn.calls().stream().map(Span::id).toList())
                .toList();
    }

    @Test
    void shouldTakeToolsForATurnOnlyAfterAModelBesideThemOrTheirStep() {
        Trace trace = TestRun.bare()
                .start(1, 0, 0, "agent", "A")
                .start(10, 1, 0, "function", "before any model")
                .span(11, 10, 1, 2, "tool", "a")
                .span(12, 10, 3, 4, "tool", "b")
                .end(10, 9)
                .span(2, 1, 10, 20, "llm", "l")
                .start(20, 1, 20, "function", "runs the tools")
                .span(21, 20, 21, 22, "tool", "a")
                .span(22, 20, 23, 24, "tool", "b")
                .end(20, 29)
                .start(30, 1, 30, "agent", "B")
                .span(31, 30, 31, 32, "tool", "a")
                .span(32, 30, 33, 34, "tool", "b")
                .end(30, 39)
                .span(3, 1, 40, 41, "tool", "a")
                .span(4, 1, 42, 43, "tool", "b")
                .end(1, 50)
                .trace();

        assertThat(turns(trace)).containsExactly(List.of(3L, 4L), List.of(21L, 22L));
    }

    @Test
    void shouldTakeToolsOfAFirstStepForNone() {
        Trace trace = TestRun.bare()
                .start(1, 0, 0, "function", "f")
                .span(2, 1, 1, 2, "tool", "a")
                .span(3, 1, 3, 4, "tool", "b")
                .end(1, 5)
                .trace();

        assertThat(turns(trace)).isEmpty();
    }

    /** Agents with a memory put each result into it before they run the next tool. */
    @Test
    void shouldNotEndATurnAtWhatPutsResultsIntoMemory() {
        Trace trace = withMemoryBetween();

        List<ToolTurn> turns = ToolTurn.in(trace, 5);

        assertThat(turns(trace)).containsExactly(List.of(3L, 5L, 7L));
        assertThat(turns.get(0).memory().stream().map(Span::id)).containsExactly(4L, 6L);
        // the model, the longest tool with its memory access, and what follows the last tool
        assertThat(nanos(trace, 5)).isEqualTo((20 + 42 + 38) * 1_000_000L);
        assertThat(nanos(trace, 1)).isEqualTo(trace.durationNanos());
    }

    @Test
    void shouldEndATurnAtAMemoryAccessThatRunsBesideATool() {
        Trace trace = TestRun.bare()
                .start(1, 0, 0, "agent", "A")
                .span(2, 1, 0, 20, "llm", "l")
                .span(3, 1, 20, 60, "tool", "a")
                .span(4, 1, 30, 31, "memory", "add")
                .span(5, 1, 60, 80, "tool", "b")
                .end(1, 90)
                .trace();

        assertThat(turns(trace)).isEmpty();
    }

    private static Trace withMemoryBetween() {
        return TestRun.bare()
                .start(1, 0, 0, "agent", "A")
                .span(2, 1, 0, 20, "llm", "l")
                .span(3, 1, 20, 60, "tool", "a")
                .span(4, 1, 61, 62, "memory", "add")
                .span(5, 1, 62, 82, "tool", "b")
                .span(6, 1, 82, 84, "memory", "add")
                .span(7, 1, 85, 95, "tool", "c")
                .span(8, 1, 95, 96, "memory", "add")
                .span(9, 1, 96, 130, "llm", "l")
                .end(1, 133)
                .trace();
    }

    private static long nanos(Trace trace, int limit) {
        return Schedule.of(trace).wallNanos(Supposition.atOnce(ToolTurn.in(trace, limit)));
    }
}
