// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.otlp.wire;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A message in protobuf's encoding, field by field.
 *
 * <p>OTLP needs three of the encoding's types and has no groups, so this is all of the format; generated classes of every signal, and
 * the library below them, would be a hundred times larger.
 *
 * <p><b>Threading:</b> one thread.
 */
final class Message {
    private static final int VARINT = 0;
    private static final int FIXED64 = 1;
    private static final int BYTES = 2;
    private static final int FIXED32 = 5;

    private final byte[] bytes;
    private final int end;
    private int at;
    private int field;
    private int type;
    private long number;
    private int from;
    private int to;

    Message(byte[] bytes) {
        this(bytes, 0, bytes.length);
    }

    private Message(byte[] bytes, int from, int end) {
        this.bytes = bytes;
        this.at = from;
        this.end = end;
    }

    /** Returns the bytes of a field, the last ones where it stands there several times; none where the bytes are no message. */
    static byte[] lastBytes(byte[] message, int field) {
        byte[] last = new byte[0];
        try {
            for (Message in = new Message(message); in.next(); ) {
                last = in.field() == field ? in.bytes() : last;
            }
        } catch (DamagedException e) {
            return new byte[0];
        }
        return last;
    }

    /** Returns the number of a field so, 0 where there is none. */
    static long lastNumber(byte[] message, int field) {
        long last = 0;
        try {
            for (Message in = new Message(message); in.next(); ) {
                last = in.field() == field ? in.number() : last;
            }
        } catch (DamagedException e) {
            return 0;
        }
        return last;
    }

    /** Moves to the next field; answers whether there is one. */
    boolean next() throws DamagedException {
        if (at == end) {
            return false;
        }
        long tag = varint();
        field = (int) (tag >>> 3);
        type = (int) (tag & 7);
        if (tag >>> 3 == 0 || tag >>> 3 > 0x1fffffff) {
            throw new DamagedException("a field without a number");
        }
        switch (type) {
            case VARINT -> number = varint();
            case FIXED64 -> number = fixed(8);
            case FIXED32 -> number = fixed(4);
            case BYTES -> {
                long length = varint();
                if (length < 0 || length > end - at) {
                    throw new DamagedException("field " + field + " is longer than its message");
                }
                from = at;
                to = at + (int) length;
                at = to;
            }
            default -> throw new DamagedException("field " + field + " of an unknown type");
        }
        return true;
    }

    int field() {
        return field;
    }

    /** Returns the number of the field, 0 where it is of another type. */
    long number() {
        return type == BYTES ? 0 : number;
    }

    double fraction() {
        return type == FIXED64 ? Double.longBitsToDouble(number) : 0;
    }

    byte[] bytes() {
        return type == BYTES ? Arrays.copyOfRange(bytes, from, to) : new byte[0];
    }

    String text() {
        return type == BYTES ? new String(bytes, from, to - from, StandardCharsets.UTF_8) : "";
    }

    /** Returns the message that the field is. */
    Message message() throws DamagedException {
        if (type != BYTES) {
            throw new DamagedException("field " + field + " is no message");
        }
        return new Message(bytes, from, to);
    }

    private long varint() throws DamagedException {
        long value = 0;
        for (int shift = 0; shift < 70; shift += 7) {
            if (at == end) {
                throw new DamagedException("a number is cut off");
            }
            byte next = bytes[at++];
            value |= shift < 64 ? (long) (next & 0x7f) << shift : 0;
            if (next >= 0) {
                return value;
            }
        }
        throw new DamagedException("a number of more than 64 bits");
    }

    private long fixed(int length) throws DamagedException {
        if (length > end - at) {
            throw new DamagedException("a number is cut off");
        }
        long value = 0;
        for (int i = 0; i < length; i++) {
            value |= (bytes[at++] & 0xffL) << 8 * i;
        }
        return value;
    }

    /** Bytes are not protobuf, or not the message that was expected. */
    static final class DamagedException extends Exception {
        private static final long serialVersionUID = 1;

        DamagedException(String message) {
            super(message);
        }
    }
}
