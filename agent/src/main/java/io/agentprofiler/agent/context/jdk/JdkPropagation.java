// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.context.jdk;

import io.agentprofiler.agent.context.propagation.PropagationFaults;
import io.agentprofiler.agent.context.propagation.PropagationStep;
import io.agentprofiler.agent.context.propagation.TaskPropagation;
import io.agentprofiler.agent.log.AgentLog;
import io.agentprofiler.agent.weave.Retransformation;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;

/**
 * Switches context propagation through the JDK's pools, futures, timers and threads on and off.
 *
 * <p><b>Threading:</b> {@link #switchOn} on the agent's thread, once, before the first span is opened; {@link #switchOff} on any
 * thread.
 */
public final class JdkPropagation {
    /** The dispatcher's methods that woven code calls, and the fields they find their receivers in. */
    private static final String METHOD = "propagate";

    private static final String FIELD = "receivers";
    private static final String EXCHANGE = "exchange";
    private static final String EXCHANGES = "exchanges";

    private final VarHandle receivers;
    private final VarHandle exchanges;
    /** The places that this JDK is to have. */
    private final List<PropagationSite> sites = new ArrayList<>();

    private PropagationTransformer transformer;
    /** How many classes had been woven when {@link #tellMissing} last looked. */
    private int told;

    private JdkPropagation(VarHandle receivers, VarHandle exchanges) {
        this.receivers = receivers;
        this.exchanges = exchanges;
        int jdk = Runtime.version().feature();
        for (PropagationSite site : PropagationSites.all()) {
            if (site.since() <= jdk) {
                sites.add(site);
            }
        }
    }

    /**
     * Weaves the JDK's classes: those that are loaded now, and the others when they are, which most programs never come to. What
     * weaves is itself loaded by then.
     *
     * @param dispatcher the class woven code calls, which everything in {@code java.base} can see
     */
    public static JdkPropagation switchOn(Instrumentation instrumentation, Class<?> dispatcher)
            throws ReflectiveOperationException {
        MethodHandles.Lookup lookup = MethodHandles.privateLookupIn(dispatcher, MethodHandles.lookup());
        JdkPropagation propagation = new JdkPropagation(
                lookup.findStaticVarHandle(dispatcher, FIELD, BiConsumer[].class),
                lookup.findStaticVarHandle(dispatcher, EXCHANGES, BiFunction[].class));
        propagation.connect();

        PropagationWeaver weaver = new PropagationWeaver(dispatcher.getName().replace('.', '/'), METHOD, EXCHANGE);
        PropagationTransformer transformer = new PropagationTransformer(propagation.sites, weaver);
        propagation.transformer = transformer;
        instrumentation.addTransformer(transformer, true);
        retransform(instrumentation, propagation.loaded(instrumentation, false));
        // a class whose loading had begun before there was a transformer, and ended after the loaded ones were asked
        // for
        retransform(instrumentation, propagation.loaded(instrumentation, false));
        propagation.tellMissing();
        return propagation;
    }

    /** Says which places a JDK lacks of the classes that were woven since the last call. Called about twice a second. */
    public void tellMissing() {
        Set<String> woven = transformer.offered();
        if (woven.size() == told) {
            return;
        }
        told = woven.size();
        for (PropagationSite site : sites) {
            if (woven.contains(site.type()) && transformer.isMissing(site)) {
                AgentLog.info("this JDK has no " + site + ": tasks submitted there show as separate workflows");
            }
        }
    }

    /** Retransforms all at once, which stops the JVM once only; one by one when the JVM refuses any of them. */
    private static void retransform(Instrumentation instrumentation, Class<?>[] types) {
        if (types.length == 0) {
            return;
        }
        try {
            Retransformation.of(instrumentation, types);
        } catch (UnmodifiableClassException | LinkageError e) {
            for (Class<?> type : types) {
                try {
                    Retransformation.of(instrumentation, type);
                } catch (UnmodifiableClassException | LinkageError refused) {
                    AgentLog.info(type.getName()
                            + " cannot be instrumented, so work it passes to other threads shows as separate workflows: "
                            + refused);
                }
            }
        }
    }

    /** Leaves the woven code without effect; tasks on their way run without a span. */
    public void switchOff() {
        receivers.setVolatile((BiConsumer<Object, Object>[]) null);
        exchanges.setVolatile((BiFunction<Object, Object, Object>[]) null);
    }

    /** Gives the JDK's classes back the code they had. On the thread of {@link #switchOn}. */
    public void remove(Instrumentation instrumentation) {
        switchOff();
        instrumentation.removeTransformer(transformer);
        retransform(instrumentation, loaded(instrumentation, true));
    }

    /** Puts into the dispatcher what woven code calls. */
    @SuppressWarnings({"unchecked", "rawtypes"}) // arrays of generic types
    private void connect() {
        PropagationFaults faults = new PropagationFaults(reason -> {
            switchOff();
            AgentLog.info("work passed to other threads shows as separate workflows from now on: " + reason);
        });
        PropagationStep[] steps = PropagationStep.values();
        BiConsumer<Object, Object>[] told = new BiConsumer[steps.length];
        BiFunction<Object, Object, Object>[] exchanged = new BiFunction[steps.length];
        for (PropagationStep step : steps) {
            told[step.ordinal()] = TaskPropagation.receiver(step, faults);
            exchanged[step.ordinal()] = TaskPropagation.exchange(step, faults);
        }
        TaskPropagation.rehearse(told, exchanged);
        receivers.setVolatile(told);
        exchanges.setVolatile(exchanged);
    }

    /**
     * Returns the loaded classes that have sites.
     *
     * @param offered whether those are meant that the transformer was shown, or the others
     */
    private Class<?>[] loaded(Instrumentation instrumentation, boolean offered) {
        Set<String> names = new HashSet<>();
        for (String type : transformer.types()) {
            if (transformer.offered().contains(type) == offered) {
                names.add(type.replace('/', '.'));
            }
        }
        List<Class<?>> types = new ArrayList<>();
        for (Class<?> type : instrumentation.getAllLoadedClasses()) {
            if (type.getClassLoader() == null && names.contains(type.getName())) {
                types.add(type);
            }
        }
        return types.toArray(Class<?>[]::new);
    }

    /**
     * Weaves the propagation sites into JDK classes as they are loaded or retransformed.
     *
     * <p><b>Threading:</b> any thread, inside class loading.
     *
     * <p><b>Errors:</b> a class that cannot be woven stays as it is.
     */
    private static final class PropagationTransformer implements ClassFileTransformer {
        private final Map<String, List<PropagationSite>> sitesByType = new HashMap<>();
        private final PropagationWeaver weaver;
        private final Set<PropagationSite> found = ConcurrentHashMap.newKeySet();
        /** Internal names of the classes with sites that were shown to this, woven or not. */
        private final Set<String> offered = ConcurrentHashMap.newKeySet();

        PropagationTransformer(List<PropagationSite> sites, PropagationWeaver weaver) {
            for (PropagationSite site : sites) {
                sitesByType
                        .computeIfAbsent(site.type(), type -> new ArrayList<>())
                        .add(site);
            }
            this.weaver = weaver;
        }

        @Override
        public byte[] transform(
                ClassLoader loader, String className, Class<?> redefined, ProtectionDomain domain, byte[] classFile) {
            if (loader != null || className == null) {
                return null;
            }
            List<PropagationSite> sites = sitesByType.get(className);
            if (sites == null) {
                return null;
            }
            try {
                PropagationWeaver.Woven woven = weaver.weave(classFile, sites);
                found.addAll(woven.found());
                offered.add(className);
                return woven.found().isEmpty() ? null : woven.classFile();
            } catch (RuntimeException | LinkageError e) {
                offered.add(className);
                AgentLog.debug("cannot weave " + className.replace('/', '.') + ": " + e);
                return null;
            }
        }

        /** Returns the internal names of the classes with propagation sites. */
        Set<String> types() {
            return sitesByType.keySet();
        }

        /** Returns those of these names whose classes this was shown. */
        Set<String> offered() {
            return offered;
        }

        /** Answers whether a site was not found in any class so far. */
        boolean isMissing(PropagationSite site) {
            return !found.contains(site);
        }
    }
}
