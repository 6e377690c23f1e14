// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.weave;

import java.util.List;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * Writes the stack map frames of one method in the class file's own short forms, each as what differs from the frame before it. Most
 * frames around a call site differ in nothing but the exception on the stack. Written in full, as expanded frames, they took a third
 * of the time that it took to weave a class.
 *
 * <p><b>Threading:</b> belongs to one thread.
 */
final class StackMap {
    /** How many variables a short form can add or take away. */
    private static final int FEW = 3;

    private final MethodVisitor to;
    private Object[] last;

    /**
     * Begins with the frame that a method begins with.
     *
     * @param to the method that is written; gets its frames from here only
     * @param arguments types of {@code this} and of the arguments, as expanded frames have them
     */
    StackMap(MethodVisitor to, List<Object> arguments) {
        this.to = to;
        this.last = arguments.toArray();
    }

    /** Writes a frame, given as an expanded one. */
    void write(Object[] locals, int stackCount, Object[] stack) {
        int same = same(locals);
        int added = locals.length - same;
        int gone = last.length - same;
        boolean unchanged = added == 0 && gone == 0;
        if (unchanged && stackCount == 0) {
            to.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
        } else if (unchanged && stackCount == 1) {
            to.visitFrame(Opcodes.F_SAME1, 0, null, 1, stack);
        } else if (gone == 0 && added <= FEW && stackCount == 0) {
            Object[] more = new Object[added];
            System.arraycopy(locals, same, more, 0, added);
            to.visitFrame(Opcodes.F_APPEND, added, more, 0, null);
        } else if (added == 0 && gone <= FEW && stackCount == 0) {
            to.visitFrame(Opcodes.F_CHOP, gone, null, 0, null);
        } else {
            to.visitFrame(Opcodes.F_FULL, locals.length, locals, stackCount, stack);
        }
        last = locals;
    }

    /** Returns how many variables at the beginning are what they were. */
    private int same(Object[] locals) {
        int most = Math.min(locals.length, last.length);
        int same = 0;
        while (same < most && locals[same].equals(last[same])) {
            same++;
        }
        return same;
    }
}
