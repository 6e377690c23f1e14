// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.speedscope;

import io.agentprofiler.analyzer.read.EventSink;
import io.agentprofiler.analyzer.read.event.AttributeSet;
import io.agentprofiler.analyzer.read.event.SpanEvent;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.read.stack.StackSink.Frame;
import io.agentprofiler.analyzer.read.tree.Located;
import io.agentprofiler.schema.SpanKind;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;

/**
 * Makes spans of the frames of evented profiles: a frame within another one is its child, and one within none begins a workflow.
 *
 * <p>Our own files say more, {@link OwnFields}: there a workflow may be on several lanes.
 *
 * <p><b>Threading:</b> one thread a file.
 */
final class LaneSpans implements FrameEvents.Visitor {
    private static final long MIX = 0x9E3779B97F4A7C15L;
    private static final int ID_DIGITS = 16;

    private final ProfileIndex index;
    private final long file;
    private final EventSink sink;
    private final Deque<Open> open = new ArrayDeque<>();
    /** When the spans of our own workflows that have no end are taken to end. */
    private final Map<TraceId, Long> unfinished = new HashMap<>();

    private int profile;
    private long spans;

    private record Open(TraceId trace, long span) {}

    /** Makes spans of one file. The same file gives the same ids. */
    LaneSpans(ProfileIndex index, EventSink sink) {
        this.index = index;
        this.file = index.number() * MIX;
        this.sink = sink;
    }

    /** Begins a profile. */
    void begin(int number) {
        profile = number;
        open.clear();
    }

    /** Returns how many spans there were. */
    long spans() {
        return spans;
    }

    /** Ends the file. */
    void end() {
        unfinished.forEach((trace, at) -> sink.traceEnded(trace, at, null));
    }

    @Override
    public void open(Located event, int number, int frame, long at) {
        spans++;
        Open around = open.peek();
        // numbers of profiles and events tell frames of one file apart
        long id = (file ^ ((long) profile << 40 | number + 1L) * MIX) | 1;
        TraceId trace = around == null ? new TraceId(file, id) : around.trace();
        long parent = around == null ? 0 : around.span();
        if (index.isOwn()) {
            id = id(event.get(OwnFields.SPAN), id);
            parent = id(event.get(OwnFields.PARENT), parent);
            trace = trace(event.get(OwnFields.TRACE), trace);
        }
        open.push(new Open(trace, id));
        Frame named = index.allFrames().get(frame);
        sink.span(new SpanEvent.Start(
                trace,
                id,
                parent,
                index.zeroNanos() + at,
                named.kind() == null ? SpanKind.FUNCTION : named.kind(),
                named.name().isBlank() ? null : named.name(),
                null,
                lane(),
                AttributeSet.EMPTY));
    }

    @Override
    public void close(Located event, long at) {
        Open over = open.pop();
        // frames of other programs do not tell whether anything failed
        SpanStatus status = index.isOwn() ? status(event.get(OwnFields.STATUS)) : null;
        long nanos = index.zeroNanos() + at;
        if (status == SpanStatus.UNFINISHED) {
            unfinished.merge(over.trace(), nanos, Math::max);
            return;
        }
        sink.span(new SpanEvent.End(
                over.trace(),
                over.span(),
                nanos,
                null,
                status,
                lane(),
                SpanEvent.ABSENT,
                SpanEvent.ABSENT,
                null,
                null,
                null,
                AttributeSet.EMPTY));
    }

    /** Other programs have a profile for each thread; ours are lanes, which are no threads. */
    private String lane() {
        return index.isOwn() ? null : index.profile(profile).name();
    }

    private static SpanStatus status(Located read) {
        if (!read.isThere()) {
            return SpanStatus.OK;
        }
        if (OwnFields.UNKNOWN.equals(read.value())) {
            return null;
        }
        SpanStatus status = read.isText() ? SpanStatus.ofWord((String) read.value()) : null;
        if (status == null) {
            read.problem("expected error, cancelled, unfinished or unknown; taken as unfinished");
            return SpanStatus.UNFINISHED;
        }
        return status;
    }

    private static long id(Located read, long otherwise) {
        if (!read.isThere()) {
            return otherwise;
        }
        if (OwnFields.NONE.equals(read.value())) {
            return 0;
        }
        if (isHex(read, ID_DIGITS)) {
            return HexFormat.fromHexDigitsToLong((String) read.value());
        }
        read.problem("expected an id of 16 hexadecimal digits; left out");
        return otherwise;
    }

    private static TraceId trace(Located read, TraceId otherwise) {
        if (!read.isThere()) {
            return otherwise;
        }
        if (isHex(read, 2 * ID_DIGITS)) {
            String id = (String) read.value();
            return new TraceId(
                    HexFormat.fromHexDigitsToLong(id, 0, ID_DIGITS),
                    HexFormat.fromHexDigitsToLong(id, ID_DIGITS, 2 * ID_DIGITS));
        }
        read.problem("expected an id of 32 hexadecimal digits; left out");
        return otherwise;
    }

    private static boolean isHex(Located read, int digits) {
        return read.value() instanceof String text && text.length() == digits && text.matches("[0-9a-fA-F]*");
    }
}
