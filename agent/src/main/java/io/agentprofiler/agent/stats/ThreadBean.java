// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.stats;

import io.agentprofiler.agent.log.AgentLog;
import java.lang.instrument.Instrumentation;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The JVM's bean of threads, by itself. To be asked for it, {@link ManagementFactory} gathers all beans that there may be, for which it
 * loads some forty classes more while the application starts. HotSpot's own class of the bean needs none of them.
 *
 * <p><b>Threading:</b> any thread.
 */
public final class ThreadBean {
    private static final String MODULE = "jdk.management";
    private static final String PACKAGE = "com.sun.management.internal";
    private static final String TYPE = PACKAGE + ".HotSpotThreadImpl";

    private static volatile ThreadMXBean made;

    private ThreadBean() {}

    /**
     * Makes the bean that {@link #get} returns from then on. In a JVM that has no such class, or does not let it be made, nothing
     * is made; no error is thrown. On the agent's thread, once.
     *
     * @param instrumentation gives this class access to the JDK's
     */
    public static void make(Instrumentation instrumentation) {
        Optional<Module> module = ModuleLayer.boot().findModule(MODULE);
        if (module.isEmpty()) {
            return;
        }
        try {
            Class<?> type = Class.forName(module.get(), TYPE);
            if (type == null) {
                return;
            }
            Set<Module> here = Set.of(ThreadBean.class.getModule());
            instrumentation.redefineModule(module.get(), Set.of(), Map.of(PACKAGE, here), Map.of(), Set.of(), Map.of());
            // its argument is the way to the JVM, which it finds for itself
            ThreadMXBean bean = (ThreadMXBean) type.getConstructors()[0].newInstance((Object) null);
            made = bean.getCurrentThreadCpuTime() >= 0 ? bean : null;
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            AgentLog.debug("the bean of threads is that of the management factory: " + e);
        }
    }

    /**
     * Returns the bean.
     *
     * @throws LinkageError in a JVM without the module {@code java.management}
     */
    public static ThreadMXBean get() {
        ThreadMXBean known = made;
        return known == null ? ManagementFactory.getThreadMXBean() : known;
    }
}
