// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.export;

import io.agentprofiler.analyzer.pipeline.TraceOutput;
import io.agentprofiler.analyzer.trace.Trace;
import java.util.concurrent.atomic.LongAdder;

/** Counts what an export was given. <b>Threading:</b> any; the sums are complete when all parts are closed. */
final class ExportedCount implements TraceOutput {
    private final LongAdder workflows = new LongAdder();
    private final LongAdder spans = new LongAdder();

    @Override
    public Part open(int number, String run) {
        return new Part() {
            @Override
            public void write(Trace trace) {
                workflows.increment();
                spans.add(trace.spans().size());
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
}
