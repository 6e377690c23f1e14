// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.access.lookup;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;

/**
 * Makes handles that read fields, private ones included.
 *
 * <p><b>Threading:</b> any thread; {@link #openWith} is called once, before the first path is read.
 */
public final class FieldHandles {
    private static final MethodType TYPE = MethodType.methodType(Object.class, Object.class);

    private static final MethodType INT_TYPE = MethodType.methodType(int.class, Object.class);

    private static volatile ModuleOpener opener = (type, reader) -> {};

    private FieldHandles() {}

    /** Says who opens packages of named modules; until then their private fields are not read. */
    public static void openWith(ModuleOpener modules) {
        opener = modules;
    }

    /**
     * Returns a handle of type {@code (Object)Object} that reads a declared field, {@code null} when there is none of the name
     * or it cannot be opened.
     */
    public static MethodHandle reader(Class<?> in, String field) {
        return getter(in, field);
    }

    /** Returns a handle of type {@code (Object)int} that reads a declared field of type int; {@code null} as above. */
    public static MethodHandle intReader(Class<?> in, String field) {
        try {
            Field declared = in.getDeclaredField(field);
            return declared.getType() == int.class && getter(declared) != null
                    ? MethodHandles.lookup().unreflectGetter(declared).asType(INT_TYPE)
                    : null;
        } catch (NoSuchFieldException | IllegalAccessException | LinkageError e) {
            return null;
        }
    }

    /** Returns a handle of type {@code (Object)Object}, {@code null} when the field cannot be opened. */
    public static MethodHandle getter(Field field) {
        try {
            if (!field.trySetAccessible()) {
                opener.open(field.getDeclaringClass(), FieldHandles.class);
                if (!field.trySetAccessible()) {
                    return null;
                }
            }
            return MethodHandles.lookup().unreflectGetter(field).asType(TYPE);
        } catch (IllegalAccessException | RuntimeException e) {
            return null;
        }
    }

    /** Returns a handle of the declared field of a name, {@code null} when there is none or it cannot be opened. */
    public static MethodHandle getter(Class<?> in, String name) {
        try {
            return getter(in.getDeclaredField(name));
        } catch (NoSuchFieldException | LinkageError e) {
            // A class may mention types that are not there (optional dependencies): then it cannot be asked.
            return null;
        }
    }
}
