// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent;

import java.io.File;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;

/**
 * The agent's own daemon thread, which starts the core when it is first asked to; and the exit of the JVM, which ends the
 * recording, or says that there was nothing to record.
 *
 * <p>The thread is made here, in premain or agentmain, and not at the first hit: a thread remembers the code that made it, and that
 * code must not be an application's. All else waits for the first hit, {@link CoreStart} as well: most JVMs never come to
 * it, and a class costs them as much as all of premain's work.
 *
 * <p><b>Threading:</b> any thread.
 */
final class CoreThread implements Runnable {
    private static final String NOTHING = "nothing was recorded";

    private final File jar;
    private final Instrumentation instrumentation;
    private final boolean traceRefused;
    private final int session;
    private final Thread thread;
    private final Thread hook;

    private volatile CoreStart start;
    /** Nothing is begun any more, because the JVM is exiting or the agent is detached. */
    private boolean over;

    private volatile boolean gone;

    CoreThread(File jar, Instrumentation instrumentation, boolean traceRefused, int session) {
        this.jar = jar;
        this.instrumentation = instrumentation;
        this.traceRefused = traceRefused;
        this.session = session;
        this.thread = make(this, "agent-profiler");
        thread.setDaemon(true);
        this.hook = make(this, "agent-profiler-exit");
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** Makes a thread that knows nothing of the application: not its thread group, class loader or inherited values. */
    static Thread make(Runnable work, String name) {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group.getParent() != null) {
            group = group.getParent();
        }
        Thread thread = new Thread(group, work, name, 0, false);
        thread.setContextClassLoader(null);
        return thread;
    }

    /** Starts the core, the first time it is called; not while the JVM is exiting, nor once the agent is detached. */
    void begin() {
        synchronized (this) {
            if (start != null || over) {
                return;
            }
            start = new CoreStart(jar, instrumentation, traceRefused, session, thread);
        }
        thread.start();
    }

    @Override
    public void run() {
        if (Thread.currentThread() == thread) {
            start.run();
        } else {
            exit();
        }
    }

    private void exit() {
        synchronized (this) {
            over = true;
        }
        if (gone) {
            return;
        }
        if (start == null) {
            NothingTraced.tell(jar, instrumentation);
        } else {
            start.exit();
        }
    }

    /** Takes the agent out of this JVM, the first time it is called; not while the JVM is exiting. */
    void detach(FrontFilter filter) {
        CoreStart begun;
        synchronized (this) {
            if (over) {
                return;
            }
            over = true;
            begun = start;
        }
        if (begun == null) {
            NothingTraced.tell(jar, instrumentation);
            leave(filter, NOTHING);
        } else {
            begun.detach(filter, ending -> leave(filter, ending == null ? NOTHING : ending));
        }
    }

    /** Nothing of the agent is left that acts; the state is told last, so that whoever waits for it may attach again. */
    private void leave(FrontFilter filter, String ending) {
        gone = true;
        instrumentation.removeTransformer(filter);
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // the JVM has begun to exit; the hook finds nothing to do
        }
        Attachment.restore();
        Premain.forget();
        Attachment.tell(Attachment.STOPPED, ending);
    }

    /** Returns the core's transformer, {@code null} as long as there is none. */
    ClassFileTransformer weaver() {
        CoreStart begun = start;
        return begun == null ? null : begun.weaver();
    }

    /** Answers whether the start failed for good. */
    boolean failed() {
        CoreStart begun = start;
        return begun != null && begun.failed();
    }

    /** Answers whether a loader is the core's. */
    boolean isOwn(ClassLoader loader) {
        CoreStart begun = start;
        return begun != null && begun.isOwn(loader);
    }

    /** Starts the core if need be, and waits for it within the bound; {@code null} when there is none by then. */
    ClassFileTransformer await() {
        begin();
        CoreStart begun = start;
        return begun == null ? null : begun.await();
    }
}
