// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.weave;

import io.agentprofiler.agent.engine.JoinPoints;
import io.agentprofiler.agent.log.AgentLog;
import io.agentprofiler.rules.model.Rule;
import java.lang.instrument.ClassFileTransformer;
import java.lang.reflect.Method;
import java.security.ProtectionDomain;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Weaves the rules into classes as they are loaded or retransformed.
 *
 * <p><b>Threading:</b> any thread, inside class loading.
 *
 * <p><b>Errors:</b> a class that cannot be woven stays as it is; the failure is counted against its rules and logged under
 * {@code agentprofiler.log=debug}.
 */
public final class RuleWeaver implements ClassFileTransformer {
    private final List<Rule> rules;
    private final RuleTable table;
    private final ClassWeaver weaver;
    private final JdkRulesGate gate = new JdkRulesGate();
    private final CountDownLatch firstApplied = new CountDownLatch(1);
    private final AtomicIntegerArray wovenTypes;
    private final AtomicIntegerArray failedTypes;

    /**
     * Prepares weaving.
     *
     * @param bootstrap what call sites name as their bootstrap method
     * @param linker answers these call sites; gets the kinds of rules registered
     */
    public RuleWeaver(
            List<Rule> rules, JoinPoints joinPoints, Switches switches, Method bootstrap, CallSiteLinker linker) {
        this.rules = List.copyOf(rules);
        this.table = new RuleTable(rules);
        this.weaver = new ClassWeaver(this.rules, bootstrap);
        this.wovenTypes = new AtomicIntegerArray(rules.size());
        this.failedTypes = new AtomicIntegerArray(rules.size());
        new RuleSites(joinPoints, switches, gate).register(linker);
    }

    @Override
    public byte[] transform(
            Module module,
            ClassLoader loader,
            String className,
            Class<?> redefined,
            ProtectionDomain domain,
            byte[] classFile) {
        if (loader == null || className == null || GeneratedClasses.isProxy(className)) {
            return null;
        }
        List<WovenMethod> methods = List.of();
        try {
            ClassOutline outline = ClassOutline.of(classFile);
            if (outline == null) {
                return null;
            }
            methods = table.match(className, outline, loader);
            if (methods.isEmpty()) {
                return null;
            }
            byte[] woven = weaver.weave(loader, className, classFile, methods);
            count(methods, wovenTypes);
            firstApplied.countDown();
            return woven;
        } catch (Throwable t) {
            count(methods, failedTypes);
            if (AgentLog.isDebug()) {
                AgentLog.debug("cannot weave " + className.replace('/', '.') + ": " + t);
            }
            return null;
        }
    }

    private static void count(List<WovenMethod> methods, AtomicIntegerArray into) {
        methods.stream()
                .flatMapToInt(method -> java.util.Arrays.stream(method.rules()))
                .distinct()
                .forEach(into::incrementAndGet);
    }

    /** Waits until a rule was applied to a class. */
    public void awaitFirstApplied() throws InterruptedException {
        firstApplied.await();
    }

    /** Lets woven calls run: the JDK's classes are woven, or will never be. */
    public void openGate() {
        gate.open();
    }

    /** Returns how many types the rule was woven into. */
    public int wovenTypes(int rule) {
        return wovenTypes.get(rule);
    }

    /** Returns how many types the rule applied to but could not be woven into. */
    public int failedTypes(int rule) {
        return failedTypes.get(rule);
    }

    /** Returns the rules, in the order their numbers stand for. */
    public List<Rule> rules() {
        return rules;
    }
}
