// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.classfile;

import java.util.List;

/**
 * What a class file says of its class, as far as rules ask.
 *
 * @param name fully qualified, nested classes with {@code $}
 * @param flags access flags of the class
 * @param superName name of the superclass, {@code null} for {@code java.lang.Object}
 * @param interfaces names of the direct interfaces
 * @param signature generic signature, {@code null} when it has none
 * @param fields declared fields
 * @param methods declared methods, constructors included
 * @param pool the constants that code refers to; {@code null} when code was not asked for
 */
public record ClassFile(
        String name,
        int flags,
        String superName,
        List<String> interfaces,
        String signature,
        List<FieldInfo> fields,
        List<Method> methods,
        ConstantPool pool) {
    private static final int ACC_STATIC = 0x0008;
    private static final int ACC_BRIDGE = 0x0040;
    private static final int ACC_INTERFACE = 0x0200;
    private static final int ACC_ABSTRACT = 0x0400;
    private static final int ACC_ENUM = 0x4000;

    /** Answers whether this is an interface. */
    public boolean isInterface() {
        return (flags & ACC_INTERFACE) != 0;
    }

    /** Answers whether there are no objects of exactly this class. */
    public boolean isAbstract() {
        return (flags & ACC_ABSTRACT) != 0;
    }

    /** Returns the declared method with this erased signature, {@code null} when there is none. */
    public Method method(String name, String descriptor) {
        for (Method method : methods) {
            if (method.name().equals(name) && method.descriptor().equals(descriptor)) {
                return method;
            }
        }
        return null;
    }

    /** Returns the declared field of this name, {@code null} when there is none. */
    public FieldInfo field(String name) {
        for (FieldInfo field : fields) {
            if (field.name().equals(name)) {
                return field;
            }
        }
        return null;
    }

    /**
     * A declared field.
     *
     * @param name its name
     * @param flags its access flags
     * @param descriptor erased type as the class file writes it
     * @param signature generic type, {@code null} when it has none
     */
    public record FieldInfo(String name, int flags, String descriptor, String signature) {
        /** Answers whether it belongs to the class. */
        public boolean isStatic() {
            return (flags & ACC_STATIC) != 0;
        }

        /** Answers whether it holds a constant of an enum. */
        public boolean isEnumConstant() {
            return (flags & ACC_ENUM) != 0;
        }
    }

    /**
     * A declared method.
     *
     * @param name its name
     * @param flags its access flags
     * @param descriptor erased types as the class file writes them
     * @param signature generic signature, {@code null} when it has none
     * @param code what it does; {@code null} when it is abstract or native, or code was not asked for
     */
    public record Method(String name, int flags, String descriptor, String signature, Code code) {
        /** Answers whether it belongs to the class. */
        public boolean isStatic() {
            return (flags & ACC_STATIC) != 0;
        }

        /** Answers whether a compiler made it to call another of the same name. */
        public boolean isBridge() {
            return (flags & ACC_BRIDGE) != 0;
        }

        /** Answers whether it has no body. */
        public boolean isAbstract() {
            return (flags & ACC_ABSTRACT) != 0;
        }

        /** Returns the generic signature where there is one, else the descriptor. */
        public String typed() {
            return signature != null ? signature : descriptor;
        }
    }

    /**
     * The body of a method.
     *
     * @param locals how many slots its variables take
     * @param bytes its instructions; not to be written to
     * @param catches whether it handles exceptions
     */
    public record Code(int locals, byte[] bytes, boolean catches) {}
}
