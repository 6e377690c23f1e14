// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.whatif;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class TimeRangeTest {
    @Test
    void shouldLeaveOutAFortiethAtEachEnd() {
        long[] draws = LongStream.rangeClosed(0, 200).map(i -> 200 - i).toArray();

        assertThat(TimeRange.of(draws)).isEqualTo(new TimeRange(5, 195));
        assertThat(TimeRange.median(draws)).isEqualTo(100);
    }

    @Test
    void shouldInterpolate() {
        assertThat(TimeRange.median(new long[] {20, 10})).isEqualTo(15);
        assertThat(TimeRange.of(new long[] {0, 200})).isEqualTo(new TimeRange(5, 195));
        assertThat(TimeRange.of(new long[] {7})).isEqualTo(new TimeRange(7, 7));
    }
}
