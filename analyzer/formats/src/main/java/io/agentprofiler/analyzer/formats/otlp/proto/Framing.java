// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.otlp.proto;

import java.util.Arrays;

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
