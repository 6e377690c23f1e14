// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.whatif;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class TimeRangeTest {
    @Test
    void shouldLeaveOutATenthAtEachEnd() {
        long[] draws = LongStream.rangeClosed(0, 100).map(i -> 100 - i).toArray();

        assertThat(TimeRange.of(draws)).isEqualTo(new TimeRange(10, 90));
        assertThat(TimeRange.median(draws)).isEqualTo(50);
    }

    @Test
    void shouldInterpolate() {
        assertThat(TimeRange.median(new long[] {20, 10})).isEqualTo(15);
        assertThat(TimeRange.of(new long[] {0, 100})).isEqualTo(new TimeRange(10, 90));
        assertThat(TimeRange.of(new long[] {7})).isEqualTo(new TimeRange(7, 7));
    }
}
