// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.otlp.wire;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.read.event.TraceId;
import java.util.List;
import java.util.Map;

/**
 * A span as OpenTelemetry has it, read or written, whatever the encoding. Times are nanoseconds since 1970.
 *
 * @param ids by which it is known
 * @param name its name, or {@code null}
 * @param kind one of the numbers below
 * @param startNanos its start, {@link Unknown#LONG} where it does not say
 * @param endNanos likewise
 * @param attributes names to String, Long, Double, Boolean, List, Map, in order; what we write holds no map
 * @param around what happened in it, and other spans that it has to do with
 * @param status how it ended
 */
public record OtlpSpan(
        Ids ids,
        String name,
        int kind,
        long startNanos,
        long endNanos,
        Map<String, Object> attributes,
        Around around,
        Status status) {
    /** The kind of a span within a process. */
    public static final int INTERNAL = 1;

    /** The kind of a span that serves a request. */
    public static final int SERVER = 2;

    /** The kind of a span that asks another process. */
    public static final int CLIENT = 3;

    /** The kind of a span that sends a message. */
    static final int PRODUCER = 4;

    /** The kind of a span that takes a message. */
    static final int CONSUMER = 5;

    /** In {@code flags}: sampled; whether the next bit says something; whether the parent is remote. */
    private static final int SAMPLED = 0x1;

    private static final int HAS_REMOTE = 0x100;
    private static final int IS_REMOTE = 0x200;

    /** The flags of what is known to be of this process. */
    static final int LOCAL = SAMPLED | HAS_REMOTE;

    /** Takes spans, in the order of their file. */
    public interface SpanTaker {
        /** Takes a span and where it comes from. */
        void take(Resource resource, OtlpSpan span);
    }

    /**
     * By what a span is known.
     *
     * @param trace its trace
     * @param span its own, never 0
     * @param parent its parent's, 0 for none
     * @param remoteParent whether the span says that its parent is of another process
     */
    public record Ids(TraceId trace, long span, long parent, boolean remoteParent) {}

    /**
     * What stands around a span.
     *
     * @param events what happened in it, in order
     * @param droppedEvents how many more events there were
     * @param links other spans
     */
    public record Around(List<Event> events, long droppedEvents, List<SpanLink> links) {}

    /**
     * Something that happened in a span.
     *
     * @param epochNanos when, or unknown
     * @param name its name, empty where it has none
     * @param attributes as a span's
     */
    public record Event(long epochNanos, String name, Map<String, Object> attributes) {}

    /** Another span. */
    public record SpanLink(TraceId trace, long span, Map<String, Object> attributes) {}

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

    /** Answers whether the flags of a span say that its parent is of another process. */
    static boolean saysRemote(long flags) {
        return (flags & HAS_REMOTE) != 0 && (flags & IS_REMOTE) != 0;
    }

    int flags() {
        return ids.remoteParent() ? LOCAL | IS_REMOTE : LOCAL;
    }

    /** Answers whether the parent is of another process: the span says so, or it serves a request. */
    public boolean hasRemoteParent() {
        return parent() != 0 && (ids.remoteParent() || kind == SERVER || kind == CONSUMER);
    }

    public TraceId trace() {
        return ids.trace();
    }

    public long id() {
        return ids.span();
    }

    public long parent() {
        return ids.parent();
    }

    public List<Event> events() {
        return around.events();
    }

    /** Returns an attribute's text, {@code null} where there is none. */
    public String text(String attribute) {
        return attributes.get(attribute) instanceof String text ? text : null;
    }

    /** Returns an attribute's whole number, {@link Unknown#LONG} where there is none. */
    public long number(String attribute) {
        return attributes.get(attribute) instanceof Long number ? number : Unknown.LONG;
    }
}
