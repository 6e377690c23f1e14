// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.otlp.wire;

import io.agentprofiler.analyzer.formats.otlp.wire.Message.DamagedException;
import io.agentprofiler.analyzer.formats.otlp.wire.ProtobufEncoding.SpanMessage;
import io.agentprofiler.analyzer.formats.otlp.wire.SpanBuilder.Skipped;
import io.agentprofiler.analyzer.read.HeapLimit;
import io.agentprofiler.analyzer.read.Problems;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

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
    /** The field of each level that leads to spans. */
    private static final int[] INNER = {
        ProtobufEncoding.REQUEST_RESOURCE_SPANS,
        ProtobufEncoding.RESOURCE_SPANS_SCOPE_SPANS,
        ProtobufEncoding.SCOPE_SPANS_SPANS
    };

    private final InputStream in;
    private final long most;
    private final OtlpSpan.SpanTaker spans;
    private final Problems problems;
    private long position;
    private String record = "";

    /**
     * Prepares.
     *
     * @param most bytes that a span may have
     */
    public ProtoSpans(InputStream in, long most, OtlpSpan.SpanTaker spans, Problems problems) {
        this.in = new BufferedInputStream(in, BUFFER_BYTES);
        this.most = most;
        this.spans = spans;
        this.problems = problems;
    }

    /** Reads to the end of the file. */
    public void read(Framing framing) throws IOException {
        try {
            if (framing == Framing.NONE) {
                message(Long.MAX_VALUE, 0, "", Resource.UNKNOWN);
                return;
            }
            for (int number = 1; ; number++) {
                long length = framing == Framing.FOUR_BYTES ? fourBytes() : varintOrEnd();
                if (length < 0) {
                    return;
                }
                record = "#" + number;
                message(position + length, 0, record, Resource.UNKNOWN);
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
    private void message(long end, int level, String place, Resource origin) throws IOException, DamagedException {
        Resource from = origin;
        int inner = INNER[level];
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
                } else if (field == ProtobufEncoding.RESOURCE_SPANS_RESOURCE && level == 1 && length <= most) {
                    from = Resource.of(SpanMessage.resource(new Message(bytes(length))));
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

    private void span(long length, String place, Resource origin) throws IOException, DamagedException {
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

    /** How requests stand in a file. */
    public enum Framing {
        /** One message, or several written one behind the other, which is the same. */
        NONE,
        /** Before each its length in four bytes, the highest first: the collector's file exporter. */
        FOUR_BYTES,
        /** Before each its length as protobuf writes lengths: {@code writeDelimitedTo}. */
        VARINT;

        private static final int RESOURCE_SPANS = 0x0a;
        private static final int MAX_DEPTH = 3;

        /** Returns how the file with these first bytes is framed, {@code null} where it is no OTLP. */
        public static Framing of(byte[] head) {
            if (beginsSpans(head, 0, head.length, 0)) {
                return NONE;
            }
            int length = head.length < 5
                    ? -1
                    : (head[0] & 0xff) << 24 | (head[1] & 0xff) << 16 | (head[2] & 0xff) << 8 | head[3] & 0xff;
            if (length > 0 && beginsSpans(head, 4, Math.min(head.length, 4L + length), 0)) {
                return FOUR_BYTES;
            }
            int at = 0;
            while (at < head.length && at < 5 && head[at] < 0) {
                at++;
            }
            return at < head.length && beginsSpans(head, at + 1, head.length, 0) ? VARINT : null;
        }

        /**
         * Answers whether a request, or on a deeper level a part of one, leads to a span: fields of the right numbers and types, down to ids
         * of the right lengths. What the bytes at hand do not hold cannot speak against it, but one span has to be there.
         */
        private static boolean beginsSpans(byte[] head, long from, long end, int depth) {
            int at = (int) from;
            while (at < end) {
                int tag = head[at++] & 0xff;
                long length = 0;
                int shift = 0;
                while (at < end && head[at] < 0 && shift < 35) {
                    length |= (long) (head[at++] & 0x7f) << shift;
                    shift += 7;
                }
                if (at >= end) {
                    return false;
                }
                length |= (long) (head[at++] & 0x7f) << shift;
                long to = Math.min(end, at + length);
                boolean inner = depth == 0 ? tag == RESOURCE_SPANS : tag == 0x12;
                if (depth == MAX_DEPTH) {
                    // a span begins with its trace's id, and its own follows
                    return tag == RESOURCE_SPANS
                            && length == 16
                            && at + 18 <= head.length
                            && head[at + 16] == 0x12
                            && head[at + 17] == 8;
                }
                if (inner && beginsSpans(head, at, to, depth + 1)) {
                    return true;
                }
                if (!inner && (depth == 0 || !isOther(tag)) || at + length > end) {
                    return false;
                }
                at += (int) length;
            }
            return false;
        }

        /** Answers whether a tag is that of a resource or scope, or of a schema. */
        private static boolean isOther(int tag) {
            return Arrays.asList(0x0a, 0x1a).contains(tag);
        }
    }
}
