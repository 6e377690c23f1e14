// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.shape;

import io.agentprofiler.agent.context.Span;

/**
 * When a span ends, given what its call returned.
 *
 * <p><b>Threading:</b> immutable; application threads.
 */
public interface ResultShape {
    /** Answers whether the call's result is looked at. */
    boolean readsResult();

    /** Answers whether {@link #end} may answer something else than the result. */
    boolean replacesResult();

    /**
     * Answers whether the call as a rule only prepares the operation, so that its arguments are kept for later and its span
     * is provisional.
     */
    default boolean onlyPrepares() {
        return false;
    }

    /** Answers whether arguments are kept for operations that begin later. */
    default boolean keepsArguments() {
        return onlyPrepares();
    }

    /** Returns what a call returns that belongs to a workflow that is not recorded. Only asked of shapes that prepare. */
    default Object unsampled(Object result) throws Throwable {
        return result;
    }

    /** Answers whether {@link #end} leaves the span open, and answers something else than {@code result}. */
    default boolean replaces(Object result) {
        return false;
    }

    /**
     * Ends the span now, or arranges for it to end later. What it throws is a fault of the rule.
     *
     * @return what the call returns to the application
     */
    Object end(Span span, Object result) throws Throwable;
}
