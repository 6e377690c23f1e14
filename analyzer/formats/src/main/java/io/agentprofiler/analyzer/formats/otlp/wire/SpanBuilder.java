// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.otlp.wire;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.read.event.TraceId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Collects a span's fields, in any order, and says what is wrong with it.
 *
 * <p><b>Threading:</b> one thread.
 */
public final class SpanBuilder {
    private static final int ID_BYTES = 8;

    private final Skipped skipped;
    private final String place;
    private byte[] trace;
    private byte[] id;
    private byte[] parent;
    private long flags;
    private String name;
    private int kind;
    private long start = Unknown.LONG;
    private long end = Unknown.LONG;
    private Map<String, Object> attributes = new LinkedHashMap<>();
    private final List<OtlpSpan.Event> events = new ArrayList<>();
    private OtlpSpan.Status status = new OtlpSpan.Status(OtlpSpan.Code.UNSET, null);

    /**
     * Starts a span.
     *
     * @param place where it is, as a JSON pointer
     */
    public SpanBuilder(Skipped skipped, String place) {
        this.skipped = skipped;
        this.place = place;
    }

    public void trace(byte[] newTrace) {
        trace = newTrace;
    }

    public void id(byte[] newId) {
        id = newId;
    }

    public void parent(byte[] newParent) {
        parent = newParent;
    }

    public void flags(long newFlags) {
        flags = newFlags;
    }

    public void name(String newName) {
        name = newName;
    }

    public void kind(long newKind) {
        kind = newKind < 0 || newKind > OtlpSpan.CONSUMER ? 0 : (int) newKind;
    }

    /** Takes the start; 0 stands for unknown. */
    public void start(long epochNanos) {
        start = known(epochNanos);
    }

    /** Takes the end; 0 stands for unknown. */
    public void end(long epochNanos) {
        end = known(epochNanos);
    }

    private static long known(long epochNanos) {
        return epochNanos <= 0 ? Unknown.LONG : epochNanos;
    }

    public void attributes(Map<String, Object> newAttributes) {
        attributes = newAttributes;
    }

    /** Returns the attributes, to be added to. */
    public Map<String, Object> attributes() {
        return attributes;
    }

    public void event(OtlpSpan.Event event) {
        events.add(event);
    }

    public void status(long code, String text) {
        boolean failed = code == OtlpSpan.Code.ERROR.ordinal();
        status = new OtlpSpan.Status(failed ? OtlpSpan.Code.ERROR : OtlpSpan.Code.UNSET, text);
    }

    /** Returns the span, {@code null} where it cannot be one; that is then counted. */
    public OtlpSpan build() {
        if (!isId(trace, 2 * ID_BYTES)) {
            skipped.count(place + "/traceId", "expected 32 hex digits that are not all 0; the span is left out");
            return null;
        }
        if (!isId(id, ID_BYTES)) {
            skipped.count(place + "/spanId", "expected 16 hex digits that are not all 0; the span is left out");
            return null;
        }
        if (attributes.containsKey(AttributeNames.KIND)) {
            // our own export of a trace whose times count from 0, which is what OTLP has for none
            start = Math.max(0, start);
            end = Math.max(0, end);
        }
        if (start == Unknown.LONG && end == Unknown.LONG) {
            skipped.count(place, "expected startTimeUnixNano or endTimeUnixNano; the span is left out");
            return null;
        }
        if (parent != null && parent.length > 0 && parent.length != ID_BYTES) {
            skipped.count(place + "/parentSpanId", "expected 16 hex digits; taken as none");
            parent = null;
        }
        return new OtlpSpan(
                new OtlpSpan.Ids(
                        new TraceId(number(trace, 0), number(trace, ID_BYTES)),
                        number(id, 0),
                        parent == null || parent.length == 0 ? 0 : number(parent, 0),
                        OtlpSpan.saysRemote(flags)),
                name,
                kind,
                start,
                end,
                attributes,
                new OtlpSpan.Around(events, 0, List.of()),
                status);
    }

    private static boolean isId(byte[] bytes, int length) {
        if (bytes == null || bytes.length != length) {
            return false;
        }
        for (byte one : bytes) {
            if (one != 0) {
                return true;
            }
        }
        return false;
    }

    private static long number(byte[] bytes, int from) {
        long number = 0;
        for (int i = from; i < from + ID_BYTES; i++) {
            number = number << 8 | bytes[i] & 0xff;
        }
        return number;
    }

    /** Counts what cannot be used. */
    interface Skipped {
        /**
         * Counts one thing.
         *
         * @param place where in its record, as a JSON pointer
         * @param what what was expected and what was found
         */
        void count(String place, String what);
    }
}
