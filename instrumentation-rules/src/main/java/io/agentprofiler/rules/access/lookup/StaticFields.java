// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.access.lookup;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/**
 * Reads static fields of classes that are loaded. No class loader is asked, no class is loaded or initialized, and no code of the
 * application runs.
 *
 * <p><b>Threading:</b> any thread.
 */
public final class StaticFields {
    private StaticFields() {}

    /**
     * Returns the class that a loader has loaded under a name; {@code null} if it has not, or if the JVM does not tell.
     *
     * @param loader {@code null} for the JVM's own loader; that one loads the class if it has it
     */
    public static Class<?> loadedClass(ClassLoader loader, String name) {
        try {
            return loader == null
                    ? Class.forName(name, false, null)
                    : (Class<?>) FindLoaded.METHOD.invoke(loader, name);
        } catch (ClassNotFoundException | IllegalAccessException | InvocationTargetException | LinkageError e) {
            return null;
        }
    }

    /**
     * Returns the object in a static field; {@code null} if there is no such field, if the field cannot be read from memory, and as
     * long as the class is not initialized.
     */
    public static Object read(Class<?> in, String name) {
        return FieldReaders.readStatic(in, name);
    }

    /** The JDK's method that looks into a loader's table of classes. It is final and native, so no loader changes what it does. */
    private static final class FindLoaded {
        static final Method METHOD = find();

        private static Method find() {
            try {
                Method method = ClassLoader.class.getDeclaredMethod("findLoadedClass", String.class);
                FieldReaders.open(ClassLoader.class, StaticFields.class);
                method.setAccessible(true);
                return method;
            } catch (NoSuchMethodException e) {
                throw new NoSuchMethodError(e.getMessage());
            }
        }
    }
}
