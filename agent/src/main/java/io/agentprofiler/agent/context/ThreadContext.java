// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.context;

import java.util.concurrent.ThreadLocalRandom;

/**
 * What the agent knows of one thread: the span that is current on it, and its source of ids.
 *
 * <p><b>Threading:</b> an instance belongs to its thread.
 */
public final class ThreadContext {
    private static final ThreadLocal<ThreadContext> HOLDER = ThreadLocal.withInitial(ThreadContext::new);

    /** The span new spans become children of; {@code null} outside any workflow. */
    public Span current;

    /** The span whose chunk callback is running, so that a callback delegating to another counts once. */
    public Span chunking;

    /** How many rules had been switched off when the engine last looked; see the engine's use. */
    public int trips;

    /** JFR events of this thread that wait for reuse, of a class the context does not know; {@code null} when none do. */
    public Object spareLaneEvent;

    private long seed = ThreadLocalRandom.current().nextLong();

    private ThreadContext() {}

    /** Returns the calling thread's context. */
    public static ThreadContext get() {
        return HOLDER.get();
    }

    /** Returns a random number that is never 0 (SplitMix64, seeded a thread). */
    public long nextId() {
        long z = seed += 0x9e3779b97f4a7c15L;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        z ^= z >>> 31;
        return z == 0 ? 1 : z;
    }
}
