// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.event;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.path.root.PathRoots;

/**
 * Turns captured references into names and attributes, by the span's rule. The engine provides it, the ring's consumer
 * calls it, so that no path, text or hash is ever computed on an application's thread.
 *
 * <p><b>Threading:</b> consumer thread only, but for {@link #readShort}.
 *
 * <p>What it reads may run the application's code and hang. It therefore tells a {@link ReadGuard} what it reads; a thread
 * that hangs too long is replaced, and what it reads later is thrown away.
 *
 * <p><b>Errors:</b> never throws, but for what the guard throws; a failing accessor costs its attribute and is counted against the rule.
 */
public interface SpanReader {
    /** Fills name and attributes of a start; {@code into.span} is set. */
    void readStart(PathRoots call, boolean payload, SpanStart into);

    /**
     * Reads name and attributes of a call whose objects are about to be let go. The one method that is for producers, on the
     * application's threads: it calls nothing of the application's, but for what a rule says whose objects are recycled, and
     * does not throw.
     *
     * @param rule the rule whose attributes are read
     * @param end whether the span ends, rather than starts
     * @return {@code null} when nothing was read
     */
    default ShortAttributes readShort(Rule rule, Span span, PathRoots call, boolean end) {
        return null;
    }

    /**
     * Fills attributes, status and error of an end; {@code into.span} and {@code into.status} are set, the latter as seen
     * by the call (a rule's {@code failed} may turn ok into error).
     *
     * @param payload whether payload may be read; {@code false} when the byte budget is spent
     */
    void readEnd(Rule rule, PathRoots call, boolean payload, SpanEnd into);

    /**
     * Returns a reader like this one for a thread of its own, which shares nothing with this one that is changed by reading.
     *
     * @param guard is told of each value before it is read
     */
    default SpanReader guardedBy(ReadGuard guard) {
        return this;
    }

    /** Returns what may be written of a thread's name, which the application or a framework gives; {@code null} for nothing. */
    default String threadName(String name) {
        return null;
    }

    /**
     * Fills a start and an end of a made-up span, so that what the first real one needs is loaded by then.
     *
     * @return whether it could
     */
    default boolean rehearse(SpanStart start, SpanEnd end) {
        return false;
    }

    /** Records that a start was read, once for each span, however often its reading was begun. */
    default void started(Rule rule) {}

    /** Any thread: the reading of a value hung and was given up; no reader reads it any more. */
    default void giveUp(Rule rule, String value) {}
}
