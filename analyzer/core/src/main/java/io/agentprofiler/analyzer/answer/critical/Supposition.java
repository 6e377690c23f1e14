// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.critical;

import io.agentprofiler.analyzer.trace.Span;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * A hypothetical change: the durations that spans would have instead.
 *
 * <p>A span without an end keeps its recorded time, up to the last event of the run, as its real duration is unknown.
 */
public interface Supposition {
    /** No change: everything as recorded. */
    Supposition NONE = new Supposition() {};

    /** Returns the change in which the calls of these turns run concurrently. */
    static Supposition atOnce(Collection<ToolTurn> turns) {
        Map<Span, ToolTurn> byCall = new HashMap<>();
        for (ToolTurn turn : turns) {
            turn.calls().forEach(call -> byCall.put(call, turn));
            turn.memory().forEach(access -> byCall.put(access, turn));
        }
        return new Supposition() {
            @Override
            public ToolTurn turn(Span call) {
                return byCall.get(call);
            }
        };
    }

    /**
     * Returns the change that some spans are shorter.
     *
     * @param nanos by how much each of them, not below 0 altogether
     */
    static Supposition shorter(Map<Span, Long> nanos) {
        return new Supposition() {
            @Override
            public long length(Span span, long length) {
                return Math.max(0, length - nanos.getOrDefault(span, 0L));
            }
        };
    }

    /**
     * Returns how long a stretch of a span's own work would take: from one of its children to the next, from its start
     * to its end when it has none.
     *
     * @param nanos how long it took, more than 0
     */
    default long own(Span span, long nanos) {
        return nanos;
    }

    /**
     * Returns how long such a stretch would take, where it matters when it was.
     *
     * @param startNanos when it began, since 1970
     * @param nanos how long it took, more than 0
     */
    default long own(Span span, long startNanos, long nanos) {
        return own(span, nanos);
    }

    /**
     * Returns the turn of a tool call that would not wait for the calls before it in the turn, or of a memory access between two of
     * them, which would wait for the one before it only; {@code null} else.
     */
    default ToolTurn turn(Span call) {
        return null;
    }

    /** Returns how much earlier a span would begin, next to what it waits for: 0 or more nanoseconds. */
    default long earlier(Span span) {
        return 0;
    }

    /** Answers whether a span whose task waited for a free thread would begin when that task was submitted. */
    default boolean atSubmission(Span span) {
        return false;
    }

    /**
     * Returns how long a span would take altogether.
     *
     * @param nanos how long it would take by what is supposed of its own work and of its children
     */
    default long length(Span span, long nanos) {
        return nanos;
    }
}
