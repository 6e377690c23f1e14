// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.build;

import java.util.Map;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/** What is done to a value on its way into a lambda expression, or out of it: a cast, or a box around a number. */
final class Conversion {
    private static final String OBJECT = "java/lang/Object";
    private static final Map<Integer, String> BOXES = Map.of(
            Type.BOOLEAN, "java/lang/Boolean",
            Type.BYTE, "java/lang/Byte",
            Type.CHAR, "java/lang/Character",
            Type.SHORT, "java/lang/Short",
            Type.INT, "java/lang/Integer",
            Type.LONG, "java/lang/Long",
            Type.FLOAT, "java/lang/Float",
            Type.DOUBLE, "java/lang/Double");

    private Conversion() {}

    /**
     * Answers whether a value can be converted by what {@link #write} knows.
     *
     * @param from its type
     * @param actual the type that it is known to have, or is to have, in between
     * @param to the type it is to have
     */
    static boolean isPlain(Type from, Type actual, Type to) {
        if (from == Type.VOID_TYPE || to == Type.VOID_TYPE) {
            return from == to;
        }
        if (isObject(from)) {
            return isObject(to) || box(to).equals(actual.getInternalName());
        }
        return isObject(to)
                ? to.getInternalName().equals(OBJECT) || to.getInternalName().equals(box(from))
                : from.equals(to);
    }

    /** Writes the conversion of the value on top of the stack. */
    static void write(MethodVisitor code, Type from, Type to) {
        if (isObject(from) && isObject(to)) {
            if (!to.getInternalName().equals(OBJECT) && !to.equals(from)) {
                code.visitTypeInsn(Opcodes.CHECKCAST, to.getInternalName());
            }
        } else if (isObject(from)) {
            code.visitTypeInsn(Opcodes.CHECKCAST, box(to));
            code.visitMethodInsn(
                    Opcodes.INVOKEVIRTUAL, box(to), to.getClassName() + "Value", "()" + to.getDescriptor(), false);
        } else if (isObject(to)) {
            code.visitMethodInsn(
                    Opcodes.INVOKESTATIC,
                    box(from),
                    "valueOf",
                    "(" + from.getDescriptor() + ")L" + box(from) + ";",
                    false);
        }
    }

    static boolean isObject(Type type) {
        return type.getSort() == Type.OBJECT || type.getSort() == Type.ARRAY;
    }

    static String box(Type type) {
        return BOXES.get(type.getSort());
    }
}
