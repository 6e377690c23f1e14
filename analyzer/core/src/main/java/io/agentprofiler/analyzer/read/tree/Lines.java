// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.read.tree;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The lines of a stream, one at a time; of one that is too long nothing is kept.
 *
 * <p><b>Threading:</b> one thread.
 */
public final class Lines {
    private static final int BUFFER_BYTES = 1 << 16;

    private final InputStream stream;
    private final int most;
    /** Holds the line, from {@link #start} to {@link #end}. */
    byte[] buffer = new byte[BUFFER_BYTES];

    int start;
    int end;
    /** Whether a line end was found, which the last line may lack. */
    boolean hasEnd;

    private int filled;
    private int next;
    private boolean tooLong;

    /**
     * Reads from a stream.
     *
     * @param most bytes of a line
     */
    public Lines(InputStream stream, int most) {
        this.stream = stream;
        this.most = most;
    }

    /** Moves to the next line; false at the end. */
    public boolean next() throws IOException {
        tooLong = false;
        hasEnd = false;
        start = next;
        int at = next;
        while (true) {
            while (at < filled && buffer[at] != '\n') {
                at++;
            }
            if (at < filled) {
                end = at;
                next = at + 1;
                hasEnd = true;
                return true;
            }
            if (at - start >= most) {
                // the rest of it is passed over
                tooLong = true;
                filled = start;
            }
            at = more(filled);
            if (at < 0) {
                end = filled;
                next = filled;
                return tooLong || end > start;
            }
        }
    }

    /** Reads more behind what there is of the line; returns where that begins, negative at the end. */
    private int more(int from) throws IOException {
        int length = from - start;
        if (start > 0) {
            System.arraycopy(buffer, start, buffer, 0, length);
            start = 0;
        }
        if (length == buffer.length) {
            buffer = Arrays.copyOf(buffer, buffer.length * 2);
        }
        filled = length;
        next = length;
        int read = stream.read(buffer, length, buffer.length - length);
        if (read < 0) {
            return -1;
        }
        filled = length + read;
        return length;
    }

    /** Answers whether the line has more bytes than it may have, so that nothing of it is held. */
    public boolean isTooLong() {
        return tooLong;
    }

    /** Returns the line, without its end. */
    public String text() {
        return new String(buffer, start, end - start, StandardCharsets.UTF_8);
    }

    /** Returns the first byte that is no space, negative where there is none. */
    int first() {
        int at = start;
        if (end - at >= 3 && (buffer[at] & 0xff) == 0xef && (buffer[at + 1] & 0xff) == 0xbb) {
            at += 3;
        }
        while (at < end && buffer[at] <= ' ' && buffer[at] >= 0) {
            at++;
        }
        return at < end ? buffer[at] : -1;
    }

    /** Answers whether nothing is on the line. */
    public boolean isBlank() {
        return first() < 0 && !tooLong;
    }

    boolean isRemark() {
        return start < end
                && (buffer[start] == '#'
                        || end - start > 4
                                && buffer[start] == '='
                                && buffer[start + 1] == '='
                                && buffer[start + 2] == '='
                                && buffer[start + 3] == '='
                                && buffer[start + 4] == '=');
    }

    /** Answers whether nothing but a brace stands on the line, as the first of an object that goes over several. */
    boolean isBraceAlone() {
        int characters = 0;
        for (int i = start; i < end; i++) {
            characters += buffer[i] > ' ' ? 1 : 0;
        }
        return characters == 1 && !tooLong;
    }
}
