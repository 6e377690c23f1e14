// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.context.jdk;

import io.agentprofiler.agent.context.StageFunction;
import io.agentprofiler.agent.context.propagation.PropagationStep;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/**
 * Puts the calls of propagation sites into a class file. Adds no member, no local variable and no branch, so that a loaded class can
 * be woven and its stack map frames stay as they are.
 *
 * <p><b>Threading:</b> immutable; any thread.
 */
final class PropagationWeaver {
    private static final String HOP_DESCRIPTOR = "(Ljava/lang/Object;Ljava/lang/Object;I)V";
    private static final String EXCHANGE_DESCRIPTOR = "(Ljava/lang/Object;Ljava/lang/Object;I)Ljava/lang/Object;";

    /** Types of functions, as {@link StageFunction} stands for them. */
    private static final Set<String> ONE_VALUE =
            Set.of("Ljava/util/function/Function;", "Ljava/util/function/Consumer;", "Ljava/lang/Runnable;");

    private static final Set<String> TWO_VALUES =
            Set.of("Ljava/util/function/BiFunction;", "Ljava/util/function/BiConsumer;");

    private final String dispatcher;
    private final String method;
    private final String exchange;

    /**
     * Creates a weaver.
     *
     * @param dispatcher internal name of the class whose static methods are called
     * @param method name of the one that takes owner, task and the number of the step
     * @param exchange name of the one that takes function, stage and the number of the step, and returns the function to use
     */
    PropagationWeaver(String dispatcher, String method, String exchange) {
        this.dispatcher = dispatcher;
        this.method = method;
        this.exchange = exchange;
    }

    /** A class file with the calls in, and the sites that were found in it. */
    record Woven(byte[] classFile, Set<PropagationSite> found) {}

    /** Weaves {@code sites}, which are all in this class. */
    Woven weave(byte[] classFile, List<PropagationSite> sites) {
        ClassReader reader = new ClassReader(classFile);
        ClassWriter writer = new ClassWriter(reader, 0);
        Set<PropagationSite> found = new HashSet<>();
        reader.accept(new ClassVisits(writer, sites, found), 0);
        return new Woven(writer.toByteArray(), found);
    }

    private final class ClassVisits extends ClassVisitor {
        private final List<PropagationSite> sites;
        private final Set<PropagationSite> found;

        ClassVisits(ClassVisitor next, List<PropagationSite> sites, Set<PropagationSite> found) {
            super(Opcodes.ASM9, next);
            this.sites = sites;
            this.found = found;
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] exceptions) {
            MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
            int arguments = Type.getArgumentCount(descriptor);
            List<PropagationSite> here = new ArrayList<>();
            for (PropagationSite site : sites) {
                if (site.methods().contains(name) && (site.arguments() < 0 || site.arguments() == arguments)) {
                    here.add(site);
                }
            }
            boolean hasBody = (access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE | Opcodes.ACC_BRIDGE)) == 0;
            return here.isEmpty() || !hasBody ? next : new MethodVisits(next, descriptor, here, found);
        }
    }

    private final class MethodVisits extends MethodVisitor {
        private final String descriptor;
        private final List<PropagationSite> sites;
        private final Set<PropagationSite> found;
        private boolean grown;

        MethodVisits(MethodVisitor next, String descriptor, List<PropagationSite> sites, Set<PropagationSite> found) {
            super(Opcodes.ASM9, next);
            this.descriptor = descriptor;
            this.sites = sites;
            this.found = found;
        }

        @Override
        public void visitCode() {
            super.visitCode();
            tell(Place.ENTRY, null);
        }

        @Override
        public void visitInsn(int opcode) {
            if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
                tell(Place.RETURN, null);
            }
            super.visitInsn(opcode);
        }

        @Override
        public void visitMethodInsn(
                int opcode, String owner, String name, String calledDescriptor, boolean inInterface) {
            tell(Place.CALL, name);
            super.visitMethodInsn(opcode, owner, name, calledDescriptor, inInterface);
        }

        @Override
        public void visitFieldInsn(int opcode, String owner, String name, String fieldDescriptor) {
            if (opcode == Opcodes.PUTFIELD) {
                exchange(Place.STORE, owner, name, fieldDescriptor);
            }
            super.visitFieldInsn(opcode, owner, name, fieldDescriptor);
            if (opcode == Opcodes.GETFIELD) {
                exchange(Place.READ, owner, name, fieldDescriptor);
            }
        }

        private void exchange(Place place, String owner, String field, String fieldDescriptor) {
            for (PropagationSite site : sites) {
                if (site.place() == place
                        && site.type().equals(owner)
                        && field.equals(site.called())
                        && canStore(site.step(), fieldDescriptor)) {
                    mv.visitVarInsn(Opcodes.ALOAD, 0);
                    mv.visitIntInsn(Opcodes.BIPUSH, site.step().ordinal());
                    mv.visitMethodInsn(Opcodes.INVOKESTATIC, dispatcher, exchange, EXCHANGE_DESCRIPTOR, false);
                    mv.visitTypeInsn(
                            Opcodes.CHECKCAST, Type.getType(fieldDescriptor).getInternalName());
                    found.add(site);
                    grown = true;
                }
            }
        }

        /** A field of another type, in a JDK to come, has no room for what would be stored. */
        private static boolean canStore(PropagationStep step, String fieldDescriptor) {
            return switch (step) {
                case REGISTER_STAGE -> ONE_VALUE.contains(fieldDescriptor);
                case REGISTER_STAGE_OF_TWO -> TWO_VALUES.contains(fieldDescriptor);
                default -> true;
            };
        }

        @Override
        public void visitMaxs(int maxStack, int maxLocals) {
            super.visitMaxs(grown ? maxStack + Operands.SLOTS + 1 : maxStack, maxLocals);
        }

        private void tell(Place place, String called) {
            for (PropagationSite site : sites) {
                if (site.place() == place && (called == null || called.equals(site.called()))) {
                    site.operands().push(mv, descriptor);
                    mv.visitIntInsn(Opcodes.BIPUSH, site.step().ordinal());
                    mv.visitMethodInsn(Opcodes.INVOKESTATIC, dispatcher, method, HOP_DESCRIPTOR, false);
                    found.add(site);
                    grown = true;
                }
            }
        }
    }
}
