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
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * The start of the core, from the first hit on: what the agent's own thread does, and what the application waits for.
 *
 * <p>The core is not started on the application's thread, because that thread is inside class loading and may hold any
 * lock. It waits here as {@link StartWait} allows. After that, classes pass unwoven and the core weaves them later, by
 * retransformation.
 *
 * <p>However the start ends, the user hears of it: the exit of the JVM ends the recording, or says that there was none.
 *
 * <p><b>Threading:</b> any thread, but {@link #run} on the agent's own.
 */
final class CoreStart implements CoreHost {
    /** The one class of the core that is known by name here. Its {@code run(Instrumentation, CoreHost)} never returns. */
    static final String CORE_CLASS = "io.agentprofiler.agent.boot.Core";

    private static final String LIBRARIES_CLASS = "io.agentprofiler.agent.boot.LoadedLibraries";
    private static final String HELP_CLASS = "io.agentprofiler.agent.boot.Help";

    private final File jar;
    private final Instrumentation instrumentation;
    private final boolean traceRefused;
    private final int session;
    private final Thread thread;
    private final StartWait wait;
    private final AtomicInteger classesLoaded = new AtomicInteger();
    private final CountDownLatch settled = new CountDownLatch(1);

    private volatile ClassFileTransformer weaver;
    private volatile boolean failed;
    private volatile Runnable end;

    private final CountDownLatch asked = new CountDownLatch(1);
    /** Takes the filter off, {@code null} until the agent is to be detached. */
    private volatile FrontFilter filter;

    private final AtomicReference<Consumer<String>> left = new AtomicReference<>();
    private volatile String ending;

    /** The start begins now, and is {@code thread}'s to {@link #run}. */
    CoreStart(File jar, Instrumentation instrumentation, boolean traceRefused, int session, Thread thread) {
        this.jar = jar;
        this.instrumentation = instrumentation;
        this.traceRefused = traceRefused;
        this.session = session;
        this.thread = thread;
        this.wait = new StartWait(thread, classesLoaded);
    }

    /** Returns the core's transformer, {@code null} as long as there is none. */
    ClassFileTransformer weaver() {
        return weaver;
    }

    /** Answers whether the start failed for good. */
    boolean failed() {
        return failed;
    }

    /** Answers whether a loader is the core's. */
    boolean isOwn(ClassLoader loader) {
        return loader instanceof CoreLoader;
    }

    /** Waits for the core within the bound; returns {@code null} when there is none by then. */
    ClassFileTransformer await() {
        if (Thread.currentThread() != thread) {
            wait.await(settled);
        }
        return weaver;
    }

    /** Starts the core. Returns if that failed, or when the agent is detached. */
    void run() {
        try {
            Class<?> core = Class.forName(CORE_CLASS, true, new CoreLoader(jar, classesLoaded));
            core.getMethod("run", Instrumentation.class, CoreHost.class).invoke(null, instrumentation, this);
        } catch (InvocationTargetException e) {
            fail(e.getCause());
        } catch (Throwable t) {
            fail(t);
        }
        leaveIfAsked();
    }

    /**
     * Has the core end: on its own thread, or here if it failed before.
     *
     * @param then is told the last line of the recording, {@code null} for none, when all is over
     */
    void detach(FrontFilter front, Consumer<String> then) {
        filter = front;
        left.set(then);
        asked.countDown();
        if (failed) {
            leaveIfAsked();
        }
    }

    private void leaveIfAsked() {
        Consumer<String> then = left.getAndSet(null);
        if (then != null) {
            then.accept(ending);
        }
    }

    @Override
    public boolean traceRefused() {
        return traceRefused;
    }

    @Override
    public boolean attached() {
        return session > 0;
    }

    @Override
    public int session() {
        return session;
    }

    @Override
    public boolean awaitDetach(long millis) throws InterruptedException {
        return asked.await(millis, TimeUnit.MILLISECONDS);
    }

    @Override
    public void withdraw() {
        instrumentation.removeTransformer(filter);
    }

    @Override
    public void recordsInto(String directory) {
        if (session > 0) {
            Attachment.tell(Attachment.RECORDING, directory);
        }
    }

    @Override
    public void ended(String line) {
        ending = line;
    }

    @Override
    public void weaves(ClassFileTransformer ready) {
        weaver = ready;
        settled.countDown();
    }

    @Override
    public boolean await(CountDownLatch step) {
        return wait.await(step);
    }

    @Override
    public long lateMillis() {
        return wait.lateMillis();
    }

    @Override
    public void note(String line) {
        Premain.note(line);
    }

    @Override
    public void atExit(Runnable ending) {
        end = ending;
    }

    private void fail(Throwable cause) {
        failed = true;
        try {
            Premain.say("not started: " + reason(cause));
            if (session > 0) {
                Attachment.tell(Attachment.FAILED, "not started: " + reason(cause));
            }
            if (Premain.isLog("debug")) {
                Premain.trace(cause);
            }
        } finally {
            // not before it is said: an application that goes on may be over before this daemon gets to it
            end = () -> {};
            settled.countDown();
        }
    }

    /** Returns what a class's initializer failed with, where that is what failed: the error itself tells nothing. */
    private static Throwable reason(Throwable failure) {
        return failure instanceof ExceptionInInitializerError && failure.getCause() != null
                ? failure.getCause()
                : failure;
    }

    /** The JVM is exiting: ends the recording, or says that there was none. */
    void exit() {
        Runnable ending = end;
        if (ending != null) {
            ending.run();
        } else {
            Premain.say("nothing was recorded: the application ended " + wait.sinceBeginMillis()
                    + " ms after it first used a traced framework, before the agent had started");
        }
    }

    /** Returns sentences on libraries that are not traced, among the classes of a program for which no core was started. */
    static String untracedLibraries(File jar, Class<?>[] loaded) throws IOException, ReflectiveOperationException {
        return (String) Class.forName(LIBRARIES_CLASS, true, new CoreLoader(jar, new AtomicInteger()))
                .getMethod("untraced", Class[].class)
                .invoke(null, (Object) loaded);
    }

    /** Says what is wrong with the settings, on the calling thread. */
    static void tellSettings(File jar) throws IOException, ReflectiveOperationException {
        Class.forName(HELP_CLASS, true, new CoreLoader(jar, new AtomicInteger()))
                .getMethod("tellProblems")
                .invoke(null);
    }

    /** Prints every setting, on the calling thread. */
    static void printHelp(File jar) throws IOException, ReflectiveOperationException {
        Class.forName(HELP_CLASS, true, new CoreLoader(jar, new AtomicInteger()))
                .getMethod("print")
                .invoke(null);
    }
}
