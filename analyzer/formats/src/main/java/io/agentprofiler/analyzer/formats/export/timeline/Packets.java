// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.export.timeline;

import io.agentprofiler.analyzer.formats.export.ProtobufMessage;
import io.agentprofiler.analyzer.trace.Span;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;

/**
 * Writes the packets of a trace. Numbers of fields are those of Perfetto's {@code protos/perfetto/trace}.
 *
 * <p><b>Threading:</b> one thread.
 */
final class Packets {
    private static final int TRACE_PACKET = 1;

    private static final int PACKET_CLOCK_SNAPSHOT = 6;
    private static final int PACKET_TIMESTAMP = 8;
    private static final int PACKET_SEQUENCE = 10;
    private static final int PACKET_TRACK_EVENT = 11;
    private static final int PACKET_TRACK_DESCRIPTOR = 60;

    private static final int SNAPSHOT_CLOCKS = 1;
    private static final int CLOCK_ID = 1;
    private static final int CLOCK_TIMESTAMP = 2;
    private static final int REALTIME = 1;
    private static final int BOOTTIME = 6;

    private static final int EVENT_ANNOTATION = 4;
    private static final int EVENT_TYPE = 9;
    private static final int EVENT_TRACK = 11;
    private static final int EVENT_CATEGORY = 22;
    private static final int EVENT_NAME = 23;
    private static final int EVENT_COUNTER = 30;
    private static final int EVENT_REAL_COUNTER = 44;
    private static final int EVENT_FLOW = 47;
    private static final int EVENT_FLOW_END = 48;
    private static final int BEGIN = 1;
    private static final int END = 2;
    private static final int INSTANT = 3;
    private static final int COUNTER = 4;

    private static final int ANNOTATION_BOOL = 2;
    private static final int ANNOTATION_INT = 4;
    private static final int ANNOTATION_DOUBLE = 5;
    private static final int ANNOTATION_TEXT = 6;
    private static final int ANNOTATION_NAME = 10;
    private static final int ANNOTATION_ENTRY = 11;
    private static final int ANNOTATION_ITEM = 12;

    private final OutputStream out;

    Packets(OutputStream out) {
        this.out = out;
    }

    private void write(ProtobufMessage packet) throws IOException {
        // one writer of all: nothing is interned, so that packets can be read in any order
        packet.number(PACKET_SEQUENCE, 1);
        new ProtobufMessage().message(TRACE_PACKET, packet).writeTo(out);
    }

    /** Says that the times of all events are nanoseconds since 1970. */
    void clocks(long nanos) throws IOException {
        ProtobufMessage snapshot = new ProtobufMessage();
        for (int clock : new int[] {BOOTTIME, REALTIME}) {
            snapshot.message(
                    SNAPSHOT_CLOCKS,
                    new ProtobufMessage().number(CLOCK_ID, clock).number(CLOCK_TIMESTAMP, nanos));
        }
        write(new ProtobufMessage().message(PACKET_CLOCK_SNAPSHOT, snapshot));
    }

    /** Writes what a track is. */
    void track(ProtobufMessage descriptor) throws IOException {
        write(new ProtobufMessage().message(PACKET_TRACK_DESCRIPTOR, descriptor));
    }

    private static ProtobufMessage event(int type, long track) {
        return new ProtobufMessage().number(EVENT_TYPE, type).number(EVENT_TRACK, track);
    }

    private void event(long nanos, ProtobufMessage event) throws IOException {
        write(new ProtobufMessage().number(PACKET_TIMESTAMP, nanos).message(PACKET_TRACK_EVENT, event));
    }

    /**
     * Writes the beginning of a span.
     *
     * @param arrows arrows that begin here
     * @param arrow the arrow that ends here, 0 for none
     */
    void begin(long track, Span span, Map<String, Object> facts, long[] arrows, long arrow) throws IOException {
        span(BEGIN, track, span, facts, arrows, arrow);
    }

    /** Writes a span of which only a moment is known; like {@link #begin}, without an end. */
    void instant(long track, Span span, Map<String, Object> facts, long[] arrows, long arrow) throws IOException {
        span(INSTANT, track, span, facts, arrows, arrow);
    }

    private void span(int type, long track, Span span, Map<String, Object> facts, long[] arrows, long arrow)
            throws IOException {
        ProtobufMessage event = named(type, track, span.kind().word(), span.name(), facts);
        for (long begins : arrows) {
            event.fixed(EVENT_FLOW, begins);
        }
        if (arrow != 0) {
            event.fixed(EVENT_FLOW_END, arrow);
        }
        event(span.startNanos(), event);
    }

    /** Writes the beginning of a slice. */
    void begin(long track, long nanos, String category, String name, Map<String, Object> facts) throws IOException {
        event(nanos, named(BEGIN, track, category, name, facts));
    }

    private static ProtobufMessage named(
            int type, long track, String category, String name, Map<String, Object> facts) {
        ProtobufMessage event =
                event(type, track).text(EVENT_CATEGORY, category).text(EVENT_NAME, name);
        facts.forEach((key, value) ->
                event.message(EVENT_ANNOTATION, annotation(value).text(ANNOTATION_NAME, key)));
        return event;
    }

    private static ProtobufMessage annotation(Object value) {
        ProtobufMessage annotation = new ProtobufMessage();
        if (value instanceof Long number) {
            return annotation.number(ANNOTATION_INT, number);
        }
        if (value instanceof Double number) {
            return annotation.real(ANNOTATION_DOUBLE, number);
        }
        if (value instanceof Boolean truth) {
            return annotation.number(ANNOTATION_BOOL, truth ? 1 : 0);
        }
        if (value instanceof List<?> list) {
            list.forEach(item -> annotation.message(ANNOTATION_ITEM, annotation(item)));
            return annotation;
        }
        if (value instanceof Map<?, ?> map) {
            map.forEach((key, entry) ->
                    annotation.message(ANNOTATION_ENTRY, annotation(entry).text(ANNOTATION_NAME, String.valueOf(key))));
            return annotation;
        }
        return annotation.text(ANNOTATION_TEXT, String.valueOf(value));
    }

    /** Writes the end of the last slice that began on a track. */
    void end(long track, long nanos) throws IOException {
        event(nanos, event(END, track));
    }

    /** Writes a counter's value from a moment on. */
    void counter(long track, long nanos, long value) throws IOException {
        event(nanos, event(COUNTER, track).number(EVENT_COUNTER, value));
    }

    /** Writes a counter's value from a moment on. */
    void counter(long track, long nanos, double value) throws IOException {
        event(nanos, event(COUNTER, track).real(EVENT_REAL_COUNTER, value));
    }
}
