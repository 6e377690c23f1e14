// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.export.otlp.span;

import io.agentprofiler.analyzer.read.event.TraceId;
import java.util.List;
import java.util.Map;

/**
 * A span as OpenTelemetry has it, whatever the encoding. Times are nanoseconds since 1970. Values of attributes are texts, longs,
 * doubles, truth values, and lists of one of these.
 *
 * @param trace the id of its trace
 * @param id its own
 * @param parent its parent's, 0 for none
 * @param remoteParent whether the parent is a span of another process
 * @param name what it is called
 * @param client whether it is a request to somebody else: kind {@code CLIENT}, else {@code INTERNAL}
 * @param startNanos its start
 * @param endNanos its end
 * @param attributes by name, in order
 * @param events what happened in it, by time
 * @param droppedEvents how many more events there were
 * @param links other spans that it has to do with
 * @param status how it ended
 */
public record ExportedSpan(
        TraceId trace,
        long id,
        long parent,
        boolean remoteParent,
        String name,
        boolean client,
        long startNanos,
        long endNanos,
        Map<String, Object> attributes,
        List<Event> events,
        long droppedEvents,
        List<Link> links,
        Status status) {
    /** Something that happened in a span. */
    public record Event(long nanos, String name, Map<String, Object> attributes) {}

    /** Another span. */
    public record Link(TraceId trace, long span, Map<String, Object> attributes) {}

    /**
     * How a span ended.
     *
     * @param code one of the below
     * @param message why, or {@code null}
     */
    public record Status(Code code, String message) {}

    /** The codes, in the order of their numbers. */
    public enum Code {
        UNSET,
        OK,
        ERROR
    }
}
