// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.nat;

import io.agentprofiler.analyzer.formats.atif.OwnRecords;
import io.agentprofiler.analyzer.read.EventSink;
import io.agentprofiler.analyzer.read.Problems;
import io.agentprofiler.analyzer.read.event.RunEvent;
import io.agentprofiler.analyzer.read.event.SpanEvent;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.read.tree.Leaves;
import java.util.List;
import java.util.Map;

/**
 * Reads back the spans that our own export puts beside the first step of a request: they hold what steps cannot. Steps are read only
 * where there are none.
 */
final class NatOwnSpans {
    private NatOwnSpans() {}

    /**
     * Sends the trace.
     *
     * @return whether there is one
     */
    static boolean send(NatRequest request, boolean content, EventSink sink, Problems problems) {
        Map<?, ?> own = request.steps().get(0).own();
        if (own == null) {
            return false;
        }
        String place = "/" + request.number() + "/intermediate_steps/0/payload/metadata/provided_metadata";
        return new OwnRecords(content)
                .send(
                        (Map<?, ?>) Leaves.each(
                                own, leaf -> leaf instanceof Integer number ? (Object) number.longValue() : leaf),
                        place,
                        problem -> problems.skipped(0, problem),
                        new Requests(sink, content ? request : new NatRequest(request.number(), List.of())));
    }

    /** Says of each trace which request it is. */
    private record Requests(EventSink sink, NatRequest request) implements EventSink {
        @Override
        public void span(SpanEvent event) {
            sink.span(event);
        }

        @Override
        public void run(RunEvent event) {
            sink.run(event);
        }

        @Override
        public void traceEnded(TraceId trace, long lastNanos, Object original) {
            sink.traceEnded(trace, lastNanos, request);
        }
    }
}
