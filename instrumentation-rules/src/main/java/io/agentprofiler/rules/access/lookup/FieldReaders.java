// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.access.lookup;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.function.BiConsumer;
import jdk.internal.misc.Unsafe;

/**
 * Makes what reads fields, private ones included.
 *
 * <p><b>Threading:</b> any thread; {@link #openWith} is called once, before the first path is read.
 */
public final class FieldReaders {
    private static volatile BiConsumer<Class<?>, Class<?>> opener = (type, reader) -> {};
    private static volatile boolean fromMemory;

    private FieldReaders() {}

    /**
     * Says who opens packages of named modules; until then their private fields are not read, and all others by handles. From then
     * on fields are read from memory, if the JDK's package for that can be opened. No error is thrown.
     *
     * @param modules opens the package of its first class to the module of its second, as only someone can who may redefine modules;
     *     throws a {@code RuntimeException} where it cannot, and the field is then not read
     */
    public static void openWith(BiConsumer<Class<?>, Class<?>> modules) {
        opener = modules;
        try {
            modules.accept(Class.forName("jdk.internal.misc.Unsafe"), FieldReaders.class);
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

    /** Returns the object in a static field; see {@link StaticFields#read}. */
    static Object readStatic(Class<?> in, String name) {
        try {
            return fromMemory ? MemoryReader.readStatic(in.getDeclaredField(name)) : null;
        } catch (NoSuchFieldException | LinkageError e) {
            // as above
            return null;
        }
    }

    /** Opens the package of {@code type} to the module of {@code reader}, if someone was named who can. */
    public static void open(Class<?> type, Class<?> reader) {
        opener.accept(type, reader);
    }

    private static boolean isOpen(Field field) {
        if (!field.trySetAccessible()) {
            opener.accept(field.getDeclaringClass(), FieldReaders.class);
        }
        return field.trySetAccessible();
    }

    /** Reads a field by a method handle, which any Java program may make of a field that is open to it. */
    static final class HandleReader extends FieldReader {
        private static final MethodType TYPE = MethodType.methodType(Object.class, Object.class);

        private final MethodHandle handle;

        private HandleReader(MethodHandle handle) {
            this.handle = handle;
        }

        /** Returns what reads a field that is accessible here. */
        static FieldReader of(Field field) throws IllegalAccessException {
            return new HandleReader(
                    MethodHandles.lookup().unreflectGetter(field).asType(TYPE));
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

    /**
     * Reads a field where it lies in the object, as the JDK's own code does: a method handle that is not a constant costs a chain of calls
     * each time, and its classes take long to be made.
     *
     * <p>Nothing is read of an object that is not of the class that declares the field, so that no address is ever wrong. All fields are
     * read as if they were volatile: some are.
     */
    static final class MemoryReader extends FieldReader {
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

        /** Returns the object in a static field of a class that is initialized, else {@code null}; it is not initialized here. */
        static Object readStatic(Field field) {
            Class<?> declaring = field.getDeclaringClass();
            if (!Modifier.isStatic(field.getModifiers())
                    || field.getType().isPrimitive()
                    || UNSAFE.shouldBeInitialized(declaring)) {
                return null;
            }
            return UNSAFE.getReferenceVolatile(UNSAFE.staticFieldBase(field), UNSAFE.staticFieldOffset(field));
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
}
