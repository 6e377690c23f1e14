// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.weave;

import io.agentprofiler.agent.engine.site.CapturePlan;
import io.agentprofiler.agent.engine.site.JoinPoint.Captures;
import io.agentprofiler.agent.weave.link.RuleSites;
import io.agentprofiler.agent.weave.match.MethodPattern;
import io.agentprofiler.agent.weave.match.ParameterAnnotations;
import io.agentprofiler.agent.weave.match.WovenMethod;
import io.agentprofiler.rules.model.Coroutines;
import io.agentprofiler.rules.model.Role;
import io.agentprofiler.rules.model.Rule;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import net.bytebuddy.ClassFileVersion;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.asm.AsmVisitorWrapper;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.method.ParameterDescription;
import net.bytebuddy.description.type.TypeDefinition;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.dynamic.scaffold.TypeInitializer;
import net.bytebuddy.implementation.Implementation;
import net.bytebuddy.implementation.auxiliary.AuxiliaryType;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.pool.TypePool;
import net.bytebuddy.utility.JavaConstant;
import net.bytebuddy.utility.OpenedClassReader;

/**
 * Adds a rule's call sites to methods of a class file. Nothing but method bodies changes: no field, no method, no
 * supertype, so a class can be woven again after it was loaded.
 *
 * <p>Of Byte Buddy only {@code Advice} is used, on a plain class reader and writer, and neither {@code AgentBuilder} nor the
 * {@code ByteBuddy} type builder: by the time a class comes here it is known what to do with which of its methods, and
 * everything they would add (matching, listeners, class-loading strategies, type writers) would only cost start-up time.
 *
 * <p><b>Threading:</b> any thread.
 */
final class ClassWeaver {
    private static final int VERSION_OFFSET = 4;

    private final List<Rule> rules;
    private final Method bootstrap;
    private final int session;
    private final AtomicReferenceArray<Advice> observing;
    private final AtomicReferenceArray<Advice> replacing;
    private final AtomicReferenceArray<Advice> suspending;
    /** {@code null} where nothing is known of coroutines. */
    private final Coroutines coroutines;
    /** How the types of functions end that can be suspended. */
    private final String suspendingType;

    /**
     * Weaves call sites that name {@code bootstrap} as their bootstrap method.
     *
     * @param coroutines how coroutines are compiled; {@code null} when that is not known
     * @param session the linker's, by which it knows its call sites
     */
    ClassWeaver(List<Rule> rules, Method bootstrap, Coroutines coroutines, int session) {
        this.rules = rules;
        this.session = session;
        this.coroutines = coroutines;
        this.suspendingType = coroutines == null
                ? null
                : MethodPattern.descriptor(coroutines.continuation()) + ")"
                        + MethodPattern.descriptor("java.lang.Object");
        this.suspending = new AtomicReferenceArray<>(rules.size());
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
                if (rules.get(rule).role() == Role.RESUME && coroutines != null && name.equals(coroutines.frame())) {
                    advice.add(new StepSites(bootstrap, coroutines.step(), constants(rule, method.name(), "void", "")));
                }
            }
            sites = sites.method(
                    candidate -> candidate.getInternalName().equals(method.name())
                            && candidate.getDescriptor().equals(method.descriptor()),
                    advice);
        }
        ClassReader reader = OpenedClassReader.of(classFile);
        // what is not woven is copied as it is
        ClassWriter writer = new ClassWriter(reader, 0);
        ClassVisitor weaving = sites.wrap(
                type,
                writer,
                contextOf(type, reader),
                types,
                type.getDeclaredFields(),
                type.getDeclaredMethods(),
                0,
                0);
        reader.accept(weaving, 0);
        return writer.toByteArray();
    }

    private static Implementation.Context contextOf(TypeDescription type, ClassReader reader) {
        ClassFileVersion version = ClassFileVersion.ofMinorMajor(reader.readInt(VERSION_OFFSET));
        return Implementation.Context.Disabled.Factory.INSTANCE.make(
                type,
                new AuxiliaryType.NamingStrategy.SuffixingRandom("never"),
                TypeInitializer.None.INSTANCE,
                version,
                version,
                Implementation.Context.FrameGeneration.GENERATE);
    }

    private Advice advice(int rule, String descriptor) {
        Captures captures = CapturePlan.of(rules.get(rule)).site();
        if (rules.get(rule).role() == Role.SPAN && coroutines != null && descriptor.endsWith(suspendingType)) {
            return suspending(rule, captures);
        }
        boolean replaces = captures.replacesResult() && descriptor.charAt(descriptor.indexOf(')') + 1) == 'L';
        AtomicReferenceArray<Advice> made = replaces ? replacing : observing;
        Advice advice = made.get(rule);
        if (advice == null) {
            advice = Advice.withCustomMapping()
                    .bind(new CapturedMapping(captures, false))
                    .bootstrap(bootstrap, (adviceMethod, exit) -> (type, method) -> constants(rule, method))
                    .with(new Advice.AssignReturned.Factory())
                    .to(replaces ? RuleAdvice.Replacing.class : RuleAdvice.Observing.class);
            made.set(rule, advice);
        }
        return advice;
    }

    private Advice suspending(int rule, Captures captures) {
        Advice advice = suspending.get(rule);
        if (advice == null) {
            Captures all = new Captures(captures.self(), captures.args(), true, false);
            advice = Advice.withCustomMapping()
                    .bind(new CapturedMapping(all, true))
                    .bootstrap(bootstrap, (adviceMethod, exit) -> (type, method) -> constants(rule, method))
                    .to(RuleAdvice.Suspending.class);
            suspending.set(rule, advice);
        }
        return advice;
    }

    private List<JavaConstant> constants(int rule, MethodDescription method) {
        List<List<String>> annotations = new ArrayList<>();
        for (ParameterDescription parameter : method.getParameters()) {
            annotations.add(parameter.getDeclaredAnnotations().asTypeList().stream()
                    .map(TypeDefinition::getTypeName)
                    .toList());
        }
        return Arrays.stream(constants(
                        rule,
                        method.getName(),
                        method.getReturnType().asErasure().getName(),
                        ParameterAnnotations.encode(annotations)))
                .map(JavaConstant.Simple::ofLoaded)
                .toList();
    }

    /** Returns what {@link RuleSites} gets of a call site. */
    private Object[] constants(int rule, String method, String returns, String annotations) {
        return new Object[] {rule, method, returns, annotations, session};
    }
}
