// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.call;

import io.agentprofiler.rules.path.object.Elements;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;

/**
 * Bytes that pass by, in order: no more than the first {@value #MOST_FIRST} and the last {@value #MOST_LAST}. What comes between
 * them is given up, and an empty line stands for it, so that a stream of events is read up to there and from there on. What passes
 * is copied, and otherwise left as it is.
 *
 * <p><b>Threading:</b> pieces come serially; read when the span has ended.
 */
final class KeptBytes {
    private static final int MOST_FIRST = 1 << 18;
    private static final int MOST_LAST = 1 << 16;
    private static final int LEAST = 1 << 10;
    private static final byte[] GAP = {'\n', '\n'};

    private byte[] first = new byte[LEAST];
    private int firstCount;
    /** A ring; {@code null} until the first bytes are complete. */
    private byte[] last;

    private long lastCount;

    /** Takes bytes in whichever form a rule's path leads to; of an array those between two indices. */
    void add(Object object, int from, int to) {
        if (object instanceof byte[] bytes) {
            addArray(bytes, from, to - from);
        } else if (object instanceof ByteBuffer buffer) {
            addBuffer(buffer);
        } else if (object instanceof Integer single) {
            if (single >= 0) {
                addArray(new byte[] {single.byteValue()}, 0, 1);
            }
        } else if (object instanceof List<?> several && Elements.canBeRead(several)) {
            for (Object each : several) {
                if (each instanceof ByteBuffer buffer) {
                    addBuffer(buffer);
                }
            }
        }
    }

    /** Takes some bytes of an array; those that are not there are left out. */
    private void addArray(byte[] bytes, int from, int count) {
        int start = Math.max(0, from);
        int length = Math.min(count, bytes.length - start);
        if (length <= 0) {
            return;
        }
        int fits = room(length);
        System.arraycopy(bytes, start, first, firstCount, fits);
        firstCount += fits;
        addLast(bytes, start + fits, length - fits);
    }

    /** Takes what is left in a buffer, which stays as it is. */
    private void addBuffer(ByteBuffer buffer) {
        int from = buffer.position();
        int length = buffer.remaining();
        int fits = room(length);
        buffer.get(from, first, firstCount, fits);
        firstCount += fits;
        if (fits < length) {
            int rest = Math.min(length - fits, MOST_LAST);
            byte[] copy = new byte[rest];
            buffer.get(buffer.limit() - rest, copy);
            // of a longer one, the bytes before these are overwritten anyway
            lastCount += length - fits - rest;
            addLast(copy, 0, rest);
        }
    }

    /** Grows the head of the copy if it may; returns how many of {@code length} bytes still fit into it. */
    private int room(int length) {
        int fits = Math.min(length, MOST_FIRST - firstCount);
        if (firstCount + fits > first.length) {
            first = Arrays.copyOf(first, Math.min(MOST_FIRST, Math.max(firstCount + fits, first.length * 2)));
        }
        return fits;
    }

    private void addLast(byte[] bytes, int from, int count) {
        if (count <= 0) {
            return;
        }
        if (last == null) {
            last = new byte[MOST_LAST];
        }
        int skipped = Math.max(0, count - MOST_LAST);
        lastCount += skipped;
        int at = (int) (lastCount % MOST_LAST);
        int upToTheEnd = Math.min(count - skipped, MOST_LAST - at);
        System.arraycopy(bytes, from + skipped, last, at, upToTheEnd);
        System.arraycopy(bytes, from + skipped + upToTheEnd, last, 0, count - skipped - upToTheEnd);
        lastCount += count - skipped;
    }

    /** Returns a copy of what is kept. */
    byte[] bytes() {
        if (lastCount == 0) {
            return Arrays.copyOf(first, firstCount);
        }
        boolean gap = lastCount > MOST_LAST;
        int between = gap ? GAP.length : 0;
        int count = (int) Math.min(lastCount, MOST_LAST);
        byte[] all = Arrays.copyOf(first, firstCount + between + count);
        System.arraycopy(GAP, 0, all, firstCount, between);
        int begin = gap ? (int) (lastCount % MOST_LAST) : 0;
        int upToTheEnd = Math.min(count, MOST_LAST - begin);
        System.arraycopy(last, begin, all, firstCount + between, upToTheEnd);
        System.arraycopy(last, 0, all, firstCount + between + upToTheEnd, count - upToTheEnd);
        return all;
    }
}
