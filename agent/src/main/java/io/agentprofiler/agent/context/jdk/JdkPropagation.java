// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.context.jdk;

import io.agentprofiler.agent.context.propagation.PropagationFaults;
import io.agentprofiler.agent.context.propagation.PropagationStep;
import io.agentprofiler.agent.context.propagation.TaskPropagation;
import io.agentprofiler.agent.log.AgentLog;
import io.agentprofiler.agent.weave.late.Retransformation;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * Switches context propagation through the JDK's pools, futures, timers and threads on and off.
 *
 * <p><b>Threading:</b> {@link #switchOn} on the agent's thread, once, before the first span is opened; {@link #switchOff} on any
 * thread.
 */
public final class JdkPropagation {
    /** The dispatcher's method that woven code calls, and the field it finds its receivers in. */
    private static final String METHOD = "propagate";

    private static final String FIELD = "receivers";

    private final VarHandle receivers;
    private PropagationTransformer transformer;
    private Class<?>[] types;

    private JdkPropagation(VarHandle receivers) {
        this.receivers = receivers;
    }

    /**
     * Weaves the JDK's classes.
     *
     * @param dispatcher the class woven code calls, which everything in {@code java.base} can see
     */
    public static JdkPropagation switchOn(Instrumentation instrumentation, Class<?> dispatcher)
            throws ReflectiveOperationException {
        JdkPropagation propagation =
                new JdkPropagation(MethodHandles.privateLookupIn(dispatcher, MethodHandles.lookup())
                        .findStaticVarHandle(dispatcher, FIELD, BiConsumer[].class));
        BiConsumer<Object, Object>[] all = propagation.newReceivers();
        TaskPropagation.rehearse(all);
        propagation.receivers.setVolatile(all);

        List<PropagationSite> sites = PropagationSites.all();
        PropagationWeaver weaver = new PropagationWeaver(dispatcher.getName().replace('.', '/'), METHOD);
        PropagationTransformer transformer = new PropagationTransformer(sites, weaver);
        propagation.transformer = transformer;
        propagation.types = typesOf(sites);
        instrumentation.addTransformer(transformer, true);
        retransform(instrumentation, propagation.types);
        reportMissing(sites, transformer.found());
        return propagation;
    }

    /** Retransforms all at once, which stops the JVM once only; one by one when the JVM refuses any of them. */
    private static void retransform(Instrumentation instrumentation, Class<?>[] types) {
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
    }

    /** Gives the JDK's classes back the code they had. On the thread of {@link #switchOn}. */
    public void remove(Instrumentation instrumentation) {
        switchOff();
        instrumentation.removeTransformer(transformer);
        retransform(instrumentation, types);
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // an array of a generic type
    private BiConsumer<Object, Object>[] newReceivers() {
        PropagationFaults faults = new PropagationFaults(reason -> {
            switchOff();
            AgentLog.info("work passed to other threads shows as separate workflows from now on: " + reason);
        });
        PropagationStep[] steps = PropagationStep.values();
        BiConsumer<Object, Object>[] all = new BiConsumer[steps.length];
        for (PropagationStep step : steps) {
            all[step.ordinal()] = TaskPropagation.receiver(step, faults);
        }
        return all;
    }

    /** Loads what is not loaded, so that it is woven here and not on the application's threads later. */
    private static Class<?>[] typesOf(List<PropagationSite> sites) throws ClassNotFoundException {
        List<Class<?>> types = new ArrayList<>();
        for (String name : sites.stream().map(PropagationSite::type).distinct().toList()) {
            types.add(Class.forName(name.replace('/', '.'), false, null));
        }
        return types.toArray(Class<?>[]::new);
    }

    private static void reportMissing(List<PropagationSite> sites, Set<PropagationSite> found) {
        int jdk = Runtime.version().feature();
        for (PropagationSite site : sites) {
            if (site.since() <= jdk && !found.contains(site)) {
                AgentLog.info("this JDK has no " + site + ": tasks submitted there show as separate workflows");
            }
        }
    }
}
