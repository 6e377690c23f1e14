// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.modelserver;

import io.agentprofiler.analyzer.input.event.SpanEvent;
import java.util.Arrays;

/**
 * Figures that count from the server's start: how much each grew from sample to sample. They are taken together: when one
 * falls, the server was started anew, and all begin from there; what it had counted up to then is not known and left out.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
final class Counters {
    private final long[] first;
    private final long[] last;
    private final long[] grown;
    /** Whether the server was started anew; then {@link #first} is of before. */
    private boolean restarted;

    Counters(int count) {
        first = new long[count];
        last = new long[count];
        grown = new long[count];
        Arrays.fill(first, SpanEvent.ABSENT);
        Arrays.fill(last, SpanEvent.ABSENT);
        Arrays.fill(grown, SpanEvent.ABSENT);
    }

    /** Takes the next sample; what it lacks is absent. */
    void add(long... values) {
        step(values);
        for (int i = 0; i < values.length; i++) {
            if (values[i] != SpanEvent.ABSENT) {
                first[i] = first[i] == SpanEvent.ABSENT && !restarted ? values[i] : first[i];
                last[i] = values[i];
            }
        }
    }

    /** Takes the samples of a later part of the same run. */
    void addLater(Counters later) {
        step(later.first);
        addOther(later);
        for (int i = 0; i < first.length; i++) {
            first[i] = first[i] == SpanEvent.ABSENT && !restarted ? later.first[i] : first[i];
            last[i] = later.last[i] == SpanEvent.ABSENT && !later.restarted ? last[i] : later.last[i];
        }
        restarted |= later.restarted;
    }

    /** Takes the growth of another run. */
    void addOther(Counters other) {
        for (int i = 0; i < grown.length; i++) {
            grow(i, other.grown[i]);
        }
    }

    /** Returns how much a counter grew, absent when fewer than two samples in a row had it. */
    long grown(int counter) {
        return grown[counter];
    }

    private void step(long[] values) {
        for (int i = 0; i < values.length; i++) {
            if (isBoth(i, values) && values[i] < last[i]) {
                // also of counters that this sample lacks nothing from before is comparable
                Arrays.fill(last, SpanEvent.ABSENT);
                restarted = true;
                return;
            }
        }
        for (int i = 0; i < values.length; i++) {
            if (isBoth(i, values)) {
                grow(i, values[i] - last[i]);
            }
        }
    }

    private boolean isBoth(int counter, long[] values) {
        return values[counter] != SpanEvent.ABSENT && last[counter] != SpanEvent.ABSENT;
    }

    private void grow(int counter, long by) {
        if (by != SpanEvent.ABSENT) {
            grown[counter] = grown[counter] == SpanEvent.ABSENT ? by : grown[counter] + by;
        }
    }
}
