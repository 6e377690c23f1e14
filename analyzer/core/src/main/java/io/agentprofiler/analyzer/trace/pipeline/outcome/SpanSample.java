// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.pipeline.outcome;

import io.agentprofiler.analyzer.read.event.SpanEvent;
import java.util.Collections;
import java.util.TreeSet;

/**
 * Some of a run's spans, by which to tell whether two runs hold the same ones: those {@value #SIZE} of the smallest ids, which
 * are random. Of two samples that share a span the runs share it for certain; runs of no more spans than that are compared
 * whole, and of larger ones those that have a tenth in common go unnoticed once in 10¹¹ times.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
public final class SpanSample {
    static final int SIZE = 256;

    private final TreeSet<Long> smallest = new TreeSet<>();
    /** What is greater is none of them; every span is compared with it. */
    private long greatest = Long.MAX_VALUE;

    /** Takes an event; only starts count. */
    public void add(SpanEvent event) {
        if (event instanceof SpanEvent.Start start) {
            add(start.trace().low() * 31 + start.span());
        }
    }

    /** Adds what another sample of the run holds. */
    public void add(SpanSample other) {
        other.smallest.forEach(this::add);
    }

    private void add(long id) {
        if (id <= greatest && smallest.add(id) && smallest.size() >= SIZE) {
            if (smallest.size() > SIZE) {
                smallest.pollLast();
            }
            greatest = smallest.last();
        }
    }

    /** Answers whether both hold a span. */
    public boolean sharesWith(SpanSample other) {
        return !Collections.disjoint(smallest, other.smallest);
    }
}
