// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.otlp.proto;

import io.agentprofiler.analyzer.formats.otlp.span.Origin;
import io.agentprofiler.analyzer.formats.otlp.span.OtlpSpan;
import io.agentprofiler.analyzer.formats.otlp.span.Skipped;
import io.agentprofiler.analyzer.formats.otlp.span.SpanTaker;
import io.agentprofiler.analyzer.read.HeapLimit;
import io.agentprofiler.analyzer.read.Problems;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/**
 * The spans of a file of OTLP's protobuf. A span at a time is in memory, however long the message that it is in.
 *
 * <p>Of a damaged message, reading goes on behind the innermost one around it whose length is known.
 *
 * <p><b>Threading:</b> one thread.
 */
public final class ProtoSpans implements Skipped {
    private static final int BYTES = 2;
    private static final int BUFFER_BYTES = 1 << 16;
    private static final String[] LEVELS = {"", "/resourceSpans", "/scopeSpans", "/spans"};

    private final InputStream in;
    private final long most;
    private final SpanTaker spans;
    private final Problems problems;
    private long position;
    private String record = "";

    /**
     * Prepares.
     *
     * @param most bytes that a span may have
     */
    public ProtoSpans(InputStream in, long most, SpanTaker spans, Problems problems) {
        this.in = new BufferedInputStream(in, BUFFER_BYTES);
        this.most = most;
        this.spans = spans;
        this.problems = problems;
    }

    /** Reads to the end of the file. */
    public void read(Framing framing) throws IOException {
        try {
            if (framing == Framing.NONE) {
                message(Long.MAX_VALUE, 0, "", Origin.UNKNOWN);
                return;
            }
            for (int number = 1; ; number++) {
                long length = framing == Framing.FOUR_BYTES ? fourBytes() : varintOrEnd();
                if (length < 0) {
                    return;
                }
                record = "#" + number;
                message(position + length, 0, record, Origin.UNKNOWN);
            }
        } catch (EOFException e) {
            problems.torn();
        } catch (DamagedException e) {
            count(
                    record,
                    "not OTLP's protobuf: " + e.getMessage() + ", at byte " + position
                            + "; the rest of the file is not read");
        }
    }

    @Override
    public void count(String place, String what) {
        problems.skipped(0, (place.isEmpty() ? "/" : place) + ": " + what);
    }

    /** Reads a request (level 0), the spans of a resource (1) or of a scope (2) up to where it ends. */
    private void message(long end, int level, String place, Origin origin) throws IOException, DamagedException {
        Origin from = origin;
        int inner = level == 0 ? 1 : 2;
        int index = 0;
        while (position < end) {
            int first = in.read();
            if (first < 0) {
                if (end == Long.MAX_VALUE) {
                    return;
                }
                throw new EOFException();
            }
            position++;
            long tag = varint(first);
            int field = (int) (tag >>> 3);
            if ((tag & 7) != BYTES) {
                skipNumber((int) (tag & 7));
                continue;
            }
            long length = varint(byteOrEnd());
            if (length < 0 || length > end - position) {
                throw new DamagedException("field " + field + " is longer than its message");
            }
            long fieldEnd = position + length;
            String at = place + LEVELS[level + 1] + '/' + index;
            index += field == inner ? 1 : 0;
            try {
                if (field == inner && level == 2) {
                    span(length, at, from);
                } else if (field == inner) {
                    message(fieldEnd, level + 1, at, from);
                } else if (field == 1 && level == 1 && length <= most) {
                    from = new Origin(SpanMessage.resource(new Message(bytes(length))));
                }
            } catch (DamagedException e) {
                count(at, "not OTLP's protobuf: " + e.getMessage() + "; what follows in it is left out");
            }
            if (position > fieldEnd) {
                throw new DamagedException("field " + field + " goes on behind its end");
            }
            skip(fieldEnd - position);
        }
    }

    private void span(long length, String place, Origin origin) throws IOException, DamagedException {
        if (length > most) {
            count(place, HeapLimit.exceeded(most) + "; left out");
            return;
        }
        OtlpSpan span = SpanMessage.span(new Message(bytes(length)), this, place);
        if (span != null) {
            spans.take(origin, span);
        }
    }

    private byte[] bytes(long length) throws IOException {
        byte[] bytes = in.readNBytes((int) length);
        position += bytes.length;
        if (bytes.length < length) {
            throw new EOFException();
        }
        return bytes;
    }

    private void skip(long bytes) throws IOException {
        long left = bytes;
        while (left > 0) {
            long skipped = in.skip(left);
            if (skipped == 0) {
                if (in.read() < 0) {
                    throw new EOFException();
                }
                skipped = 1;
            }
            left -= skipped;
            position += skipped;
        }
    }

    private void skipNumber(int type) throws IOException, DamagedException {
        switch (type) {
            case 0 -> varint(byteOrEnd());
            case 1 -> skip(8);
            case 5 -> skip(4);
            default -> throw new DamagedException("a field of an unknown type");
        }
    }

    private int byteOrEnd() throws IOException {
        int next = in.read();
        if (next < 0) {
            throw new EOFException();
        }
        position++;
        return next;
    }

    private long varint(int first) throws IOException, DamagedException {
        long value = first & 0x7f;
        int next = first;
        for (int shift = 7; next >= 0x80; shift += 7) {
            if (shift > 63) {
                throw new DamagedException("a number of more than 64 bits");
            }
            next = byteOrEnd();
            value |= (long) (next & 0x7f) << shift;
        }
        return value;
    }

    private long varintOrEnd() throws IOException, DamagedException {
        int first = in.read();
        if (first < 0) {
            return -1;
        }
        position++;
        long length = varint(first);
        if (length < 0) {
            throw new DamagedException("a length of more than 63 bits");
        }
        return length;
    }

    private long fourBytes() throws IOException {
        int first = in.read();
        if (first < 0) {
            return -1;
        }
        position++;
        return (long) first << 24 | (long) byteOrEnd() << 16 | byteOrEnd() << 8 | byteOrEnd();
    }
}
