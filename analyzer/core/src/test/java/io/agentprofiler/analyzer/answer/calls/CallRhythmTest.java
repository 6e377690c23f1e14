// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.calls;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.answer.calls.ListedCall.ListedEnding;
import io.agentprofiler.analyzer.answer.calls.ListedCall.ListedPlace;
import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.trace.Tokens;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class CallRhythmTest {
    private static ListedCall call(String name, long startNanos) {
        return new ListedCall(
                new ListedPlace(new TraceId(0, 1), startNanos, "w", null, null),
                SpanKind.TOOL,
                name,
                new ListedEnding(SpanStatus.OK, null),
                startNanos,
                1,
                Tokens.NONE,
                null);
    }

    private static List<ListedCall> calls(long... starts) {
        return LongStream.of(starts).mapToObj(start -> call("poll", start)).toList();
    }

    @Test
    void shouldFindCallsThatBeginAtRegularIntervals() {
        // intervals 90, 95, 100, 100, 100, 105, 400: quartiles 95, 100, 105
        List<CallRhythm> rhythms = CallRhythm.of(calls(0, 100, 190, 290, 385, 485, 590, 990));

        assertThat(rhythms)
                .containsExactly(new CallRhythm(new CallRhythm.Repeated(SpanKind.TOOL, "poll"), 8, 100, 95, 105));
    }

    @Test
    void shouldNotTakeFewCallsForRegular() {
        assertThat(CallRhythm.of(calls(0, 100, 200, 300, 400, 500, 600))).isEmpty();
    }

    @Test
    void shouldNotFindARhythmWhereIntervalsDiffer() {
        // intervals 60, 80, 90, 100, 110, 120, 140: quartiles 80, 100, 120
        assertThat(CallRhythm.of(calls(0, 60, 140, 230, 330, 440, 560, 700))).isEmpty();
        // all at once
        assertThat(CallRhythm.of(calls(5, 5, 5, 5, 5, 5, 5, 5))).isEmpty();
    }

    @Test
    void shouldLeaveOutCallsOfUnknownStart() {
        assertThat(CallRhythm.of(calls(0, 100, 200, 300, 400, 500, 600, Unknown.LONG)))
                .isEmpty();
    }

    @Test
    void shouldTellNamesApartAndTheMostFrequentFirst() {
        List<ListedCall> mixed = LongStream.range(0, 20)
                .mapToObj(i -> call(i % 2 == 0 ? "a" : "b", 50 * i))
                .toList();
        List<ListedCall> more = LongStream.range(0, 19)
                .mapToObj(i -> call(i % 2 == 0 ? "a" : "b", 50 * i))
                .toList();

        assertThat(CallRhythm.of(mixed))
                .extracting(rhythm -> rhythm.operation().name())
                .containsExactly("a", "b");
        assertThat(CallRhythm.of(more)).extracting(CallRhythm::calls).containsExactly(10, 9);
        assertThat(CallRhythm.of(more)).extracting(CallRhythm::everyNanos).containsOnly(100L);
    }
}
