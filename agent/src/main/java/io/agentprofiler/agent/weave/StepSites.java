// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.weave;

import io.agentprofiler.agent.weave.link.RuleSites;
import io.agentprofiler.agent.weave.match.MethodPattern;
import io.agentprofiler.rules.model.MethodSignature;
import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * Adds a call site before each call of one method inside another, which is told the object it is called on and its argument.
 * Adds no local variable and no branch, so that stack map frames stay as they are.
 *
 * <p><b>Threading:</b> belongs to one thread.
 */
final class StepSites extends MethodVisitor {
    private static final String SITE = "(Ljava/lang/Object;Ljava/lang/Object;)V";

    private final Handle bootstrap;
    private final String called;
    private final String descriptor;
    private final Object[] constants;
    private boolean grown;

    /**
     * Creates a visitor of the method's code.
     *
     * @param bootstrap bootstrap method of the call site
     * @param step the method whose calls are told; it has one parameter
     * @param constants what {@link RuleSites} gets of the call site
     */
    StepSites(MethodVisitor next, Handle bootstrap, MethodSignature step, Object[] constants) {
        super(Opcodes.ASM9, next);
        this.bootstrap = bootstrap;
        this.called = step.name();
        this.descriptor = "(" + MethodPattern.descriptor(step.parameters().get(0)) + ")"
                + MethodPattern.descriptor(step.returns());
        this.constants = constants;
    }

    @Override
    public void visitMethodInsn(int opcode, String owner, String name, String calledDescriptor, boolean inInterface) {
        if (opcode != Opcodes.INVOKESTATIC && name.equals(called) && calledDescriptor.equals(descriptor)) {
            super.visitInsn(Opcodes.DUP2);
            super.visitInvokeDynamicInsn(RuleSites.STEP, SITE, bootstrap, constants);
            grown = true;
        }
        super.visitMethodInsn(opcode, owner, name, calledDescriptor, inInterface);
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
        super.visitMaxs(grown ? maxStack + 2 : maxStack, maxLocals);
    }
}
