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
    private static final int ID_DIGITS = 16;
    private static final int LONGEST_ESCAPE = 6;
    private static final int TEN_TO_THE_2 = 100;
    private static final int TEN_TO_THE_4 = 10_000;
    private static final int TEN_TO_THE_8 = 100_000_000;
    private static final long TEN_TO_THE_16 = 10_000_000_000_000_000L;
    private static final int BYTE = 0xff;

    /** The digits of 00 to 99, and of 00 to ff, one pair after the other. */
    private static final byte[] DECIMAL = pairs(10);

    private static final byte[] HEXADECIMAL = pairs(16);

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

    private static byte[] pairs(int base) {
        byte[] pairs = new byte[2 * base * base];
        for (int i = 0; i < base * base; i++) {
            pairs[2 * i] = (byte) Character.forDigit(i / base, base);
            pairs[2 * i + 1] = (byte) Character.forDigit(i % base, base);
        }
        return pairs;
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
        size = decimal(number, bytes, size);
    }

    /** Writes an id as 16 hexadecimal digits. */
    void id(long id) {
        ensure(ID_DIGITS);
        hexadecimal(id, bytes, size);
        size += ID_DIGITS;
    }

    /** Writes a number from {@code at} on; returns where it ends. */
    private static int decimal(long number, byte[] into, int at) {
        if (number >= 0) {
            return positive(number, into, at);
        }
        into[at] = '-';
        if (number == Long.MIN_VALUE) {
            // It has no positive counterpart: its last digit is written by itself.
            int end = positive(-(number / 10), into, at + 1);
            into[end] = (byte) ('0' - number % 10);
            return end + 1;
        }
        return positive(-number, into, at + 1);
    }

    private static int positive(long number, byte[] into, int at) {
        if (number < TEN_TO_THE_8) {
            return few((int) number, into, at);
        }
        if (number < TEN_TO_THE_16) {
            long high = number / TEN_TO_THE_8;
            return eight((int) (number - high * TEN_TO_THE_8), into, few((int) high, into, at));
        }
        long high = number / TEN_TO_THE_16;
        long low = number - high * TEN_TO_THE_16;
        long middle = low / TEN_TO_THE_8;
        int end = few((int) high, into, at);
        return eight((int) (low - middle * TEN_TO_THE_8), into, eight((int) middle, into, end));
    }

    /** Writes a number of up to eight digits. */
    private static int few(int number, byte[] into, int at) {
        int end = at + length(number);
        int rest = number;
        int to = end;
        while (rest >= 10) {
            int hundreds = rest / TEN_TO_THE_2;
            to -= 2;
            pair(DECIMAL, rest - hundreds * TEN_TO_THE_2, into, to);
            rest = hundreds;
        }
        if (to > at) {
            into[at] = (byte) ('0' + rest);
        }
        return end;
    }

    private static int length(int number) {
        int length = 1;
        for (int most = 10; number >= most && length < 8; most *= 10) {
            length++;
        }
        return length;
    }

    /** Writes eight digits, zeros in front included. */
    private static int eight(int number, byte[] into, int at) {
        int high = number / TEN_TO_THE_4;
        int low = number - high * TEN_TO_THE_4;
        pair(DECIMAL, high / TEN_TO_THE_2, into, at);
        pair(DECIMAL, high % TEN_TO_THE_2, into, at + 2);
        pair(DECIMAL, low / TEN_TO_THE_2, into, at + 4);
        pair(DECIMAL, low % TEN_TO_THE_2, into, at + 6);
        return at + 8;
    }

    /** Writes a number as {@value #ID_DIGITS} hexadecimal digits. */
    private static void hexadecimal(long number, byte[] into, int at) {
        for (int i = 0; i < Long.BYTES; i++) {
            int shift = Long.SIZE - Byte.SIZE * (i + 1);
            pair(HEXADECIMAL, (int) (number >>> shift) & BYTE, into, at + 2 * i);
        }
    }

    private static void pair(byte[] pairs, int which, byte[] into, int at) {
        into[at] = pairs[2 * which];
        into[at + 1] = pairs[2 * which + 1];
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
