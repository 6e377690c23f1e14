// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.export;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A message of Protocol Buffers in the making, a field after the other.
 *
 * <p><b>Threading:</b> one thread.
 */
public final class ProtobufMessage {
    private static final int VARINT = 0;
    private static final int FIXED64 = 1;
    private static final int BYTES = 2;
    private static final int FIXED32 = 5;
    private static final int TYPE_BITS = 3;
    private static final int SEVEN_BITS = 0x7F;
    private static final int MORE = 0x80;
    private static final int LONGEST_VARINT = 10;

    private byte[] bytes = new byte[64];
    private int size;

    /** Makes a message without fields. */
    public ProtobufMessage() {}

    /** Adds a whole number or truth value: int64, uint64, an enum, bool. */
    public ProtobufMessage number(int field, long value) {
        tag(field, VARINT);
        varint(value);
        return this;
    }

    /** Adds a number of eight bytes: fixed64. */
    public ProtobufMessage fixed(int field, long value) {
        tag(field, FIXED64);
        reserve(Long.BYTES);
        for (int i = 0; i < Long.SIZE; i += Byte.SIZE) {
            bytes[size++] = (byte) (value >>> i);
        }
        return this;
    }

    /** Adds a number of four bytes: fixed32. */
    public ProtobufMessage fixed32(int field, int value) {
        tag(field, FIXED32);
        reserve(Integer.BYTES);
        for (int i = 0; i < Integer.SIZE; i += Byte.SIZE) {
            bytes[size++] = (byte) (value >>> i);
        }
        return this;
    }

    /** Adds a double. */
    public ProtobufMessage real(int field, double value) {
        return fixed(field, Double.doubleToRawLongBits(value));
    }

    /** Adds a text; halves of characters become question marks. */
    public ProtobufMessage text(int field, String value) {
        byte[] text = value.getBytes(StandardCharsets.UTF_8);
        return bytes(field, text, text.length);
    }

    /** Adds a message, as far as it is made. */
    public ProtobufMessage message(int field, ProtobufMessage value) {
        return bytes(field, value.bytes, value.size);
    }

    /** Adds bytes: those of a message that was made before, or bytes. */
    public ProtobufMessage bytes(int field, byte[] value) {
        return bytes(field, value, value.length);
    }

    private ProtobufMessage bytes(int field, byte[] value, int length) {
        tag(field, BYTES);
        varint(length);
        reserve(length);
        System.arraycopy(value, 0, bytes, size, length);
        size += length;
        return this;
    }

    private void tag(int field, int type) {
        varint((long) field << TYPE_BITS | type);
    }

    private void varint(long value) {
        reserve(LONGEST_VARINT);
        long left = value;
        while ((left & ~SEVEN_BITS) != 0) {
            bytes[size++] = (byte) (left & SEVEN_BITS | MORE);
            left >>>= Byte.SIZE - 1;
        }
        bytes[size++] = (byte) left;
    }

    private void reserve(int more) {
        if (bytes.length - size < more) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, Math.addExact(size, more)));
        }
    }

    /** Writes the fields, without the message's length. */
    public void writeTo(OutputStream out) throws IOException {
        out.write(bytes, 0, size);
    }

    /** Returns the fields, without the message's length. */
    public byte[] toBytes() {
        return Arrays.copyOf(bytes, size);
    }
}
