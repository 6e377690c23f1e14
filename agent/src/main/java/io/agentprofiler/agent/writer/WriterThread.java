// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.writer;

import io.agentprofiler.agent.event.ReadGuard;
import io.agentprofiler.agent.event.SpanReader;
import io.agentprofiler.agent.log.AgentLog;
import java.util.concurrent.TimeUnit;

/**
 * The thread that runs the consumer, and its successors: where one hangs in the reading of a value, which may be the
 * application's code, the value is given up and another thread goes on. The one that hangs is left behind, and ends when the
 * application lets it go.
 *
 * <p><b>Threading:</b> any thread but an application's hot path.
 */
final class WriterThread {
    /** How many threads may be left behind. A value that hung once is not read again, so that this takes many values. */
    private static final int MOST_LEFT_BEHIND = 16;
    /** The most that counts between two looks: a machine that slept has not been looked at. */
    private static final long LONGEST_INTERVAL = TimeUnit.MILLISECONDS.toNanos(750);
    /** How long the consumer may be without progress in a sink before a line says so. */
    private static final long SLOW_SINK = TimeUnit.SECONDS.toNanos(5);
    /** Enough for the paths of rules, whose accessors are the application's. */
    private static final long STACK_BYTES = 256 * 1024;

    private final RingConsumer consumer;
    private final SpanReader reader;
    private ReadGuard guard;
    private int leftBehind;
    private volatile Thread thread;

    private long checkedAt;
    private long state;
    private long progress;
    private long still;
    private boolean slowSinkSaid;
    private boolean manySaid;

    WriterThread(RingConsumer consumer, SpanReader reader) {
        this.consumer = consumer;
        this.reader = reader;
    }

    synchronized void start() {
        checkedAt = System.nanoTime();
        startNext();
    }

    boolean isAlive() {
        return thread.isAlive();
    }

    /** Waits for the end of the consumer, no longer than {@code millis}. */
    void join(long millis) throws InterruptedException {
        thread.join(millis);
    }

    /**
     * Looks whether the consumer gets on. To be called about twice a second, or more often.
     *
     * @param patienceNanos how long a value may be read before it is given up
     */
    synchronized void watch(long patienceNanos) {
        long now = System.nanoTime();
        long stateNow = guard.state();
        long progressNow = consumer.progress();
        long since = Math.min(LONGEST_INTERVAL, now - checkedAt);
        checkedAt = now;
        if (stateNow != state || progressNow != progress || !thread.isAlive()) {
            state = stateNow;
            progress = progressNow;
            still = 0;
            return;
        }
        still += since;
        if (!ReadGuard.isReading(stateNow)) {
            sayIfSinkIsSlow();
        } else if (still >= patienceNanos) {
            replace();
        }
    }

    /** Returns what the consumer is in, {@code null} when it is over. */
    synchronized String whereabouts() {
        if (!thread.isAlive()) {
            return null;
        }
        return ReadGuard.isReading(guard.state())
                ? guard.reading().toString() + application()
                : "writing" + application();
    }

    private void sayIfSinkIsSlow() {
        if (still >= SLOW_SINK && !slowSinkSaid) {
            slowSinkSaid = true;
            AgentLog.info("the writer has waited for the disk for " + TimeUnit.NANOSECONDS.toSeconds(still)
                    + " s; events wait for it, and are dropped and counted when the ring is full");
        }
    }

    private void replace() {
        if (leftBehind == MOST_LEFT_BEHIND) {
            if (!manySaid) {
                manySaid = true;
                AgentLog.info("the writer hangs again, in " + guard.reading() + "; after " + MOST_LEFT_BEHIND
                        + " times it is no longer replaced: events are dropped and counted");
            }
            return;
        }
        String where = application();
        ReadGuard.Reading hung = guard.reading();
        if (!guard.abandon(state)) {
            return;
        }
        leftBehind++;
        reader.giveUp(hung.rule(), hung.value());
        AgentLog.info("reading " + hung + " has hung for " + Math.max(1, TimeUnit.NANOSECONDS.toSeconds(still)) + " s"
                + where + ": the agent gives it up and does not read it again; spans of the rule lack it");
        still = 0;
        startNext();
    }

    private void startNext() {
        ReadGuard next = new ReadGuard();
        SpanReader nextReader = reader.guardedBy(next);
        guard = next;
        state = next.state();
        Thread started = new Thread(
                systemGroup(), () -> consumer.run(nextReader, next), EventPipeline.THREAD_NAME, STACK_BYTES, false);
        started.setDaemon(true);
        started.setContextClassLoader(null);
        thread = started;
        started.start();
    }

    /** Returns the innermost method of the application that the thread is in, as the end of a sentence. */
    private String application() {
        for (StackTraceElement frame : thread.getStackTrace()) {
            String type = frame.getClassName();
            boolean ours = type.startsWith("io.agentprofiler.agent.") || type.startsWith("io.agentprofiler.rules.");
            if (ours) {
                return "";
            }
            if (!type.startsWith("java.") && !type.startsWith("jdk.") && !type.startsWith("sun.")) {
                return ", in " + type + "." + frame.getMethodName();
            }
        }
        return "";
    }

    /** The application cannot enumerate, interrupt or wait for a thread of the root group by accident. */
    private static ThreadGroup systemGroup() {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group.getParent() != null) {
            group = group.getParent();
        }
        return group;
    }
}
