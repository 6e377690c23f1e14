// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.reactive;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.engine.shape.Streamed;
import io.agentprofiler.agent.engine.span.Failures;
import io.agentprofiler.agent.event.SpanEnd.Status;
import io.agentprofiler.rules.path.object.Throwables;

/**
 * One collection of a flow. The span refers to it, so it refers to nothing of the application that could keep the coroutine alive.
 *
 * <p><b>Threading:</b> any thread, one after the other.
 */
final class Collected implements Span.Collection {
    private static final int MOST_COPIES = 16;

    private final Streamed streamed;
    private final boolean whole;
    /** What the application's code failed with that took an element: the flow ends with it, and has not failed itself. */
    private volatile Throwable downstream;

    /**
     * Creates one.
     *
     * @param whole whether the span is this collection, and no other call's
     */
    Collected(Streamed streamed, boolean whole) {
        this.streamed = streamed;
        this.whole = whole;
    }

    @Override
    public boolean isWhole() {
        return whole;
    }

    /** The application is given an element. */
    void given(Object element) {
        streamed.element(element);
        streamed.given();
    }

    @Override
    public void taken(Throwable failure) {
        if (failure != null) {
            downstream = failure;
        }
        streamed.taken();
    }

    @Override
    public void over(Throwable failure) {
        Throwable own = downstream;
        if (failure != null && own != null && original(failure) == original(own)) {
            // cut short by who collects, on purpose or not
            streamed.end(Status.CANCELLED, null);
        } else {
            streamed.end(Failures.statusOf(failure), failure);
        }
    }

    /** Returns what {@code failure} is a copy of: to show where a coroutine was resumed, failures are copied on the way. */
    private static Throwable original(Throwable failure) {
        Throwable original = failure;
        for (int i = 0; i < MOST_COPIES; i++) {
            Throwable cause = Throwables.cause(original);
            if (cause == null || cause.getClass() != original.getClass()) {
                return original;
            }
            original = cause;
        }
        return original;
    }
}
