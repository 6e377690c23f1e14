// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.build;

import java.util.ArrayList;
import java.util.List;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/** What {@code equals} and {@code hashCode} of a record do, as methods of the record: the same as the JDK would link. */
final class RecordMethods {
    private static final String BOOTSTRAP = "java/lang/runtime/ObjectMethods";
    private static final String EQUALS = "equals";
    private static final int FACTOR = 31;

    private record Method(String name, String descriptor, List<Handle> fields) {}

    private final String type;
    private final List<Method> methods = new ArrayList<>();

    RecordMethods(String type) {
        this.type = type;
    }

    /** Returns the record. */
    String type() {
        return type;
    }

    /** Answers whether an instruction links one of the methods. */
    boolean covers(String name, Handle bootstrap) {
        return bootstrap.getOwner().equals(BOOTSTRAP) && (name.equals(EQUALS) || name.equals("hashCode"));
    }

    /** Adds a method, and returns the name of the one that does what it does; its descriptor is that of the instruction. */
    String add(String name, String descriptor, Object[] arguments) {
        List<Handle> fields = new ArrayList<>();
        // after the record and the names of its fields
        for (int i = 2; i < arguments.length; i++) {
            fields.add((Handle) arguments[i]);
        }
        methods.add(new Method(name + "$linked", descriptor, fields));
        return name + "$linked";
    }

    /** Writes the methods added. */
    void write(ClassVisitor writer) {
        for (Method each : methods) {
            int access = Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC;
            MethodVisitor code = writer.visitMethod(access, each.name(), each.descriptor(), null, null);
            code.visitCode();
            if (each.name().startsWith(EQUALS)) {
                writeEquals(code, each.fields());
            } else {
                writeHashCode(code, each.fields());
            }
            code.visitEnd();
        }
    }

    private void writeEquals(MethodVisitor code, List<Handle> fields) {
        Label differs = new Label();
        code.visitVarInsn(Opcodes.ALOAD, 1);
        code.visitTypeInsn(Opcodes.INSTANCEOF, type);
        code.visitJumpInsn(Opcodes.IFEQ, differs);
        for (Handle field : fields) {
            code.visitVarInsn(Opcodes.ALOAD, 0);
            read(code, field);
            code.visitVarInsn(Opcodes.ALOAD, 1);
            code.visitTypeInsn(Opcodes.CHECKCAST, type);
            read(code, field);
            Type of = Type.getType(field.getDesc());
            switch (of.getSort()) {
                case Type.OBJECT, Type.ARRAY -> {
                    code.visitMethodInsn(
                            Opcodes.INVOKESTATIC,
                            "java/util/Objects",
                            EQUALS,
                            "(Ljava/lang/Object;Ljava/lang/Object;)Z",
                            false);
                    code.visitJumpInsn(Opcodes.IFEQ, differs);
                }
                case Type.LONG -> {
                    code.visitInsn(Opcodes.LCMP);
                    code.visitJumpInsn(Opcodes.IFNE, differs);
                }
                case Type.FLOAT, Type.DOUBLE -> {
                    String descriptor = "(" + of.getDescriptor() + of.getDescriptor() + ")I";
                    code.visitMethodInsn(Opcodes.INVOKESTATIC, Conversion.box(of), "compare", descriptor, false);
                    code.visitJumpInsn(Opcodes.IFNE, differs);
                }
                default -> code.visitJumpInsn(Opcodes.IF_ICMPNE, differs);
            }
        }
        code.visitInsn(Opcodes.ICONST_1);
        code.visitInsn(Opcodes.IRETURN);
        code.visitLabel(differs);
        code.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
        code.visitInsn(Opcodes.ICONST_0);
        code.visitInsn(Opcodes.IRETURN);
        code.visitMaxs(4, 2);
    }

    private void writeHashCode(MethodVisitor code, List<Handle> fields) {
        code.visitInsn(Opcodes.ICONST_0);
        for (Handle field : fields) {
            code.visitIntInsn(Opcodes.BIPUSH, FACTOR);
            code.visitInsn(Opcodes.IMUL);
            code.visitVarInsn(Opcodes.ALOAD, 0);
            read(code, field);
            Type of = Type.getType(field.getDesc());
            boolean object = Conversion.isObject(of);
            code.visitMethodInsn(
                    Opcodes.INVOKESTATIC,
                    object ? "java/util/Objects" : Conversion.box(of),
                    "hashCode",
                    object ? "(Ljava/lang/Object;)I" : "(" + of.getDescriptor() + ")I",
                    false);
            code.visitInsn(Opcodes.IADD);
        }
        code.visitInsn(Opcodes.IRETURN);
        code.visitMaxs(3, 1);
    }

    private void read(MethodVisitor code, Handle field) {
        code.visitFieldInsn(Opcodes.GETFIELD, type, field.getName(), field.getDesc());
    }
}
