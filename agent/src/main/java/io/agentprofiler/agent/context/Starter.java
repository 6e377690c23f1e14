// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.context;

import java.lang.StackWalker.StackFrame;
import java.util.Iterator;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * On whose behalf a thread is started, by the call stack. Costs a few microseconds, a small part of what starting a thread
 * costs, and is asked for only while a span is current.
 */
enum Starter {
    /** The application. */
    APPLICATION,
    /** A part of the JDK that makes a thread for one task. */
    TASK,
    /** A pool, or any other part of the JDK: the thread serves whoever comes. */
    SERVER;

    private static final StackWalker WALKER = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);
    private static final ClassLoader PLATFORM = ClassLoader.getPlatformClassLoader();
    private static final Function<Stream<StackFrame>, Starter> READER = new StackReader();

    /** Packages whose code starts no thread of its own accord, but may stand between {@code Thread.start} and who does. */
    private static final String[] GO_BETWEENS = {
        "java.lang.", "jdk.internal.reflect.", "jdk.internal.vm.", "jdk.internal.misc.", "java.security.", "java.util."
    };

    /** Returns who starts a thread on the calling thread, which is inside {@code Thread.start}. */
    static Starter ofCallingThread() {
        return WALKER.walk(READER);
    }

    /** Answers whether a class is the JDK's. */
    static boolean isJdk(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        return (loader == null || loader == PLATFORM) && type.getModule().isNamed();
    }

    /** Returns who a frame below {@code Thread.start} stands for; {@code null} to look further. */
    static Starter of(Class<?> type) {
        if (!isJdk(type)) {
            return APPLICATION;
        }
        String name = type.getName();
        if (name.startsWith("java.util.concurrent.")) {
            if (name.contains("ThreadPerTaskExecutor") || name.contains("StructuredTaskScope")) {
                return TASK;
            }
            // others are collections: list.forEach(Thread::start)
            return name.contains("Pool") ? SERVER : null;
        }
        for (String goBetween : GO_BETWEENS) {
            if (name.startsWith(goBetween)) {
                return null;
            }
        }
        return SERVER;
    }

    /**
     * Answers whether a pool of the application's starts a thread, by the frames of its classes at the top of the stack. One that
     * is an {@link Executor} only may start a thread for each task; an {@link ExecutorService} that starts threads itself keeps
     * them.
     */
    private static boolean isPool(Class<?> type, Iterator<StackFrame> rest) {
        Class<?> top = type;
        while (top != null && !is(ExecutorService.class, top)) {
            boolean looksOn = rest.hasNext() && (is(Executor.class, top) || of(top) == null);
            top = looksOn ? rest.next().getDeclaringClass() : null;
        }
        return top != null;
    }

    private static boolean is(Class<?> type, Class<?> frame) {
        return !isJdk(frame) && (type.isAssignableFrom(frame) || type.isAssignableFrom(frame.getNestHost()));
    }

    private static final class StackReader implements Function<Stream<StackFrame>, Starter> {
        @Override
        public Starter apply(Stream<StackFrame> frames) {
            Iterator<StackFrame> rest = frames.iterator();
            boolean starting = false;
            while (rest.hasNext()) {
                StackFrame frame = rest.next();
                if (starting) {
                    Starter starter = of(frame.getDeclaringClass());
                    if (starter != null) {
                        boolean pool = starter == APPLICATION && isPool(frame.getDeclaringClass(), rest);
                        return pool ? SERVER : starter;
                    }
                } else {
                    starting = frame.getDeclaringClass() == Thread.class;
                }
            }
            return SERVER;
        }
    }
}
