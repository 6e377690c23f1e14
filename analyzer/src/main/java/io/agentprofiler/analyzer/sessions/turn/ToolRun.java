// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.sessions.turn;

import io.agentprofiler.analyzer.input.event.SpanEvent;
import io.agentprofiler.analyzer.input.event.SpanStatus;

/**
 * A tool's run: from the moment the model had asked for it to its result. The user's consent, where that is asked, is part of it.
 *
 * <p><b>Threading:</b> one thread.
 */
public final class ToolRun implements Doing {
    final String id;
    final String name;
    final Object arguments;
    final long startNanos;
    public long endNanos = SpanEvent.ABSENT;
    /** How it ended, {@code null} where the log does not say. */
    SpanStatus status;

    public Object result;
    /** The agent it started, or {@code null}. */
    AgentRun agent;

    /**
     * Makes a run without a result.
     *
     * @param id of the call, or {@code null}
     * @param arguments text, or values of JSON, or {@code null}
     */
    public ToolRun(String id, String name, Object arguments, long startNanos) {
        this.id = id;
        this.name = name;
        this.arguments = arguments;
        this.startNanos = startNanos;
    }

    /** Returns what it was called with. */
    public Object arguments() {
        return arguments;
    }

    /** Answers whether its result is not known yet. */
    public boolean isOpen() {
        return endNanos == SpanEvent.ABSENT && result == null;
    }

    /**
     * Takes the result.
     *
     * @param nanos absent where its time is not known
     * @param how {@code null} where the log does not say
     */
    public void ends(long nanos, Object with, SpanStatus how) {
        endNanos = nanos;
        result = with;
        status = how;
    }
}
