// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.build;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.stream.IntStream;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * Has switches over enums go by ordinal numbers: {@code switch (TABLE[value.ordinal()])} becomes {@code switch (value.ordinal())}.
 *
 * <p>What is switched over must not branch itself, as in {@code switch (a ? b : c)}: this is refused, and the build fails.
 */
final class OrdinalSwitch extends MethodVisitor {
    private final EnumSwitches switches;
    private final Runnable changed;
    private final String type;
    private final String method;
    /** Of the switches whose value is being worked out, the innermost first. */
    private final Deque<int[]> open = new ArrayDeque<>();

    private boolean isOrdinal;
    /** Of the switch that comes next. */
    private int[] next;

    /**
     * Creates a visitor of one method.
     *
     * @param type its class
     * @param method its name
     * @param changed told of each switch that goes by ordinal numbers now
     */
    OrdinalSwitch(MethodVisitor writer, EnumSwitches switches, String type, String method, Runnable changed) {
        super(LinkedAhead.API, writer);
        this.switches = switches;
        this.type = type;
        this.method = method;
        this.changed = changed;
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
        isOrdinal = false;
        // in the class of the tables itself they are filled
        boolean isRead = opcode == Opcodes.GETSTATIC && !owner.equals(type);
        int[] table = isRead ? switches.table(owner, name, descriptor) : null;
        if (table == null) {
            super.visitFieldInsn(opcode, owner, name, descriptor);
        } else {
            open.push(table);
        }
    }

    @Override
    public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean inInterface) {
        super.visitMethodInsn(opcode, owner, name, descriptor, inInterface);
        isOrdinal = name.equals("ordinal") && descriptor.equals("()I");
    }

    @Override
    public void visitInsn(int opcode) {
        if (opcode == Opcodes.IALOAD && isOrdinal && !open.isEmpty()) {
            next = open.pop();
            changed.run();
        } else {
            super.visitInsn(opcode);
        }
        isOrdinal = false;
    }

    @Override
    public void visitFrame(int type, int locals, Object[] local, int stacked, Object[] stack) {
        if (!open.isEmpty()) {
            throw new IllegalStateException(type + "." + method
                    + ": what a switch over an enum goes by branches; put it into a variable first");
        }
        super.visitFrame(type, locals, local, stacked, stack);
    }

    @Override
    public void visitTableSwitchInsn(int min, int max, Label otherwise, Label... labels) {
        if (next == null) {
            super.visitTableSwitchInsn(min, max, otherwise, labels);
        } else {
            write(IntStream.rangeClosed(min, max).toArray(), otherwise, labels);
        }
    }

    @Override
    public void visitLookupSwitchInsn(Label otherwise, int[] keys, Label[] labels) {
        if (next == null) {
            super.visitLookupSwitchInsn(otherwise, keys, labels);
        } else {
            write(keys, otherwise, labels);
        }
    }

    private void write(int[] cases, Label otherwise, Label[] labels) {
        Label[] byOrdinal = new Label[next.length];
        for (int ordinal = 0; ordinal < next.length; ordinal++) {
            byOrdinal[ordinal] = otherwise;
            for (int k = 0; k < cases.length; k++) {
                if (next[ordinal] == cases[k]) {
                    byOrdinal[ordinal] = labels[k];
                }
            }
        }
        next = null;
        super.visitTableSwitchInsn(0, byOrdinal.length - 1, otherwise, byOrdinal);
    }
}
