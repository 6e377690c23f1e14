// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.export.parquet;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Writes structs by Thrift's compact protocol. Fields are written in the order of their numbers.
 *
 * <p><b>Threading:</b> one thread.
 */
final class Thrift {
    private static final int TRUE = 1;
    private static final int FALSE = 2;
    private static final int INT32 = 5;
    private static final int INT64 = 6;
    private static final int BINARY = 8;
    private static final int LIST = 9;
    private static final int STRUCT = 12;
    private static final int SHORT_LIST = 15;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    /** The number of the last field of each struct that is open. */
    private final Deque<Integer> open = new ArrayDeque<>();

    private int last;

    private Thrift field(int number, int type) {
        int delta = number - last;
        if (delta > 0 && delta <= SHORT_LIST) {
            out.write(delta << 4 | type);
        } else {
            out.write(type);
            varint(zigzag(number));
        }
        last = number;
        return this;
    }

    private void varint(long value) {
        long rest = value;
        while ((rest & ~0x7fL) != 0) {
            out.write((int) (rest & 0x7f | 0x80));
            rest >>>= 7;
        }
        out.write((int) rest);
    }

    private static long zigzag(long value) {
        return value << 1 ^ value >> 63;
    }

    Thrift bool(int number, boolean value) {
        return field(number, value ? TRUE : FALSE);
    }

    Thrift int32(int number, int value) {
        field(number, INT32);
        varint(zigzag(value));
        return this;
    }

    Thrift int64(int number, long value) {
        field(number, INT64);
        varint(zigzag(value));
        return this;
    }

    Thrift text(int number, String value) {
        field(number, BINARY);
        return bytes(value);
    }

    private Thrift bytes(String value) {
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        varint(bytes.length);
        out.writeBytes(bytes);
        return this;
    }

    /** Begins a field that is a struct. */
    Thrift struct(int number) {
        field(number, STRUCT);
        return element();
    }

    /** Begins an element of a list of structs. */
    Thrift element() {
        open.push(last);
        last = 0;
        return this;
    }

    /** Ends a struct. */
    Thrift end() {
        out.write(0);
        last = open.pop();
        return this;
    }

    private Thrift list(int number, int type, int size) {
        field(number, LIST);
        if (size < SHORT_LIST) {
            out.write(size << 4 | type);
        } else {
            out.write(0xf0 | type);
            varint(size);
        }
        return this;
    }

    /** Begins a list of structs, each of which is an {@link #element} with its {@link #end}. */
    Thrift structs(int number, int size) {
        return list(number, STRUCT, size);
    }

    Thrift ints(int number, int... values) {
        list(number, INT32, values.length);
        for (int value : values) {
            varint(zigzag(value));
        }
        return this;
    }

    Thrift texts(int number, String... values) {
        list(number, BINARY, values.length);
        for (String value : values) {
            bytes(value);
        }
        return this;
    }

    /** Ends the outermost struct; returns all that was written. */
    byte[] whole() {
        out.write(0);
        return out.toByteArray();
    }
}
