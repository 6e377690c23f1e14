// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.weave;

import net.bytebuddy.jar.asm.ConstantDynamic;
import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/**
 * Passes a method on and knows the size of what lies on the operand stack. A method may return while other values lie below its
 * result (Kotlin compiles {@code call(a, b ?: return)} so); whoever goes on in the method in place of returning has to take them
 * off first.
 *
 * <p>Needs expanded stack map frames. Each instruction that no other one leads to has such a frame, which says what is on the stack,
 * so reading the instructions in their order is enough.
 *
 * <p><b>Threading:</b> belongs to one thread.
 */
abstract class StackSlots extends MethodVisitor {
    private static final char ONE_SLOT = '1';
    private static final String TWO_SLOTS = "<>";

    /** A character a slot, the top at the end: {@link #ONE_SLOT} for a value of one slot, {@link #TWO_SLOTS} for one of two. */
    private final StringBuilder slots = new StringBuilder();

    StackSlots(MethodVisitor next) {
        super(Opcodes.ASM9, next);
    }

    /** Writes one of the method's own frames, which came expanded. */
    abstract void writeFrame(int localCount, Object[] local, int stackCount, Object[] stack);

    /** Takes everything off the stack, in the method that is written. */
    final void drain() {
        while (slots.length() > 0) {
            boolean two = slots.charAt(slots.length() - 1) != ONE_SLOT;
            mv.visitInsn(two ? Opcodes.POP2 : Opcodes.POP);
            pop(two ? 2 : 1);
        }
    }

    /** Forgets the values in the topmost slots: they are no longer there. */
    final void pop(int count) {
        slots.setLength(slots.length() - count);
    }

    private void push(int size) {
        if (size == 1) {
            slots.append(ONE_SLOT);
        } else if (size == 2) {
            slots.append(TWO_SLOTS);
        }
    }

    private void replace(int popped, int pushed) {
        pop(popped);
        push(pushed);
    }

    /** Puts a copy of the topmost slots below them and some more. */
    private void duplicate(int count, int below) {
        int from = slots.length() - count;
        slots.insert(from - below, slots.substring(from));
    }

    @Override
    public void visitInsn(int opcode) {
        super.visitInsn(opcode);
        switch (opcode) {
            case Opcodes.ACONST_NULL,
                    Opcodes.ICONST_M1,
                    Opcodes.ICONST_0,
                    Opcodes.ICONST_1,
                    Opcodes.ICONST_2,
                    Opcodes.ICONST_3,
                    Opcodes.ICONST_4,
                    Opcodes.ICONST_5,
                    Opcodes.FCONST_0,
                    Opcodes.FCONST_1,
                    Opcodes.FCONST_2 -> push(1);
            case Opcodes.LCONST_0, Opcodes.LCONST_1, Opcodes.DCONST_0, Opcodes.DCONST_1 -> push(2);
            case Opcodes.IALOAD, Opcodes.FALOAD, Opcodes.AALOAD, Opcodes.BALOAD, Opcodes.CALOAD, Opcodes.SALOAD ->
                replace(2, 1);
            case Opcodes.LALOAD, Opcodes.DALOAD -> replace(2, 2);
            case Opcodes.IASTORE, Opcodes.FASTORE, Opcodes.AASTORE, Opcodes.BASTORE, Opcodes.CASTORE, Opcodes.SASTORE ->
                pop(3);
            case Opcodes.LASTORE, Opcodes.DASTORE -> pop(4);
            case Opcodes.DUP -> duplicate(1, 0);
            case Opcodes.DUP_X1 -> duplicate(1, 1);
            case Opcodes.DUP_X2 -> duplicate(1, 2);
            case Opcodes.DUP2 -> duplicate(2, 0);
            case Opcodes.DUP2_X1 -> duplicate(2, 1);
            case Opcodes.DUP2_X2 -> duplicate(2, 2);
            case Opcodes.POP,
                    Opcodes.IADD,
                    Opcodes.FADD,
                    Opcodes.ISUB,
                    Opcodes.FSUB,
                    Opcodes.IMUL,
                    Opcodes.FMUL,
                    Opcodes.IDIV,
                    Opcodes.FDIV,
                    Opcodes.IREM,
                    Opcodes.FREM,
                    Opcodes.ISHL,
                    Opcodes.LSHL,
                    Opcodes.ISHR,
                    Opcodes.LSHR,
                    Opcodes.IUSHR,
                    Opcodes.LUSHR,
                    Opcodes.IAND,
                    Opcodes.IOR,
                    Opcodes.IXOR,
                    Opcodes.FCMPL,
                    Opcodes.FCMPG,
                    Opcodes.MONITORENTER,
                    Opcodes.MONITOREXIT,
                    Opcodes.IRETURN,
                    Opcodes.FRETURN,
                    Opcodes.ARETURN,
                    Opcodes.ATHROW -> pop(1);
            case Opcodes.POP2,
                    Opcodes.LADD,
                    Opcodes.DADD,
                    Opcodes.LSUB,
                    Opcodes.DSUB,
                    Opcodes.LMUL,
                    Opcodes.DMUL,
                    Opcodes.LDIV,
                    Opcodes.DDIV,
                    Opcodes.LREM,
                    Opcodes.DREM,
                    Opcodes.LAND,
                    Opcodes.LOR,
                    Opcodes.LXOR,
                    Opcodes.LRETURN,
                    Opcodes.DRETURN -> pop(2);
            case Opcodes.I2L, Opcodes.I2D, Opcodes.F2L, Opcodes.F2D -> replace(1, 2);
            case Opcodes.L2I, Opcodes.L2F, Opcodes.D2I, Opcodes.D2F -> replace(2, 1);
            case Opcodes.LCMP, Opcodes.DCMPL, Opcodes.DCMPG -> replace(4, 1);
            default -> {
                // takes as much as it gives
            }
        }
    }

    @Override
    public void visitIntInsn(int opcode, int operand) {
        super.visitIntInsn(opcode, operand);
        if (opcode != Opcodes.NEWARRAY) {
            push(1);
        }
    }

    @Override
    public void visitVarInsn(int opcode, int variable) {
        super.visitVarInsn(opcode, variable);
        switch (opcode) {
            case Opcodes.ILOAD, Opcodes.FLOAD, Opcodes.ALOAD -> push(1);
            case Opcodes.LLOAD, Opcodes.DLOAD -> push(2);
            case Opcodes.LSTORE, Opcodes.DSTORE -> pop(2);
            default -> pop(1);
        }
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
        super.visitTypeInsn(opcode, type);
        if (opcode == Opcodes.NEW) {
            push(1);
        }
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
        super.visitFieldInsn(opcode, owner, name, descriptor);
        int size = Type.getType(descriptor).getSize();
        switch (opcode) {
            case Opcodes.GETSTATIC -> push(size);
            case Opcodes.PUTSTATIC -> pop(size);
            case Opcodes.GETFIELD -> replace(1, size);
            default -> pop(1 + size);
        }
    }

    @Override
    public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean inInterface) {
        super.visitMethodInsn(opcode, owner, name, descriptor, inInterface);
        call(descriptor, opcode == Opcodes.INVOKESTATIC);
    }

    @Override
    public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
        super.visitInvokeDynamicInsn(name, descriptor, bootstrap, arguments);
        call(descriptor, true);
    }

    private void call(String descriptor, boolean onNothing) {
        int sizes = Type.getArgumentsAndReturnSizes(descriptor);
        // the sizes count a receiver
        replace((sizes >> 2) - (onNothing ? 1 : 0), sizes & 3);
    }

    @Override
    public void visitJumpInsn(int opcode, Label label) {
        super.visitJumpInsn(opcode, label);
        boolean comparesTwo = opcode >= Opcodes.IF_ICMPEQ && opcode <= Opcodes.IF_ACMPNE;
        pop(opcode == Opcodes.GOTO ? 0 : comparesTwo ? 2 : 1);
    }

    @Override
    public void visitLdcInsn(Object value) {
        super.visitLdcInsn(value);
        boolean two = value instanceof Long
                || value instanceof Double
                || value instanceof ConstantDynamic dynamic && dynamic.getSize() == 2;
        push(two ? 2 : 1);
    }

    @Override
    public void visitTableSwitchInsn(int least, int most, Label otherwise, Label... labels) {
        super.visitTableSwitchInsn(least, most, otherwise, labels);
        pop(1);
    }

    @Override
    public void visitLookupSwitchInsn(Label otherwise, int[] keys, Label[] labels) {
        super.visitLookupSwitchInsn(otherwise, keys, labels);
        pop(1);
    }

    @Override
    public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
        super.visitMultiANewArrayInsn(descriptor, dimensions);
        replace(dimensions, 1);
    }

    @Override
    public void visitFrame(int type, int localCount, Object[] local, int stackCount, Object[] stack) {
        writeFrame(localCount, local, stackCount, stack);
        slots.setLength(0);
        for (int i = 0; i < stackCount; i++) {
            push(stack[i] == Opcodes.LONG || stack[i] == Opcodes.DOUBLE ? 2 : 1);
        }
    }
}
