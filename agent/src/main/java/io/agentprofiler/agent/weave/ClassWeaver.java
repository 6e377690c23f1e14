// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.weave;

import io.agentprofiler.agent.engine.CapturePlan;
import io.agentprofiler.agent.engine.JoinPoint.Captures;
import io.agentprofiler.rules.model.Rule;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.asm.AsmVisitorWrapper;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.method.ParameterDescription;
import net.bytebuddy.description.type.TypeDefinition;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.dynamic.TypeResolutionStrategy;
import net.bytebuddy.dynamic.VisibilityBridgeStrategy;
import net.bytebuddy.dynamic.scaffold.InstrumentedType;
import net.bytebuddy.dynamic.scaffold.MethodGraph;
import net.bytebuddy.dynamic.scaffold.TypeValidation;
import net.bytebuddy.implementation.Implementation;
import net.bytebuddy.pool.TypePool;
import net.bytebuddy.utility.JavaConstant;

/**
 * Adds a rule's call sites to methods of a class file. Nothing but method bodies changes: no field, no method, no
 * supertype, so a class can be woven again after it was loaded.
 *
 * <p>Byte Buddy is used directly rather than through its {@code AgentBuilder}: by the time a class comes here it is known
 * what to do with which of its methods, and everything {@code AgentBuilder} would add (its own matching, its listeners,
 * its class-loading strategies) would only cost start-up time.
 *
 * <p><b>Threading:</b> any thread.
 */
final class ClassWeaver {
    private final ByteBuddy byteBuddy = new ByteBuddy()
            .with(TypeValidation.DISABLED)
            .with(MethodGraph.Compiler.ForDeclaredMethods.INSTANCE)
            .with(VisibilityBridgeStrategy.Default.NEVER)
            .with(InstrumentedType.Factory.Default.FROZEN)
            .with(Implementation.Context.Disabled.Factory.INSTANCE);

    private final List<Rule> rules;
    private final Method bootstrap;
    private final AtomicReferenceArray<Advice> observing;
    private final AtomicReferenceArray<Advice> replacing;

    /** Weaves call sites that name {@code bootstrap} as their bootstrap method. */
    ClassWeaver(List<Rule> rules, Method bootstrap) {
        this.rules = rules;
        this.bootstrap = bootstrap;
        this.observing = new AtomicReferenceArray<>(rules.size());
        this.replacing = new AtomicReferenceArray<>(rules.size());
    }

    /** Returns the woven class file. */
    byte[] weave(ClassLoader loader, String className, byte[] classFile, List<WovenMethod> methods) {
        String name = className.replace('/', '.');
        ClassFileLocator locator = new ClassFileLocator.Compound(
                ClassFileLocator.Simple.of(name, classFile),
                ClassFileLocator.ForClassLoader.WeaklyReferenced.of(loader));
        // lazily: of a method's parameter types nothing but the name is needed, so their class files are not read
        TypePool types = new TypePool.Default.WithLazyResolution(
                new TypePool.CacheProvider.Simple(), locator, TypePool.Default.ReaderMode.FAST);
        TypeDescription type = types.describe(name).resolve();
        AsmVisitorWrapper.ForDeclaredMethods sites = new AsmVisitorWrapper.ForDeclaredMethods();
        for (WovenMethod method : methods) {
            List<AsmVisitorWrapper.ForDeclaredMethods.MethodVisitorWrapper> advice = new ArrayList<>();
            // each advice is enclosed by those before it: the first rule is the outermost
            for (int rule : method.rules()) {
                advice.add(advice(rule, method.descriptor()));
            }
            sites = sites.method(
                    candidate -> candidate.getInternalName().equals(method.name())
                            && candidate.getDescriptor().equals(method.descriptor()),
                    advice);
        }
        return byteBuddy
                .decorate(type, locator)
                .visit(sites)
                .make(TypeResolutionStrategy.Disabled.INSTANCE, types)
                .getBytes();
    }

    private Advice advice(int rule, String descriptor) {
        Captures captures = CapturePlan.of(rules.get(rule)).site();
        boolean replaces = captures.replacesResult() && descriptor.charAt(descriptor.indexOf(')') + 1) == 'L';
        AtomicReferenceArray<Advice> made = replaces ? replacing : observing;
        Advice advice = made.get(rule);
        if (advice == null) {
            advice = Advice.withCustomMapping()
                    .bind(new CapturedMapping(captures))
                    .bootstrap(bootstrap, (adviceMethod, exit) -> (type, method) -> constants(rule, method))
                    .with(new Advice.AssignReturned.Factory())
                    .to(replaces ? RuleAdvice.Replacing.class : RuleAdvice.Observing.class);
            made.set(rule, advice);
        }
        return advice;
    }

    private static List<JavaConstant> constants(int rule, MethodDescription method) {
        List<List<String>> annotations = new ArrayList<>();
        for (ParameterDescription parameter : method.getParameters()) {
            annotations.add(parameter.getDeclaredAnnotations().asTypeList().stream()
                    .map(TypeDefinition::getTypeName)
                    .toList());
        }
        return List.of(
                JavaConstant.Simple.ofLoaded(rule),
                JavaConstant.Simple.ofLoaded(method.getName()),
                JavaConstant.Simple.ofLoaded(method.getReturnType().asErasure().getName()),
                JavaConstant.Simple.ofLoaded(ParameterAnnotations.encode(annotations)));
    }
}
