// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.otlp;

import io.agentprofiler.analyzer.formats.otlp.attribute.OtlpSpans;
import io.agentprofiler.analyzer.formats.otlp.wire.Batches;
import io.agentprofiler.analyzer.formats.otlp.wire.Encoding;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.pipeline.TraceOutput;
import java.io.IOException;

/** Traces of a part of a run, as batches. <b>Threading:</b> one thread. */
final class OtlpPart implements TraceOutput.OutputPart {
    private final OtlpSpans spans;
    private final Batches batches;

    /**
     * What all parts have in common.
     *
     * @param runs what is told of the runs
     * @param spans makes spans of traces
     * @param encoding makes bytes of spans
     */
    record Making(Runs runs, OtlpSpans spans, Encoding encoding) {
        OtlpPart part(String run, Batches.BatchTaker taker) {
            return new OtlpPart(spans, new Batches(encoding, runs.resource(run), taker));
        }
    }

    private OtlpPart(OtlpSpans spans, Batches batches) {
        this.spans = spans;
        this.batches = batches;
    }

    @Override
    public void write(Trace trace) throws IOException {
        spans.each(trace, batches::add);
    }

    @Override
    public void close() throws IOException {
        batches.flush();
    }
}
