// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.segment.json;

import java.util.Arrays;

/**
 * Collects bytes until whole lines can be handed over; a line that failed half-way can be taken back. Knows how JSON writes
 * texts and numbers.
 *
 * <p><b>Threading:</b> one thread.
 */
public final class LineBuffer {
    private static final int USUAL = 128 * 1024;
    private static final int LARGEST_KEPT = 1024 * 1024;

    private static final int LONGEST_NUMBER = 20;
    private static final int LONGEST_ESCAPE = 6;
    private static final int ID_DIGITS = 16;
    private static final byte[] LOWER = digits("0123456789abcdef");
    private static final byte[] UPPER = digits("0123456789ABCDEF");
    /** Of each char of ASCII what stands for it behind a backslash, 0 where it stands for itself. */
    private static final byte[] ESCAPES = escapes();

    private byte[] bytes;
    private int size;

    public LineBuffer() {
        this(USUAL);
    }

    LineBuffer(int usual) {
        bytes = new byte[usual];
    }

    @SuppressWarnings("deprecation") // the one way to take ASCII over without a detour
    private static byte[] digits(String ascii) {
        byte[] digits = new byte[ascii.length()];
        ascii.getBytes(0, digits.length, digits, 0);
        return digits;
    }

    private static byte[] escapes() {
        byte[] escapes = new byte[0x80];
        Arrays.fill(escapes, 0, ' ', (byte) 'u');
        escapes['\b'] = 'b';
        escapes['\t'] = 't';
        escapes['\n'] = 'n';
        escapes['\f'] = 'f';
        escapes['\r'] = 'r';
        escapes['"'] = '"';
        escapes['\\'] = '\\';
        return escapes;
    }

    public int size() {
        return size;
    }

    public byte[] bytes() {
        return bytes;
    }

    byte[] copy() {
        return Arrays.copyOf(bytes, size);
    }

    /** Takes back everything after the first {@code length} bytes. */
    public void truncate(int length) {
        size = length;
    }

    /** Empties the buffer; one huge line does not keep its memory for ever. */
    public void clear() {
        size = 0;
        if (bytes.length > LARGEST_KEPT) {
            bytes = new byte[USUAL];
        }
    }

    void put(byte one) {
        ensure(1);
        bytes[size++] = one;
    }

    void put(byte[] all) {
        ensure(all.length);
        System.arraycopy(all, 0, bytes, size, all.length);
        size += all.length;
    }

    /** Writes a number in decimal digits. */
    void number(long number) {
        ensure(LONGEST_NUMBER);
        // Negative, since the least number has no positive counterpart.
        long rest = number;
        if (number < 0) {
            bytes[size++] = '-';
        } else {
            rest = -number;
        }
        int end = size + 1;
        for (long left = rest / 10; left != 0; left /= 10) {
            end++;
        }
        size = end;
        do {
            long tenth = rest / 10;
            bytes[--end] = (byte) ('0' + (tenth * 10 - rest));
            rest = tenth;
        } while (rest != 0);
    }

    /** Writes an id as 16 hexadecimal digits. */
    void id(long id) {
        ensure(ID_DIGITS);
        long rest = id;
        for (int at = size + ID_DIGITS - 1; at >= size; at--) {
            bytes[at] = LOWER[(int) (rest & 0xf)];
            rest >>>= 4;
        }
        size += ID_DIGITS;
    }

    /** Writes chars of ASCII that need no escape. */
    void ascii(String text) {
        ensure(text.length());
        for (int i = 0; i < text.length(); i++) {
            bytes[size++] = (byte) text.charAt(i);
        }
    }

    /** Writes a text in quotes. */
    void quoted(String text) {
        int length = text.length();
        ensure(Math.addExact(length, 2));
        byte[] into = bytes;
        int at = size;
        into[at++] = '"';
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            if (c >= 0x80 || ESCAPES[c] != 0) {
                size = at;
                quotedFrom(text, i);
                return;
            }
            into[at++] = (byte) c;
        }
        into[at++] = '"';
        size = at;
    }

    /** Writes the rest of a text that is not all plain, and the quote behind it. */
    private void quotedFrom(String text, int from) {
        for (int i = from; i < text.length(); i++) {
            ensure(LONGEST_ESCAPE);
            char c = text.charAt(i);
            if (c < 0x80) {
                byte escape = ESCAPES[c];
                if (escape == 0) {
                    bytes[size++] = (byte) c;
                } else if (escape == 'u') {
                    unicode(c);
                } else {
                    bytes[size++] = '\\';
                    bytes[size++] = escape;
                }
            } else if (Character.isSurrogate(c)) {
                // Each half for itself: one that is left over where a text was cut is no UTF-8.
                unicode(c);
            } else if (c < 0x800) {
                bytes[size++] = (byte) (0xc0 | c >> 6);
                bytes[size++] = (byte) (0x80 | c & 0x3f);
            } else {
                bytes[size++] = (byte) (0xe0 | c >> 12);
                bytes[size++] = (byte) (0x80 | c >> 6 & 0x3f);
                bytes[size++] = (byte) (0x80 | c & 0x3f);
            }
        }
        put((byte) '"');
    }

    private void unicode(char c) {
        bytes[size++] = '\\';
        bytes[size++] = 'u';
        bytes[size++] = UPPER[c >> 12];
        bytes[size++] = UPPER[c >> 8 & 0xf];
        bytes[size++] = UPPER[c >> 4 & 0xf];
        bytes[size++] = UPPER[c & 0xf];
    }

    private void ensure(int more) {
        if (bytes.length - size < more) {
            bytes = Arrays.copyOf(bytes, Math.max(Math.addExact(size, more), bytes.length * 2));
        }
    }
}
