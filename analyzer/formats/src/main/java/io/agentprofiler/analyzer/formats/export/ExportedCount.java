// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.export;

import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.pipeline.TraceOutput;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Predicate;

/** Counts what of the traces an export was given is in it, and what is not. <b>Threading:</b> any; the sums are complete when all parts are closed. */
final class ExportedCount implements TraceOutput {
    private final LongAdder workflows = new LongAdder();
    private final LongAdder spans = new LongAdder();
    private final LongAdder leftOut = new LongAdder();
    private final Predicate<Span> told;

    /**
     * Counts.
     *
     * @param told whether the format has a place for a span
     */
    ExportedCount(Predicate<Span> told) {
        this.told = told;
    }

    @Override
    public Part open(int number, String run) {
        return new Part() {
            @Override
            public void write(Trace trace) {
                workflows.increment();
                long here = trace.spans().stream().filter(told).count();
                spans.add(here);
                leftOut.add(trace.spans().size() - here);
            }

            @Override
            public void close() {
                // nothing is open
            }
        };
    }

    @Override
    public void finish() {
        // nothing to join
    }

    long workflows() {
        return workflows.sum();
    }

    long spans() {
        return spans.sum();
    }

    /** Returns how many spans the format has no place for. */
    long leftOut() {
        return leftOut.sum();
    }
}
