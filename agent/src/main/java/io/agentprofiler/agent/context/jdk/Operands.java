// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.context.jdk;

import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/** What is pushed for a step: the owner, then the task. Leaves everything below as it is. */
enum Operands {
    /** Neither. */
    NONE {
        @Override
        void push(MethodVisitor out, String descriptor) {
            out.visitInsn(Opcodes.ACONST_NULL);
            out.visitInsn(Opcodes.ACONST_NULL);
        }
    },
    /** {@code this}, and the method's first argument that is an object. */
    THIS_AND_ARGUMENT {
        @Override
        void push(MethodVisitor out, String descriptor) {
            out.visitVarInsn(Opcodes.ALOAD, 0);
            out.visitVarInsn(Opcodes.ALOAD, firstObject(descriptor));
        }
    },
    /** {@code this}, and the second of two arguments that are objects. */
    THIS_AND_SECOND_ARGUMENT {
        @Override
        void push(MethodVisitor out, String descriptor) {
            out.visitVarInsn(Opcodes.ALOAD, 0);
            out.visitVarInsn(Opcodes.ALOAD, 2);
        }
    },
    /** No owner, and the method's first argument that is an object. */
    ARGUMENT {
        @Override
        void push(MethodVisitor out, String descriptor) {
            out.visitInsn(Opcodes.ACONST_NULL);
            out.visitVarInsn(Opcodes.ALOAD, firstObject(descriptor));
        }
    },
    /** No owner, and {@code this}. */
    THIS {
        @Override
        void push(MethodVisitor out, String descriptor) {
            out.visitInsn(Opcodes.ACONST_NULL);
            out.visitVarInsn(Opcodes.ALOAD, 0);
        }
    },
    /** {@code this}, and what is about to be returned. */
    THIS_AND_RESULT {
        @Override
        void push(MethodVisitor out, String descriptor) {
            out.visitInsn(Opcodes.DUP);
            out.visitVarInsn(Opcodes.ALOAD, 0);
            out.visitInsn(Opcodes.SWAP);
        }
    },
    /** No owner, and the object on which a method is about to be called. */
    CALLEE {
        @Override
        void push(MethodVisitor out, String descriptor) {
            out.visitInsn(Opcodes.DUP);
            out.visitInsn(Opcodes.ACONST_NULL);
            out.visitInsn(Opcodes.SWAP);
        }
    },
    /** The object on which a method is about to be called, and the call's only argument. */
    CALLEE_AND_ITS_ARGUMENT {
        @Override
        void push(MethodVisitor out, String descriptor) {
            out.visitInsn(Opcodes.DUP2);
        }
    },
    /** {@code this} pool, and the task that its worker, the argument, was made for. */
    POOL_AND_FIRST_TASK {
        @Override
        void push(MethodVisitor out, String descriptor) {
            out.visitVarInsn(Opcodes.ALOAD, 0);
            out.visitVarInsn(Opcodes.ALOAD, 1);
            out.visitFieldInsn(
                    Opcodes.GETFIELD,
                    "java/util/concurrent/ThreadPoolExecutor$Worker",
                    "firstTask",
                    "Ljava/lang/Runnable;");
        }
    },
    /** The future that {@code this} stage completes, and the stage. */
    DEPENDENT_AND_THIS {
        @Override
        void push(MethodVisitor out, String descriptor) {
            pushFutureAndThis(out, "dep");
        }
    },
    /** The future that {@code this} stage waits for, the first of two, and the stage. */
    SOURCE_AND_THIS {
        @Override
        void push(MethodVisitor out, String descriptor) {
            pushFutureAndThis(out, "src");
        }
    },
    /** No owner, and the task at the head of {@code this} timer's queue. */
    QUEUE_HEAD {
        @Override
        void push(MethodVisitor out, String descriptor) {
            out.visitInsn(Opcodes.ACONST_NULL);
            out.visitVarInsn(Opcodes.ALOAD, 0);
            out.visitMethodInsn(
                    Opcodes.INVOKEVIRTUAL, "java/util/TaskQueue", "getMin", "()Ljava/util/TimerTask;", false);
        }
    };

    /** Stack slots this adds at most. */
    static final int SLOTS = 3;

    abstract void push(MethodVisitor out, String descriptor);

    private static void pushFutureAndThis(MethodVisitor out, String field) {
        out.visitVarInsn(Opcodes.ALOAD, 0);
        out.visitFieldInsn(
                Opcodes.GETFIELD,
                "java/util/concurrent/CompletableFuture$UniCompletion",
                field,
                "Ljava/util/concurrent/CompletableFuture;");
        out.visitVarInsn(Opcodes.ALOAD, 0);
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
