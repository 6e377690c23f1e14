// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.export;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * The fields of a small message of Protocol Buffers that somebody else made. Of a field that stands there several times the last one
 * counts. What is no such message has no fields.
 *
 * <p><b>Threading:</b> immutable.
 */
public final class Fields {
    private static final int TYPE_BITS = 3;
    private static final int TYPE = 7;
    private static final int SEVEN_BITS = 0x7F;
    private static final int MOST_BITS = 63;

    private final Map<Integer, Object> fields;

    private Fields(Map<Integer, Object> fields) {
        this.fields = fields;
    }

    /** Reads a message. */
    public static Fields of(byte[] bytes) {
        Map<Integer, Object> fields = new HashMap<>();
        ByteBuffer in = ByteBuffer.wrap(bytes);
        try {
            while (in.hasRemaining()) {
                long tag = varint(in);
                Object value = switch ((int) (tag & TYPE)) {
                    case 0 -> (Object) varint(in);
                    case 1 -> skip(in, Long.BYTES);
                    case 2 -> bytes(in);
                    case 5 -> skip(in, Integer.BYTES);
                    default -> throw new BufferUnderflowException();
                };
                fields.put((int) (tag >>> TYPE_BITS), value);
            }
        } catch (BufferUnderflowException e) {
            return new Fields(Map.of());
        }
        return new Fields(fields);
    }

    private static byte[] bytes(ByteBuffer in) {
        long length = varint(in);
        if (length < 0 || length > in.remaining()) {
            throw new BufferUnderflowException();
        }
        byte[] value = new byte[(int) length];
        in.get(value);
        return value;
    }

    private static byte[] skip(ByteBuffer in, int length) {
        byte[] value = new byte[length];
        in.get(value);
        return value;
    }

    private static long varint(ByteBuffer in) {
        long value = 0;
        for (int shift = 0; shift <= MOST_BITS; shift += Byte.SIZE - 1) {
            byte next = in.get();
            value |= (long) (next & SEVEN_BITS) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw new BufferUnderflowException();
    }

    /** Returns a whole number; 0 where there is none, as the format has it. */
    public long number(int field) {
        return fields.get(field) instanceof Long number ? number : 0;
    }

    /** Returns a text; empty where there is none, as the format has it. */
    public String text(int field) {
        return fields.get(field) instanceof byte[] bytes ? new String(bytes, StandardCharsets.UTF_8) : "";
    }

    /** Returns a message; one without fields where there is none. */
    public Fields message(int field) {
        return of(fields.get(field) instanceof byte[] bytes ? bytes : new byte[0]);
    }
}
