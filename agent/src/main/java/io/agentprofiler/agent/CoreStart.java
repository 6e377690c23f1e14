// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent;

import java.io.File;
import java.io.IOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.InvocationTargetException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Starts the core once, on the agent's own daemon thread, and lets class loading wait for it.
 *
 * <p>The core is not started on the application's thread, because that thread is inside class loading and may hold any
 * lock. It waits here until the start has stood still for {@link #STALL_MILLIS}, which is what a deadlock would look like,
 * and at most {@link #BOUND_MILLIS} in a JVM's life, all threads together; a machine that is merely busy is waited for.
 * After that, classes pass unwoven and the core weaves them later, by retransformation.
 *
 * <p><b>Threading:</b> any thread.
 */
final class CoreStart implements Runnable, Consumer<ClassFileTransformer> {
    /** The one class of the core that is known by name here. Its {@code run(Instrumentation, Consumer)} never returns. */
    static final String CORE_CLASS = "io.agentprofiler.agent.boot.Core";

    private static final String HELP_CLASS = "io.agentprofiler.agent.boot.Help";
    private static final long STALL_MILLIS = 2_000;
    private static final long BOUND_MILLIS = 8_000;
    private static final long LOOK_MILLIS = 100;

    private final File jar;
    private final Instrumentation instrumentation;
    private final Thread thread;
    private final CountDownLatch settled = new CountDownLatch(1);

    private volatile ClassFileTransformer weaver;
    private volatile boolean failed;
    /** Nobody waits a second time for a start that stands still. */
    private volatile boolean gaveUp;

    private boolean begun;
    private volatile long deadline;

    /**
     * Prepares the start. The thread is made here, in premain, and not at the first hit: a thread remembers the code that
     * made it, and that code must not be an application's.
     */
    CoreStart(File jar, Instrumentation instrumentation) {
        this.jar = jar;
        this.instrumentation = instrumentation;
        this.thread = new Thread(rootGroup(), this, "agent-profiler", 0, false);
        thread.setDaemon(true);
        thread.setContextClassLoader(null);
    }

    /** Starts the core, the first time it is called. */
    void begin() {
        synchronized (this) {
            if (begun) {
                return;
            }
            begun = true;
            deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(BOUND_MILLIS);
        }
        thread.start();
    }

    /** Returns the core's transformer, {@code null} as long as there is none. */
    ClassFileTransformer weaver() {
        return weaver;
    }

    /** Answers whether the start failed for good. */
    boolean failed() {
        return failed;
    }

    /** Starts the core if need be, and waits for it within the bound; {@code null} when there is none by then. */
    ClassFileTransformer await() {
        begin();
        if (gaveUp || Thread.currentThread() == thread) {
            return weaver;
        }
        boolean interrupted = false;
        long stalledSince = System.nanoTime();
        while (true) {
            try {
                if (settled.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
                    break;
                }
                long now = System.nanoTime();
                if (thread.getState() == Thread.State.RUNNABLE) {
                    stalledSince = now;
                }
                if (now - deadline >= 0 || now - stalledSince >= TimeUnit.MILLISECONDS.toNanos(STALL_MILLIS)) {
                    gaveUp = true;
                    break;
                }
            } catch (InterruptedException e) {
                // the interruption is meant for the application, which will see it
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return weaver;
    }

    @Override
    public void run() {
        try {
            Class<?> core = Class.forName(CORE_CLASS, true, new CoreLoader(jar));
            core.getMethod("run", Instrumentation.class, Consumer.class).invoke(null, instrumentation, this);
        } catch (InvocationTargetException e) {
            fail(e.getCause());
        } catch (Throwable t) {
            fail(t);
        }
    }

    /** Called by the core when it can weave. */
    @Override
    public void accept(ClassFileTransformer ready) {
        weaver = ready;
        settled.countDown();
    }

    private void fail(Throwable cause) {
        failed = true;
        settled.countDown();
        Premain.say("not started: " + cause);
        if ("debug".equals(System.getProperty("agentprofiler.log"))) {
            cause.printStackTrace();
        }
    }

    /** Prints every setting, on the calling thread. */
    static void printHelp(File jar) throws IOException, ReflectiveOperationException {
        Class.forName(HELP_CLASS, true, new CoreLoader(jar)).getMethod("print").invoke(null);
    }

    private static ThreadGroup rootGroup() {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group.getParent() != null) {
            group = group.getParent();
        }
        return group;
    }
}
