// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.metric.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.metric.CallLog;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** A spike is more than what is usual. */
class ConcurrencyTest {
    /** Tools that run at once for 100 ms each, by turns; so many in each turn. */
    private static CallLog calls(int... atOnce) {
        TestRun run = TestRun.bare();
        run.start(1, 0, 0, "workflow", "w");
        int id = 1;
        for (int turn = 0; turn < atOnce.length; turn++) {
            for (int i = 0; i < atOnce[turn]; i++) {
                run.span(++id, 1, turn * 100, turn * 100 + 100, "tool", "t");
            }
        }
        return CallLog.ANALYSIS.of(run.end(1, atOnce.length * 100).trace());
    }

    private static Concurrency concurrency(int threshold, int... atOnce) {
        return Concurrency.of(calls(atOnce), threshold);
    }

    @Test
    void shouldNotTakeTheUsualForASpike() {
        // always four
        assertThat(concurrency(0, 4, 4, 4, 4).threshold()).isEqualTo(5);
        assertThat(concurrency(0, 4, 4, 4, 4).spikeCount()).isZero();
        // four in nineteen of twenty turns: the 90th percentile is the median
        int[] turns = new int[20];
        Arrays.fill(turns, 4);
        turns[7] = 9;
        assertThat(concurrency(0, turns).threshold()).isEqualTo(5);
        assertThat(concurrency(0, turns).spikeNanos()).isEqualTo(100e6);
        // the percentile where it is more than the median
        assertThat(concurrency(0, 1, 1, 1, 1, 1, 1, 6, 6).threshold()).isEqualTo(6);
    }

    @Test
    void shouldNotTakeACallAloneForASpike() {
        assertThat(concurrency(0, 1, 1, 1).spikeCount()).isZero();
        assertThat(concurrency(1, 1, 1, 1).threshold()).isEqualTo(2);
        assertThat(concurrency(1, 1, 1, 1).spikeCount()).isZero();
        assertThat(concurrency(3, 1, 3, 1).spikeCount()).isEqualTo(1);
    }
}
