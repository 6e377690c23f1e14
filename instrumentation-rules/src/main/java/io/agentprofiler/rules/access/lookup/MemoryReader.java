// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.access.lookup;

import java.lang.reflect.Field;
import jdk.internal.misc.Unsafe;

/**
 * Reads a field where it lies in the object, as the JDK's own code does: a method handle that is not a constant costs a chain of calls
 * each time, and its classes take long to be made.
 *
 * <p>Nothing is read of an object that is not of the class that declares the field, so that no address is ever wrong. All fields are
 * read as if they were volatile: some are.
 */
final class MemoryReader extends FieldReader {
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();

    private final Class<?> declaring;
    private final long offset;
    /** The first letter of the descriptor of the field's type, {@code L} of an array, too. */
    private final char kind;

    private MemoryReader(Field field) {
        this.declaring = field.getDeclaringClass();
        this.offset = UNSAFE.objectFieldOffset(field);
        char first = field.getType().descriptorString().charAt(0);
        this.kind = first == '[' ? 'L' : first;
    }

    /**
     * Returns what reads a field that is not static, accessible or not.
     *
     * @throws LinkageError when the JDK's package is not exported to this class, or there is no such class in it
     */
    static FieldReader of(Field field) {
        return new MemoryReader(field);
    }

    @Override
    public Object read(Object of) {
        check(of);
        return kind == 'L' ? UNSAFE.getReferenceVolatile(of, offset) : primitive(of);
    }

    @Override
    public int readInt(Object of) {
        check(of);
        if (kind != 'I') {
            throw new ClassCastException("a field that is no int");
        }
        return UNSAFE.getIntVolatile(of, offset);
    }

    private void check(Object of) {
        if (!declaring.isInstance(of)) {
            throw new ClassCastException("no object of " + declaring.getName());
        }
    }

    private Object primitive(Object of) {
        return switch (kind) {
            case 'Z' -> UNSAFE.getBooleanVolatile(of, offset);
            case 'B' -> UNSAFE.getByteVolatile(of, offset);
            case 'C' -> UNSAFE.getCharVolatile(of, offset);
            case 'S' -> UNSAFE.getShortVolatile(of, offset);
            case 'I' -> UNSAFE.getIntVolatile(of, offset);
            case 'J' -> UNSAFE.getLongVolatile(of, offset);
            case 'F' -> UNSAFE.getFloatVolatile(of, offset);
            default -> UNSAFE.getDoubleVolatile(of, offset);
        };
    }
}
