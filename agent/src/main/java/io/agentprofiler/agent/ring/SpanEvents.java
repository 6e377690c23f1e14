// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.ring;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.event.SpanEnd;
import io.agentprofiler.rules.model.Rule;

/**
 * Where the engine sends span events: the ring, seen from the application's threads.
 *
 * <p>What a call captured comes as nine parameters where it comes from the call itself: an array would be an allocation for each
 * call, and a frame that threads use again was measured to gain nothing ({@code docs/architecture.md}, call sites).
 *
 * <p><b>Threading:</b> any thread. No method blocks, allocates or throws; what does not fit is counted as dropped.
 */
public interface SpanEvents {
    /**
     * Offers a start. On {@code false} it was dropped, {@link Span#startDropped} is set, and the end must not be offered.
     *
     * @param thread the thread the span starts on
     * @param self captured {@code this} or {@code null}, likewise the arguments
     */
    boolean start(
            Span span,
            Thread thread,
            Object self,
            Object a0,
            Object a1,
            Object a2,
            Object a3,
            Object a4,
            Object a5,
            Object a6,
            Object a7);

    /**
     * Tells the start of a lazy span, below which an operation begins. It comes into no ring, so that it cannot come too late:
     * the consumer finds it with the first event below the span. Several threads may call this at once.
     *
     * @param held captured {@code this} and the arguments
     * @return whether it was this call that told it; not if the span is over
     */
    default boolean lateStart(Span span, Object[] held) {
        if (!span.keep()) {
            return false;
        }
        start(span, span.startThread, held[0], held[1], held[2], held[3], held[4], held[5], held[6], held[7], held[8]);
        return true;
    }

    /**
     * Offers a chunk; the span's statistics already hold it, so losing the event loses no figure.
     *
     * @param nanos when, by {@link System#nanoTime}
     * @param index number of the chunk in its span, from 0
     * @param type {@code text}, {@code thinking}, {@code tool_call} or {@code item}
     * @param chars length, -1 when unknown
     */
    void chunk(Span span, long nanos, int index, String type, int chars);

    /**
     * Takes an end. An end whose start was accepted is never dropped for lack of room.
     *
     * @param nanos when, by {@link System#nanoTime}
     * @param rule the rule whose {@code end}, {@code content} and {@code failed} are read; not the span's own when another
     *     method closed the span
     * @param cpuNanos CPU time between start and end, -1 when unknown; likewise the bytes
     * @param held captured {@code this} and the arguments of the call that ends it; {@code null} for none
     */
    void end(
            Span span,
            long nanos,
            SpanEnd.Status status,
            Thread thread,
            long cpuNanos,
            long allocatedBytes,
            Rule rule,
            Object[] held,
            Object result,
            Throwable thrown);

    /** Records that it was decided whether a workflow is recorded. Only where the rate is below 1. */
    default void sampled(boolean recorded) {}

    /** Records a workflow that is not recorded because its caller in another process does not record. */
    default void refusedByCaller() {}

    /** Records a span that will never end. */
    void abandoned(Span span);
}
