// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.weave;

import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * Class files of Java 6, which have no {@code invokedynamic}. One with the version of Java 7 means the same to the JVM if each of its
 * methods that branches has a stack map and none has a subroutine, as compilers have written them since.
 *
 * <p><b>Threading:</b> belongs to one thread.
 */
final class OldClass extends ClassVisitor {
    private boolean complete = true;

    private OldClass() {
        super(Opcodes.ASM9);
    }

    /** Answers whether the class may have the version of Java 7. */
    static boolean canBeRaised(ClassReader reader) {
        OldClass old = new OldClass();
        reader.accept(old, ClassReader.SKIP_DEBUG);
        return old.complete;
    }

    @Override
    public MethodVisitor visitMethod(
            int access, String name, String descriptor, String signature, String[] exceptions) {
        return new StackMaps();
    }

    /** Looks whether a method that branches has a stack map. */
    private final class StackMaps extends MethodVisitor {
        private boolean branches;
        private boolean framed;

        StackMaps() {
            super(Opcodes.ASM9);
        }

        @Override
        public void visitFrame(int type, int localCount, Object[] local, int stackCount, Object[] stack) {
            framed = true;
        }

        @Override
        public void visitJumpInsn(int opcode, Label label) {
            branches = true;
            complete &= opcode != Opcodes.JSR;
        }

        @Override
        public void visitTableSwitchInsn(int min, int max, Label otherwise, Label... labels) {
            branches = true;
        }

        @Override
        public void visitLookupSwitchInsn(Label otherwise, int[] keys, Label[] labels) {
            branches = true;
        }

        @Override
        public void visitTryCatchBlock(Label start, Label end, Label handler, String type) {
            branches = true;
        }

        @Override
        public void visitEnd() {
            complete &= framed || !branches;
        }
    }
}
