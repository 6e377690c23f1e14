// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.context.jdk;

import java.lang.reflect.Method;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;

/** What JDKs after 17 have, reached by reflection. */
final class Virtual {
    private Virtual() {}

    static ExecutorService executor() throws Exception {
        return (ExecutorService)
                method(Executors.class, "newVirtualThreadPerTaskExecutor").invoke(null);
    }

    static ExecutorService perTask(ThreadFactory factory) throws Exception {
        return (ExecutorService) method(Executors.class, "newThreadPerTaskExecutor", ThreadFactory.class)
                .invoke(null, factory);
    }

    static ThreadFactory factory() throws Exception {
        Object builder = method(Thread.class, "ofVirtual").invoke(null);
        return (ThreadFactory) method(builderType(), "factory").invoke(builder);
    }

    static void startWithoutInheritance(Runnable task) throws Exception {
        Object builder = method(Thread.class, "ofVirtual").invoke(null);
        method(builderType(), "inheritInheritableThreadLocals", boolean.class).invoke(builder, false);
        method(builderType(), "start", Runnable.class).invoke(builder, task);
    }

    /** Runs {@code task} as a fork of a structured task scope, a preview of JDK 25. */
    @SuppressWarnings("unchecked")
    static <T> T inScope(Callable<T> task) throws Exception {
        Class<?> type;
        try {
            type = Class.forName("java.util.concurrent.StructuredTaskScope");
        } catch (ClassNotFoundException e) {
            throw new PropagationProgram.Skipped("this JDK has no structured task scopes");
        }
        Object scope = method(type, "open").invoke(null);
        try {
            Object fork = method(type, "fork", Callable.class).invoke(scope, task);
            method(type, "join").invoke(scope);
            return (T) method(Class.forName("java.util.concurrent.StructuredTaskScope$Subtask"), "get")
                    .invoke(fork);
        } finally {
            method(type, "close").invoke(scope);
        }
    }

    private static Class<?> builderType() throws ClassNotFoundException {
        return Class.forName("java.lang.Thread$Builder$OfVirtual");
    }

    private static Method method(Class<?> type, String name, Class<?>... parameters) {
        try {
            return type.getMethod(name, parameters);
        } catch (NoSuchMethodException e) {
            throw new PropagationProgram.Skipped("this JDK has no " + type.getSimpleName() + "." + name);
        }
    }
}
