// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.context;

import java.util.concurrent.ForkJoinWorkerThread;

/**
 * The span a platform thread was started under. Threads of the JDK's own (workers of pools, timers, cleaners, selectors), and
 * those that any {@link java.util.concurrent.ExecutorService} starts, have none: they serve whoever comes, and would keep the
 * workflow that came first for life.
 *
 * <p>A thread that the application started counts as part of the workflow only while that goes on, because it may be a worker
 * of a pool of the application's; one that the JDK started to run a single task counts to its end.
 *
 * <p><b>Threading:</b> any thread.
 */
public final class ThreadStarts {
    private static final PropagatedSpans THREADS = new PropagatedSpans();

    private ThreadStarts() {}

    /** Records the current span for {@code thread}, which is about to be started. */
    public static void starting(Thread thread) {
        Span span = ThreadContext.get().current;
        if (span == null || isServant(thread)) {
            return;
        }
        Starter starter = Starter.ofCallingThread();
        // an unsampled workflow has no span whose end would be known: a thread that lasts would never be sampled again
        if (starter == Starter.TASK || starter == Starter.APPLICATION && span != Span.UNSAMPLED) {
            THREADS.replace(thread, PropagatedSpan.uncounted(span, starter == Starter.APPLICATION));
        }
    }

    /** Returns what the calling thread was started under, and forgets it; {@code null} for most threads. */
    static PropagatedSpan take(Thread thread) {
        PropagatedSpan propagated = THREADS.peek(thread);
        if (propagated != null) {
            THREADS.forget(thread);
        }
        return propagated;
    }

    public static void sweep() {
        THREADS.sweep();
    }

    private static boolean isServant(Thread thread) {
        Class<?> type = thread.getClass();
        return type != Thread.class && (thread instanceof ForkJoinWorkerThread || Starter.isJdk(type));
    }
}
