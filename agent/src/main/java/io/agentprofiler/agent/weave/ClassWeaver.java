// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.weave;

import io.agentprofiler.agent.engine.site.CapturePlan;
import io.agentprofiler.agent.engine.site.JoinPoint.Captures;
import io.agentprofiler.agent.weave.link.RuleSites;
import io.agentprofiler.agent.weave.match.MethodPattern;
import io.agentprofiler.agent.weave.match.WovenMethod;
import io.agentprofiler.rules.model.Coroutines;
import io.agentprofiler.rules.model.MethodSignature;
import io.agentprofiler.rules.model.Role;
import io.agentprofiler.rules.model.RunRules;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/**
 * Adds a rule's call sites to methods of a class file. Nothing but method bodies changes: no field, no method, no
 * supertype, so a class can be woven again after it was loaded.
 *
 * <p>Of Byte Buddy only the class reader and writer are used, ASM's. By the time a class comes here it is known what to do with which
 * of its methods; {@code Advice} and what it stands on (type descriptions, pools, annotation values, assigners) are some 600
 * classes, which took a third of the agent's start.
 *
 * <p><b>Threading:</b> any thread.
 */
final class ClassWeaver {
    /** Where a class file has its version. */
    private static final int MAJOR_VERSION = 6;

    private final RunRules rules;
    private final Handle bootstrap;
    private final int session;
    private final boolean replays;
    /** What is captured for each rule, worked out when the rule is first woven. */
    private final AtomicReferenceArray<Captures> captures;
    /** {@code null} where nothing is known of coroutines. */
    private final Coroutines coroutines;
    /** How the types of functions end that can be suspended. */
    private final String suspendingType;

    /**
     * Weaves call sites that name {@code bootstrap} as their bootstrap method.
     *
     * @param coroutines how coroutines are compiled; {@code null} when that is not known
     * @param session the linker's, by which it knows its call sites
     * @param replays whether a recording answers calls: without it no rule has a site for that
     */
    ClassWeaver(RunRules rules, Method bootstrap, Coroutines coroutines, int session, boolean replays) {
        this.rules = rules;
        this.replays = replays;
        this.session = session;
        this.coroutines = coroutines;
        this.suspendingType = coroutines == null
                ? null
                : MethodPattern.descriptor(coroutines.continuation()) + ")"
                        + MethodPattern.descriptor("java.lang.Object");
        this.captures = new AtomicReferenceArray<>(rules.size());
        this.bootstrap = new Handle(
                Opcodes.H_INVOKESTATIC,
                Type.getInternalName(bootstrap.getDeclaringClass()),
                bootstrap.getName(),
                Type.getMethodDescriptor(bootstrap),
                false);
    }

    /**
     * Returns the woven class file; {@code null} for one of Java 6 that cannot be made one of Java 7, the first that has call sites. That
     * takes stack maps: for a class without, the JVM falls back to a verifier that infers them, as it does no more for later versions.
     */
    byte[] weave(String className, byte[] classFile, List<WovenMethod> methods) {
        ClassReader reader = new ClassReader(classFile);
        if (isOld(reader.readUnsignedShort(MAJOR_VERSION)) && !OldClass.canBeRaised(reader)) {
            return null;
        }
        // what is not woven is copied as it is
        ClassWriter writer = new ClassWriter(reader, 0);
        reader.accept(new SitesAdder(writer, className, methods), ClassReader.EXPAND_FRAMES);
        return writer.toByteArray();
    }

    /** Answers whether the version of a class file is older than {@code invokedynamic}. */
    private static boolean isOld(int version) {
        return (version & 0xFFFF) < Opcodes.V1_7;
    }

    /** Returns which of {@code methods} is meant, {@code null} for none. */
    private static WovenMethod find(List<WovenMethod> methods, String name, String descriptor) {
        for (int i = 0; i < methods.size(); i++) {
            WovenMethod method = methods.get(i);
            if (method.name().equals(name) && method.descriptor().equals(descriptor)) {
                return method;
            }
        }
        return null;
    }

    private List<RuleSite> sites(WovenMethod method) {
        List<RuleSite> sites = new ArrayList<>(method.rules().length);
        for (int rule : method.rules()) {
            sites.add(site(rule, method.descriptor()));
        }
        return sites;
    }

    private RuleSite site(int rule, String descriptor) {
        Captures all = captures.get(rule);
        if (all == null) {
            all = CapturePlan.of(rules.get(rule)).site();
            captures.set(rule, all);
        }
        if (rules.get(rule).role() == Role.SPAN && coroutines != null && descriptor.endsWith(suspendingType)) {
            return new RuleSite(
                    rule, new Captures(all.self(), all.args(), true, all.replacesResult()), true, -1, false);
        }
        boolean answers = replays && rules.get(rule).replay() != null;
        boolean replaces = all.replacesResult() && descriptor.charAt(descriptor.indexOf(')') + 1) == 'L';
        return new RuleSite(
                rule,
                new Captures(all.self(), all.args(), all.result(), replaces),
                false,
                rules.get(rule).replacedArgument(),
                answers);
    }

    /** The number of the rule whose method resumes frames of coroutines; -1 where a method does not. */
    private int resumes(String className, WovenMethod method) {
        if (coroutines != null && className.equals(coroutines.frame().type().replace('.', '/'))) {
            for (int rule : method.rules()) {
                if (rules.get(rule).role() == Role.RESUME) {
                    return rule;
                }
            }
        }
        return -1;
    }

    private final class SitesAdder extends ClassVisitor {
        private final String className;
        private final List<WovenMethod> methods;

        SitesAdder(ClassVisitor next, String className, List<WovenMethod> methods) {
            super(Opcodes.ASM9, next);
            this.className = className;
            this.methods = methods;
        }

        @Override
        public void visit(
                int version, int access, String name, String signature, String superName, String[] interfaces) {
            super.visit(isOld(version) ? Opcodes.V1_7 : version, access, name, signature, superName, interfaces);
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] exceptions) {
            MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
            WovenMethod method = find(methods, name, descriptor);
            if (method == null) {
                return next;
            }
            MethodVisitor sites = new MethodSites(next, className, access, method, sites(method), bootstrap, session);
            int resuming = resumes(className, method);
            return resuming < 0
                    ? sites
                    : new StepSites(
                            sites,
                            bootstrap,
                            coroutines.frame().step(),
                            MethodSites.constants(resuming, name, "void", "", session));
        }
    }

    /**
     * Adds a call site before each call of one method inside another, which is told the object it is called on and its argument.
     * Adds no local variable and no branch, so that stack map frames stay as they are.
     *
     * <p><b>Threading:</b> belongs to one thread.
     */
    private static final class StepSites extends MethodVisitor {
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
        public void visitMethodInsn(
                int opcode, String owner, String name, String calledDescriptor, boolean inInterface) {
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
}
