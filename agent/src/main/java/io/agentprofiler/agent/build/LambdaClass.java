// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.build;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/**
 * The one class of all lambda expressions of a package: each has a number, and each method of their interfaces goes by it. It is
 * the nest host of all classes of the package, so that it may call what is private in them.
 */
final class LambdaClass {
    private static final String OBJECT = "java/lang/Object";

    private final String folder;
    private final List<Lambda> lambdas = new ArrayList<>();
    private final List<String> members = new ArrayList<>();

    LambdaClass(String folder) {
        this.folder = folder;
    }

    /** Returns the package of a class, in the form of internal names. */
    static String packageOf(String type) {
        return type.substring(0, type.lastIndexOf('/'));
    }

    String name() {
        return folder + "/$Lambdas";
    }

    /** A class of the package has this one for its nest host. */
    void addMember(String type) {
        members.add(type);
    }

    /** Adds an expression, and returns the name of the method that gives it; its descriptor is that of the expression. */
    String add(Lambda lambda) {
        lambdas.add(lambda);
        return "lambda" + (lambdas.size() - 1);
    }

    byte[] toByteArray() {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        TreeSet<String> interfaces = new TreeSet<>();
        lambdas.forEach(each -> interfaces.add(each.made().getReturnType().getInternalName()));
        int access = Opcodes.ACC_FINAL | Opcodes.ACC_SUPER | Opcodes.ACC_SYNTHETIC;
        writer.visit(Opcodes.V17, access, name(), null, OBJECT, interfaces.toArray(String[]::new));
        members.forEach(writer::visitNestMember);
        writeFields(writer);
        writeConstructor(writer);
        writeConstants(writer);
        Map<String, List<Integer>> methods = new LinkedHashMap<>();
        for (int i = 0; i < lambdas.size(); i++) {
            writeGiver(writer, i);
            String method = lambdas.get(i).method() + lambdas.get(i).erased().getDescriptor();
            methods.computeIfAbsent(method, none -> new ArrayList<>()).add(i);
        }
        methods.values().forEach(those -> writeMethod(writer, those));
        writer.visitEnd();
        return writer.toByteArray();
    }

    private void writeFields(ClassWriter writer) {
        int objects = 0;
        int numbers = 0;
        for (Lambda each : lambdas) {
            int own = 0;
            for (Type captured : each.captured()) {
                own += Conversion.isObject(captured) ? 1 : 0;
            }
            objects = Math.max(objects, own);
            numbers = Math.max(numbers, each.captured().length - own);
        }
        int access = Opcodes.ACC_PRIVATE | Opcodes.ACC_FINAL;
        writer.visitField(access, "number", "I", null, null);
        for (int i = 0; i < objects; i++) {
            writer.visitField(Opcodes.ACC_PRIVATE, "object" + i, "L" + OBJECT + ";", null, null);
        }
        for (int i = 0; i < numbers; i++) {
            writer.visitField(Opcodes.ACC_PRIVATE, "number" + i, "J", null, null);
        }
        for (int i = 0; i < lambdas.size(); i++) {
            if (lambdas.get(i).captured().length == 0) {
                writer.visitField(access | Opcodes.ACC_STATIC, "LAMBDA" + i, "L" + name() + ";", null, null);
            }
        }
    }

    private void writeConstructor(ClassWriter writer) {
        MethodVisitor code = writer.visitMethod(Opcodes.ACC_PRIVATE, "<init>", "(I)V", null, null);
        code.visitCode();
        code.visitVarInsn(Opcodes.ALOAD, 0);
        code.visitMethodInsn(Opcodes.INVOKESPECIAL, OBJECT, "<init>", "()V", false);
        code.visitVarInsn(Opcodes.ALOAD, 0);
        code.visitVarInsn(Opcodes.ILOAD, 1);
        code.visitFieldInsn(Opcodes.PUTFIELD, name(), "number", "I");
        code.visitInsn(Opcodes.RETURN);
        end(code);
    }

    private void writeConstants(ClassWriter writer) {
        MethodVisitor code = writer.visitMethod(Opcodes.ACC_STATIC, "<clinit>", "()V", null, null);
        code.visitCode();
        for (int i = 0; i < lambdas.size(); i++) {
            if (lambdas.get(i).captured().length == 0) {
                writeNew(code, i);
                code.visitFieldInsn(Opcodes.PUTSTATIC, name(), "LAMBDA" + i, "L" + name() + ";");
            }
        }
        code.visitInsn(Opcodes.RETURN);
        end(code);
    }

    private void writeNew(MethodVisitor code, int number) {
        code.visitTypeInsn(Opcodes.NEW, name());
        code.visitInsn(Opcodes.DUP);
        code.visitLdcInsn(number);
        code.visitMethodInsn(Opcodes.INVOKESPECIAL, name(), "<init>", "(I)V", false);
    }

    /** What captures nothing is always the same object. */
    private void writeGiver(ClassWriter writer, int number) {
        Lambda lambda = lambdas.get(number);
        MethodVisitor code = writer.visitMethod(
                Opcodes.ACC_STATIC, "lambda" + number, lambda.made().getDescriptor(), null, null);
        code.visitCode();
        if (lambda.captured().length == 0) {
            code.visitFieldInsn(Opcodes.GETSTATIC, name(), "LAMBDA" + number, "L" + name() + ";");
        } else {
            writeNew(code, number);
            int local = 0;
            int objects = 0;
            int numbers = 0;
            for (Type each : lambda.captured()) {
                code.visitInsn(Opcodes.DUP);
                code.visitVarInsn(each.getOpcode(Opcodes.ILOAD), local);
                if (Conversion.isObject(each)) {
                    code.visitFieldInsn(Opcodes.PUTFIELD, name(), "object" + objects++, "L" + OBJECT + ";");
                } else {
                    if (each.getSort() != Type.LONG) {
                        code.visitInsn(Opcodes.I2L);
                    }
                    code.visitFieldInsn(Opcodes.PUTFIELD, name(), "number" + numbers++, "J");
                }
                local += each.getSize();
            }
        }
        code.visitInsn(Opcodes.ARETURN);
        end(code);
    }

    /** Writes a method of some of the interfaces, which all of {@code numbers} have. */
    private void writeMethod(ClassWriter writer, List<Integer> numbers) {
        Lambda first = lambdas.get(numbers.get(0));
        MethodVisitor code = writer.visitMethod(
                Opcodes.ACC_PUBLIC, first.method(), first.erased().getDescriptor(), null, null);
        code.visitCode();
        int last = numbers.size() - 1;
        Label[] labels = new Label[last];
        int[] keys = new int[last];
        for (int i = 0; i < last; i++) {
            labels[i] = new Label();
            keys[i] = numbers.get(i);
        }
        if (last > 0) {
            Label otherwise = new Label();
            code.visitVarInsn(Opcodes.ALOAD, 0);
            code.visitFieldInsn(Opcodes.GETFIELD, name(), "number", "I");
            code.visitLookupSwitchInsn(otherwise, keys, labels);
            for (int i = 0; i < last; i++) {
                code.visitLabel(labels[i]);
                code.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
                writeBody(code, lambdas.get(keys[i]));
            }
            code.visitLabel(otherwise);
            code.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
        }
        writeBody(code, lambdas.get(numbers.get(last)));
        end(code);
    }

    private void writeBody(MethodVisitor code, Lambda lambda) {
        Handle body = lambda.body();
        boolean makes = body.getTag() == Opcodes.H_NEWINVOKESPECIAL;
        if (makes) {
            code.visitTypeInsn(Opcodes.NEW, body.getOwner());
            code.visitInsn(Opcodes.DUP);
        }
        List<Type> taken = lambda.taken();
        writeCaptured(code, lambda, taken);
        int local = 1;
        Type[] given = lambda.erased().getArgumentTypes();
        for (int i = 0; i < given.length; i++) {
            code.visitVarInsn(given[i].getOpcode(Opcodes.ILOAD), local);
            Conversion.write(code, given[i], taken.get(lambda.captured().length + i));
            local += given[i].getSize();
        }
        code.visitMethodInsn(
                opcode(body.getTag(), body.isInterface()),
                body.getOwner(),
                body.getName(),
                body.getDesc(),
                body.isInterface());
        Type returned = lambda.returned();
        Type wanted = lambda.erased().getReturnType();
        if (wanted == Type.VOID_TYPE) {
            if (returned.getSize() > 0) {
                code.visitInsn(returned.getSize() == 2 ? Opcodes.POP2 : Opcodes.POP);
            }
        } else {
            Conversion.write(code, returned, wanted);
        }
        code.visitInsn(wanted.getOpcode(Opcodes.IRETURN));
    }

    private void writeCaptured(MethodVisitor code, Lambda lambda, List<Type> taken) {
        int objects = 0;
        int numbers = 0;
        for (int i = 0; i < lambda.captured().length; i++) {
            code.visitVarInsn(Opcodes.ALOAD, 0);
            if (Conversion.isObject(lambda.captured()[i])) {
                code.visitFieldInsn(Opcodes.GETFIELD, name(), "object" + objects++, "L" + OBJECT + ";");
                Conversion.write(code, Type.getObjectType(OBJECT), taken.get(i));
            } else {
                code.visitFieldInsn(Opcodes.GETFIELD, name(), "number" + numbers++, "J");
                if (lambda.captured()[i].getSort() != Type.LONG) {
                    code.visitInsn(Opcodes.L2I);
                }
            }
        }
    }

    private static int opcode(int tag, boolean inInterface) {
        return switch (tag) {
            case Opcodes.H_INVOKESTATIC -> Opcodes.INVOKESTATIC;
            case Opcodes.H_NEWINVOKESPECIAL -> Opcodes.INVOKESPECIAL;
            case Opcodes.H_INVOKEINTERFACE -> Opcodes.INVOKEINTERFACE;
            // a private method of the class, which one of the classes inside it calls like any other
            default -> inInterface ? Opcodes.INVOKEINTERFACE : Opcodes.INVOKEVIRTUAL;
        };
    }

    private static void end(MethodVisitor code) {
        code.visitMaxs(0, 0);
        code.visitEnd();
    }
}
