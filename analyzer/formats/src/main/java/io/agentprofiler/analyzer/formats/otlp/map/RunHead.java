// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.otlp.map;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.formats.otlp.wire.AttributeNames;
import io.agentprofiler.analyzer.formats.otlp.wire.OtlpSpan;
import io.agentprofiler.analyzer.formats.otlp.wire.Resource;
import io.agentprofiler.analyzer.read.TraceReader;
import java.util.Map;

/** What the first spans of a file say of the run: all of it where our own export wrote them, else who was traced. */
public final class RunHead implements OtlpSpan.SpanTaker {
    private Resource origin;
    private boolean own;
    private long first = Long.MAX_VALUE;

    @Override
    public void take(Resource from, OtlpSpan span) {
        if (origin == null) {
            origin = from;
            own = OwnSpans.isOwn(span);
        }
        if (span.startNanos() != Unknown.LONG) {
            first = Math.min(first, span.startNanos());
        }
    }

    /** Returns it. */
    public TraceReader.Head head() {
        if (origin == null) {
            return TraceReader.Head.NONE;
        }
        return new TraceReader.Head(
                own ? OwnSpans.run(origin) : null,
                origin.service(),
                own ? start() : first == Long.MAX_VALUE ? Unknown.LONG : first);
    }

    private long start() {
        return JsonText.parsed(origin.attributes().get(AttributeNames.RUN_DETAILS)) instanceof Map<?, ?> details
                        && details.get("clock") instanceof Map<?, ?> clock
                        && clock.get("epoch_ns") instanceof Long start
                ? start
                : first == Long.MAX_VALUE ? Unknown.LONG : first;
    }
}
