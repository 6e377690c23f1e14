// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.critical;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.answer.whatif.scenario.ParallelTools;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.Trace;
import org.junit.jupiter.api.Test;

/** Slots for the tools of a turn. */
class TurnSlotsTest {
    @Test
    void shouldNotFreeASlotBeforeACallWhoseEndWasRecordedLate() {
        Trace trace = TestRun.bare()
                .start(1, 0, 0, "agent", "A")
                .span(2, 1, 0, 1, "llm", "l")
                .span(3, 1, 1, 11, "tool", "a")
                .span(4, 1, 10.5, 10.6, "tool", "b")
                .span(5, 1, 12, 20, "tool", "c")
                .end(1, 21)
                .trace();

        assertThat(new ParallelTools(1).of(trace).nanos()).isEqualTo(trace.durationNanos());
        // a 1-11, b 1-1.1, c 2-10: all begin a millisecond after the one before at the latest
        assertThat(new ParallelTools(5).of(trace).nanos()).isLessThan(trace.durationNanos());
    }
}
