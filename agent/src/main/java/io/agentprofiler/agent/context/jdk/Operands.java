// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.context.jdk;

import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/** What is pushed for a step: the owner, then the task. Leaves everything below as it is. */
enum Operands {
    /** Neither. */
    NONE,
    /** {@code this}, and the method's first argument that is an object. */
    THIS_AND_ARGUMENT,
    /** {@code this}, and the second of two arguments that are objects. */
    THIS_AND_SECOND_ARGUMENT,
    /** No owner, and the method's first argument that is an object. */
    ARGUMENT,
    /** No owner, and {@code this}. */
    THIS,
    /** {@code this}, and what is about to be returned. */
    THIS_AND_RESULT,
    /** No owner, and the object on which a method is about to be called. */
    CALLEE,
    /** The object on which a method is about to be called, and the call's only argument. */
    CALLEE_AND_ITS_ARGUMENT,
    /** {@code this} pool, and the task that its worker, the argument, was made for. */
    POOL_AND_FIRST_TASK,
    /** The future that {@code this} stage waits for, the first of two, and the stage. */
    SOURCE_AND_THIS,
    /** No owner, and the task at the head of {@code this} timer's queue. */
    QUEUE_HEAD;

    /** Stack slots this adds at most. */
    static final int SLOTS = 3;

    void push(MethodVisitor out, String descriptor) {
        switch (this) {
            case NONE -> {
                out.visitInsn(Opcodes.ACONST_NULL);
                out.visitInsn(Opcodes.ACONST_NULL);
            }
            case THIS_AND_ARGUMENT -> {
                out.visitVarInsn(Opcodes.ALOAD, 0);
                out.visitVarInsn(Opcodes.ALOAD, firstObject(descriptor));
            }
            case THIS_AND_SECOND_ARGUMENT -> {
                out.visitVarInsn(Opcodes.ALOAD, 0);
                out.visitVarInsn(Opcodes.ALOAD, 2);
            }
            case ARGUMENT -> {
                out.visitInsn(Opcodes.ACONST_NULL);
                out.visitVarInsn(Opcodes.ALOAD, firstObject(descriptor));
            }
            case THIS -> {
                out.visitInsn(Opcodes.ACONST_NULL);
                out.visitVarInsn(Opcodes.ALOAD, 0);
            }
            case THIS_AND_RESULT -> {
                out.visitInsn(Opcodes.DUP);
                out.visitVarInsn(Opcodes.ALOAD, 0);
                out.visitInsn(Opcodes.SWAP);
            }
            case CALLEE -> {
                out.visitInsn(Opcodes.DUP);
                out.visitInsn(Opcodes.ACONST_NULL);
                out.visitInsn(Opcodes.SWAP);
            }
            case CALLEE_AND_ITS_ARGUMENT -> {
                out.visitInsn(Opcodes.DUP2);
            }
            case POOL_AND_FIRST_TASK -> {
                out.visitVarInsn(Opcodes.ALOAD, 0);
                out.visitVarInsn(Opcodes.ALOAD, 1);
                out.visitFieldInsn(
                        Opcodes.GETFIELD,
                        "java/util/concurrent/ThreadPoolExecutor$Worker",
                        "firstTask",
                        "Ljava/lang/Runnable;");
            }
            case SOURCE_AND_THIS -> {
                out.visitVarInsn(Opcodes.ALOAD, 0);
                out.visitFieldInsn(
                        Opcodes.GETFIELD,
                        "java/util/concurrent/CompletableFuture$UniCompletion",
                        "src",
                        "Ljava/util/concurrent/CompletableFuture;");
                out.visitVarInsn(Opcodes.ALOAD, 0);
            }
            case QUEUE_HEAD -> {
                out.visitInsn(Opcodes.ACONST_NULL);
                out.visitVarInsn(Opcodes.ALOAD, 0);
                out.visitMethodInsn(
                        Opcodes.INVOKEVIRTUAL, "java/util/TaskQueue", "getMin", "()Ljava/util/TimerTask;", false);
            }
        }
    }

    private static int firstObject(String descriptor) {
        int slot = 1;
        for (Type argument : Type.getArgumentTypes(descriptor)) {
            if (argument.getSort() == Type.OBJECT) {
                return slot;
            }
            slot += argument.getSize();
        }
        throw new IllegalArgumentException("no object among the arguments of " + descriptor);
    }
}
