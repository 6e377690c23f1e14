// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.reactive;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/**
 * Makes subclasses of a library's abstract type that pass some of their methods to an {@link InvocationHandler}; what they
 * inherit of all others is the library's own. To make an object of one runs nothing but the constructor of the type.
 *
 * <p>Each class is in a loader of its own below the library's, so that it goes when the class it was made for goes. It has
 * the simple name of that class, which libraries print.
 *
 * <p><b>Threading:</b> any thread.
 */
final class StandIns {
    /** The dollar signs say that the class is generated: it is not woven. */
    private static final String PACKAGE = "io/agentprofiler/standin$$/";

    private static final String METHODS = "methods";
    private static final String HANDLER = "handler";
    private static final Type HANDLER_TYPE = Type.getType(InvocationHandler.class);
    private static final Type METHODS_TYPE = Type.getType(Method[].class);
    private static final String OBJECT = Type.getInternalName(Object.class);

    private StandIns() {}

    /**
     * Makes a class.
     *
     * @param simpleName of the class that objects of the new one stand for
     * @param parent the class to extend
     * @param fields fields of {@code parent} that its constructor takes, in this order
     * @param interfaces what it has beside those of {@code parent}
     * @param methods what the handler is called for, of {@code parent}, {@code interfaces} and {@link Object}
     * @return its constructor, which takes the handler and values of {@code fields}
     */
    static Constructor<?> make(
            String simpleName, Class<?> parent, List<Field> fields, List<Class<?>> interfaces, List<Method> methods)
            throws ReflectiveOperationException {
        String name = PACKAGE + (simpleName.isEmpty() ? "Anonymous" : simpleName.replaceAll("[./;\\[]", "_"));
        byte[] bytes = write(name, parent, fields, interfaces, methods);
        Class<?> library = parent == Object.class && !interfaces.isEmpty() ? interfaces.get(0) : parent;
        Class<?> made = new Loader(library.getClassLoader()).define(name.replace('/', '.'), bytes);
        made.getField(METHODS).set(null, methods.toArray(Method[]::new));
        List<Class<?>> taken = new ArrayList<>();
        taken.add(InvocationHandler.class);
        fields.forEach(field -> taken.add(field.getType()));
        return made.getConstructor(taken.toArray(Class<?>[]::new));
    }

    /** Answers whether {@code type} was made here. */
    static boolean isOne(Class<?> type) {
        return type.getClassLoader() instanceof Loader;
    }

    private static byte[] write(
            String name, Class<?> parent, List<Field> fields, List<Class<?>> interfaces, List<Method> methods) {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        String extended = Type.getInternalName(parent);
        writer.visit(
                Opcodes.V1_8,
                Opcodes.ACC_PUBLIC | Opcodes.ACC_FINAL | Opcodes.ACC_SUPER | Opcodes.ACC_SYNTHETIC,
                name,
                null,
                extended,
                interfaces.stream().map(Type::getInternalName).toArray(String[]::new));
        writer.visitField(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, METHODS, METHODS_TYPE.getDescriptor(), null, null)
                .visitEnd();
        writer.visitField(Opcodes.ACC_PRIVATE | Opcodes.ACC_FINAL, HANDLER, HANDLER_TYPE.getDescriptor(), null, null)
                .visitEnd();
        Type[] passed =
                fields.stream().map(field -> Type.getType(field.getType())).toArray(Type[]::new);
        Type[] taken = new Type[1 + passed.length];
        taken[0] = HANDLER_TYPE;
        System.arraycopy(passed, 0, taken, 1, passed.length);
        MethodVisitor init = writer.visitMethod(
                Opcodes.ACC_PUBLIC, "<init>", Type.getMethodDescriptor(Type.VOID_TYPE, taken), null, null);
        init.visitCode();
        init.visitVarInsn(Opcodes.ALOAD, 0);
        int slot = 2;
        for (Type type : passed) {
            init.visitVarInsn(type.getOpcode(Opcodes.ILOAD), slot);
            slot += type.getSize();
        }
        init.visitMethodInsn(
                Opcodes.INVOKESPECIAL, extended, "<init>", Type.getMethodDescriptor(Type.VOID_TYPE, passed), false);
        init.visitVarInsn(Opcodes.ALOAD, 0);
        init.visitVarInsn(Opcodes.ALOAD, 1);
        init.visitFieldInsn(Opcodes.PUTFIELD, name, HANDLER, HANDLER_TYPE.getDescriptor());
        init.visitInsn(Opcodes.RETURN);
        init.visitMaxs(0, 0);
        init.visitEnd();
        for (int i = 0; i < methods.size(); i++) {
            write(writer, name, i, methods.get(i));
        }
        writer.visitEnd();
        return writer.toByteArray();
    }

    /** Writes {@code return handler.invoke(this, methods[number], arguments)}. */
    private static void write(ClassWriter writer, String name, int number, Method method) {
        MethodVisitor code =
                writer.visitMethod(Opcodes.ACC_PUBLIC, method.getName(), Type.getMethodDescriptor(method), null, null);
        code.visitCode();
        code.visitVarInsn(Opcodes.ALOAD, 0);
        code.visitFieldInsn(Opcodes.GETFIELD, name, HANDLER, HANDLER_TYPE.getDescriptor());
        code.visitVarInsn(Opcodes.ALOAD, 0);
        code.visitFieldInsn(Opcodes.GETSTATIC, name, METHODS, METHODS_TYPE.getDescriptor());
        push(code, number);
        code.visitInsn(Opcodes.AALOAD);
        Type[] parameters = Type.getArgumentTypes(method);
        if (parameters.length == 0) {
            code.visitInsn(Opcodes.ACONST_NULL);
        } else {
            push(code, parameters.length);
            code.visitTypeInsn(Opcodes.ANEWARRAY, OBJECT);
        }
        int slot = 1;
        for (int i = 0; i < parameters.length; i++) {
            code.visitInsn(Opcodes.DUP);
            push(code, i);
            code.visitVarInsn(parameters[i].getOpcode(Opcodes.ILOAD), slot);
            box(code, parameters[i]);
            code.visitInsn(Opcodes.AASTORE);
            slot += parameters[i].getSize();
        }
        code.visitMethodInsn(
                Opcodes.INVOKEINTERFACE,
                HANDLER_TYPE.getInternalName(),
                "invoke",
                "(Ljava/lang/Object;Ljava/lang/reflect/Method;[Ljava/lang/Object;)Ljava/lang/Object;",
                true);
        giveBack(code, Type.getReturnType(method));
        code.visitMaxs(0, 0);
        code.visitEnd();
    }

    private static void push(MethodVisitor code, int number) {
        code.visitIntInsn(Opcodes.SIPUSH, number);
    }

    private static void box(MethodVisitor code, Type type) {
        Class<?> box = boxOf(type);
        if (box != null) {
            Type boxed = Type.getType(box);
            String descriptor = Type.getMethodDescriptor(boxed, type);
            code.visitMethodInsn(Opcodes.INVOKESTATIC, boxed.getInternalName(), "valueOf", descriptor, false);
        }
    }

    private static void giveBack(MethodVisitor code, Type type) {
        Class<?> box = boxOf(type);
        if (type.getSort() == Type.VOID) {
            code.visitInsn(Opcodes.POP);
        } else if (box == null) {
            code.visitTypeInsn(Opcodes.CHECKCAST, type.getInternalName());
        } else {
            String boxed = Type.getInternalName(box);
            code.visitTypeInsn(Opcodes.CHECKCAST, boxed);
            code.visitMethodInsn(
                    Opcodes.INVOKEVIRTUAL, boxed, type.getClassName() + "Value", Type.getMethodDescriptor(type), false);
        }
        code.visitInsn(type.getOpcode(Opcodes.IRETURN));
    }

    private static Class<?> boxOf(Type type) {
        return switch (type.getSort()) {
            case Type.BOOLEAN -> Boolean.class;
            case Type.CHAR -> Character.class;
            case Type.BYTE -> Byte.class;
            case Type.SHORT -> Short.class;
            case Type.INT -> Integer.class;
            case Type.LONG -> Long.class;
            case Type.FLOAT -> Float.class;
            case Type.DOUBLE -> Double.class;
            default -> null;
        };
    }

    /** Has one class; everything else is the library's. */
    private static final class Loader extends ClassLoader {
        Loader(ClassLoader library) {
            super(library);
        }

        Class<?> define(String name, byte[] bytes) {
            return defineClass(name, bytes, 0, bytes.length, StandIns.class.getProtectionDomain());
        }
    }
}
