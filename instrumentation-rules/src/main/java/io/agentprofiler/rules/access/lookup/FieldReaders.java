// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.access.lookup;

import java.lang.reflect.Field;

/**
 * Makes what reads fields, private ones included.
 *
 * <p><b>Threading:</b> any thread; {@link #openWith} is called once, before the first path is read.
 */
public final class FieldReaders {
    private static volatile ModuleOpener opener = (type, reader) -> {};
    private static volatile boolean fromMemory;

    private FieldReaders() {}

    /**
     * Says who opens packages of named modules; until then their private fields are not read, and all others by handles. From then
     * on fields are read from memory, if the JDK's package for that can be opened. No error is thrown.
     */
    public static void openWith(ModuleOpener modules) {
        opener = modules;
        try {
            modules.open(Class.forName("jdk.internal.misc.Unsafe"), FieldReaders.class);
            MemoryReader.of(Throwable.class.getDeclaredField("cause"));
            fromMemory = true;
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            // another JVM than expected: method handles read the same, only slower
            fromMemory = false;
        }
    }

    /** Returns what reads a field that is not static, {@code null} when it cannot be opened. */
    public static FieldReader of(Field field) {
        try {
            return fromMemory ? MemoryReader.of(field) : isOpen(field) ? HandleReader.of(field) : null;
        } catch (IllegalAccessException | RuntimeException e) {
            return null;
        }
    }

    /** Returns what reads the declared field of a name, {@code null} when there is none or it cannot be opened. */
    public static FieldReader of(Class<?> in, String name) {
        try {
            return of(in.getDeclaredField(name));
        } catch (NoSuchFieldException | LinkageError e) {
            // A class may mention types that are not there (optional dependencies): then it cannot be asked.
            return null;
        }
    }

    /** Returns what reads a declared field of type int; {@code null} as above, and when it is of another type. */
    public static FieldReader ofInt(Class<?> in, String name) {
        try {
            Field declared = in.getDeclaredField(name);
            return declared.getType() == int.class ? of(declared) : null;
        } catch (NoSuchFieldException | LinkageError e) {
            // as above
            return null;
        }
    }

    /** Opens the package of {@code type} to the module of {@code reader}, if someone was named who can. */
    public static void open(Class<?> type, Class<?> reader) {
        opener.open(type, reader);
    }

    private static boolean isOpen(Field field) {
        if (!field.trySetAccessible()) {
            opener.open(field.getDeclaringClass(), FieldReaders.class);
        }
        return field.trySetAccessible();
    }
}
