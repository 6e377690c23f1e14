// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.context.jdk;

import io.agentprofiler.agent.context.propagation.Hop;
import io.agentprofiler.agent.context.propagation.HopFaults;
import io.agentprofiler.agent.context.propagation.TaskHops;
import io.agentprofiler.agent.log.AgentLog;
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
public final class JdkHops {
    /** The dispatcher's method that woven code calls, and the field it finds its receivers in. */
    private static final String METHOD = "hop";

    private static final String FIELD = "receivers";

    private final VarHandle receivers;

    private JdkHops(VarHandle receivers) {
        this.receivers = receivers;
    }

    /**
     * Weaves the JDK's classes.
     *
     * @param dispatcher the class woven code calls, which everything in {@code java.base} can see
     */
    public static JdkHops switchOn(Instrumentation instrumentation, Class<?> dispatcher)
            throws ReflectiveOperationException {
        JdkHops hops = new JdkHops(MethodHandles.privateLookupIn(dispatcher, MethodHandles.lookup())
                .findStaticVarHandle(dispatcher, FIELD, BiConsumer[].class));
        BiConsumer<Object, Object>[] all = hops.newReceivers();
        TaskHops.rehearse(all);
        hops.receivers.setVolatile(all);

        List<HopSite> sites = HopSites.all();
        HopWeaver weaver = new HopWeaver(dispatcher.getName().replace('.', '/'), METHOD);
        HopTransformer transformer = new HopTransformer(sites, weaver);
        instrumentation.addTransformer(transformer, true);
        retransform(instrumentation, typesOf(sites));
        reportMissing(sites, transformer.found());
        return hops;
    }

    /** Retransforms all at once, which stops the JVM once only; one by one when the JVM refuses any of them. */
    private static void retransform(Instrumentation instrumentation, Class<?>[] types) {
        try {
            instrumentation.retransformClasses(types);
        } catch (UnmodifiableClassException | LinkageError e) {
            for (Class<?> type : types) {
                try {
                    instrumentation.retransformClasses(type);
                } catch (UnmodifiableClassException | LinkageError refused) {
                    AgentLog.info(type.getName() + " cannot be woven, what it hands over shows as separate workflows: "
                            + refused);
                }
            }
        }
    }

    /** Leaves the woven code without effect; tasks on their way run without a span. */
    public void switchOff() {
        receivers.setVolatile((BiConsumer<Object, Object>[]) null);
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // an array of a generic type
    private BiConsumer<Object, Object>[] newReceivers() {
        HopFaults faults = new HopFaults(reason -> {
            switchOff();
            AgentLog.info("work handed to other threads shows as separate workflows from now on: " + reason);
        });
        Hop[] hops = Hop.values();
        BiConsumer<Object, Object>[] all = new BiConsumer[hops.length];
        for (Hop hop : hops) {
            all[hop.ordinal()] = TaskHops.receiver(hop, faults);
        }
        return all;
    }

    /** Loads what is not loaded, so that it is woven here and not on the application's threads later. */
    private static Class<?>[] typesOf(List<HopSite> sites) throws ClassNotFoundException {
        List<Class<?>> types = new ArrayList<>();
        for (String name : sites.stream().map(HopSite::type).distinct().toList()) {
            types.add(Class.forName(name.replace('/', '.'), false, null));
        }
        return types.toArray(Class<?>[]::new);
    }

    private static void reportMissing(List<HopSite> sites, Set<HopSite> found) {
        int jdk = Runtime.version().feature();
        for (HopSite site : sites) {
            if (site.since() <= jdk && !found.contains(site)) {
                AgentLog.info("this JDK has no " + site + ": tasks handed over there show as separate workflows");
            }
        }
    }
}
