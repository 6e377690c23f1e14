// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.weave.link;

import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.CallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.Set;

/**
 * Puts the dispatcher class into {@code java.lang} and connects it with the linker.
 *
 * <p>The class is defined by a lookup that {@link Instrumentation#redefineModule} opened to this class alone. Nothing is
 * appended to the bootstrap class path: on current JDKs that would switch class-data sharing off for the application.
 *
 * <p><b>Threading:</b> the agent's thread, once.
 */
public final class Dispatcher {
    /** Type of the linker: what a bootstrap method gets. */
    static final MethodType LINKER_TYPE = MethodType.methodType(
            CallSite.class, MethodHandles.Lookup.class, String.class, MethodType.class, Object[].class);

    private static final String RESOURCE = "dispatcher.bin";

    private static final String NAME = "java.lang.AgentProfilerDispatcher";

    private final Method bootstrap;
    private final VarHandle field;

    private Dispatcher(Method bootstrap, VarHandle field) {
        this.bootstrap = bootstrap;
        this.field = field;
    }

    /** Defines the dispatcher class, unless an agent that was detached has left it, and makes {@code linker} answer its call sites. */
    public static Dispatcher install(Instrumentation instrumentation, SiteLinker linker)
            throws IOException, ReflectiveOperationException {
        MethodHandles.Lookup own = MethodHandles.lookup();
        instrumentation.redefineModule(
                Object.class.getModule(),
                Set.of(),
                Map.of(),
                Map.of("java.lang", Set.of(Dispatcher.class.getModule())),
                Set.of(),
                Map.of());
        Class<?> type = left();
        if (type == null) {
            type = MethodHandles.privateLookupIn(Object.class, own).defineClass(bytes());
        }
        MethodHandle target =
                own.findVirtual(SiteLinker.class, "link", LINKER_TYPE).bindTo(linker);
        VarHandle field =
                MethodHandles.privateLookupIn(type, own).findStaticVarHandle(type, "linker", MethodHandle.class);
        field.setVolatile(target);
        return new Dispatcher(
                type.getMethod("link", MethodHandles.Lookup.class, String.class, MethodType.class, Object[].class),
                field);
    }

    private static Class<?> left() {
        try {
            return Class.forName(NAME, false, null);
        } catch (ClassNotFoundException e) {
            return null;
        }
    }

    /** Leaves call sites that are linked from now on without effect. */
    public void disconnect() {
        field.setVolatile((MethodHandle) null);
    }

    /** Returns the class in {@code java.lang}. */
    public Class<?> type() {
        return bootstrap.getDeclaringClass();
    }

    /** Returns the bootstrap method that woven call sites name. */
    public Method bootstrap() {
        return bootstrap;
    }

    private static byte[] bytes() throws IOException {
        try (InputStream in = Dispatcher.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IOException("the agent's jar lacks " + RESOURCE + ": build it again");
            }
            return in.readAllBytes();
        }
    }
}
