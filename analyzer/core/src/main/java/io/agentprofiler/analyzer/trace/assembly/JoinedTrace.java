// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.assembly;

import io.agentprofiler.analyzer.read.event.AttributeSet;
import io.agentprofiler.analyzer.read.event.SpanEvent;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.SpanLabel;
import io.agentprofiler.analyzer.trace.Trace;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A workflow made of what several processes recorded of it. Each span says which service it is of.
 *
 * <p><b>Threading:</b> one thread.
 */
public final class JoinedTrace {
    private final TraceParts trace;
    /** By id: a span that two inputs hold counts once. */
    private final Map<Long, SpanParts> spans = new LinkedHashMap<>();

    private final Map<Long, Span> recorded = new LinkedHashMap<>();

    /** Starts with the part of one process. */
    public JoinedTrace(Trace part, String service) {
        this.trace = new TraceParts(part.id());
        add(part, service);
    }

    /**
     * Adds the part of another process.
     *
     * @param service its name; {@code null} where it has none
     */
    public void add(Trace part, String service) {
        for (Span span : part.spans()) {
            if (recorded.putIfAbsent(span.id(), span) == null) {
                SpanParts parts = span.records();
                if (service != null && parts.start() != null) {
                    parts.replace(of(service, parts.start()));
                }
                spans.put(span.id(), parts);
            }
        }
    }

    private static SpanEvent.Start of(String service, SpanEvent.Start start) {
        AttributeSet named = AttributeSet.of(Map.of(SpanLabel.SERVICE, service)).with(start.attributes());
        return new SpanEvent.Start(
                start.trace(),
                start.span(),
                start.parent(),
                start.epochNanos(),
                start.kind(),
                start.name(),
                start.rule(),
                start.thread(),
                start.queuedNanos(),
                named);
    }

    /** Returns the whole; nothing may be added afterwards. */
    public Trace build() {
        spans.values().forEach(trace::add);
        // what is open ends with its own run, as it did in its part
        Trace joined = trace.build(span -> recorded.get(span.id()).endNanos(), null);
        for (Span span : joined.spans()) {
            span.met(recorded.get(span.id()).serverLoad());
        }
        return joined;
    }
}
