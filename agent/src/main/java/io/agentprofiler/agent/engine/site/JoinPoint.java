// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.site;

/**
 * One woven method, as its call site sees it. The weaver asks the engine for one when it links the site, binds
 * {@link #enter} and {@link #exit} into it, and captures only what {@link #captures} names; everything else arrives as
 * {@code null}.
 *
 * <p>An interface, since the verifier would load every class that a method returns as one of its superclass, in each JVM.
 *
 * <p><b>Threading:</b> immutable; called on application threads. Neither method ever throws or blocks.
 */
public interface JoinPoint {
    /** How many arguments a site can pass; later ones are never captured. */
    int MAX_ARGS = 8;

    /**
     * What a site must capture.
     *
     * @param self whether {@code this} is passed
     * @param args bit {@code i} is set when argument {@code i} is passed
     * @param result whether the result is passed to {@link JoinPoint#exit}
     * @param replacesResult whether what {@link JoinPoint#exit} answers replaces the result
     */
    record Captures(boolean self, int args, boolean result, boolean replacesResult) {}

    /** Returns what the site must capture. */
    Captures captures();

    /**
     * Called before the method's body.
     *
     * @return a handle for {@link #exit}, or {@code null} when there is nothing to do at the exit
     */
    Object enter(Object self, Object a0, Object a1, Object a2, Object a3, Object a4, Object a5, Object a6, Object a7);

    /**
     * Called in place of {@link #enter} before the body of a function that can be suspended.
     *
     * @param continuation what its caller goes on with; it is none of the arguments
     */
    default Object enterSuspending(
            Object self,
            Object a0,
            Object a1,
            Object a2,
            Object a3,
            Object a4,
            Object a5,
            Object a6,
            Object a7,
            Object continuation) {
        return enter(self, a0, a1, a2, a3, a4, a5, a6, a7);
    }

    /**
     * Called inside a method that goes on with a suspended coroutine, before each frame that it runs.
     *
     * @param frame the frame
     * @param outcome what came of what the frame was waiting for
     */
    default void step(Object frame, Object outcome) {}

    /**
     * Called after {@link #enter}, before the method's body, where the rule names an argument that brings elements, or is given a header.
     *
     * @param handle what {@link #enter} answered; not {@code null}
     * @return what the body shall have in place of the argument; {@code null} for the argument itself
     */
    default Object argument(Object handle) {
        return null;
    }

    /**
     * Called after the method's body.
     *
     * @param handle what {@link #enter} answered
     * @param result what the method returned (boxed if primitive), when captured
     * @param thrown what it threw, or {@code null}
     * @return what the method shall return instead: {@code result} itself, or a wrapper of it
     */
    Object exit(Object handle, Object result, Throwable thrown);

    /**
     * Called instead of {@link #exit} where the rule was switched off while the method ran: undoes what {@link #enter} did,
     * and does nothing else.
     *
     * @param handle what {@link #enter} answered
     */
    default void cutOff(Object handle) {}
}
