// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.access.lookup;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;

/** Reads a field by a method handle, which any Java program may make of a field that is open to it. */
final class HandleReader extends FieldReader {
    private static final MethodType TYPE = MethodType.methodType(Object.class, Object.class);

    private final MethodHandle handle;

    private HandleReader(MethodHandle handle) {
        this.handle = handle;
    }

    /** Returns what reads a field that is accessible here. */
    static FieldReader of(Field field) throws IllegalAccessException {
        return new HandleReader(MethodHandles.lookup().unreflectGetter(field).asType(TYPE));
    }

    @Override
    public Object read(Object of) {
        try {
            return (Object) handle.invokeExact(of);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("a field throws nothing that is checked", e);
        }
    }

    @Override
    public int readInt(Object of) {
        return (int) read(of);
    }
}
