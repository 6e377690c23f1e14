// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.function.Function;

/**
 * The calls that a {@linkplain Span#isWrapper wrapper} passes on to: a decorator that waits for a permit and delegates, or one that
 * tries again.
 */
public final class WrappedCalls {
    private static final Function<Span, List<Span>> BY = WrappedCalls::found;

    private WrappedCalls() {}

    /**
     * Returns the calls of the wrapper's own kind that it made itself, by start: those inside of another one are not among them.
     * Empty for a span that wraps nothing.
     */
    public static List<Span> by(Span wrapper) {
        return wrapper.isWrapper() ? wrapper.remembered(BY) : List.of();
    }

    private static List<Span> found(Span wrapper) {
        List<Span> found = new ArrayList<>();
        Deque<Span> todo = new ArrayDeque<>(wrapper.children());
        while (!todo.isEmpty()) {
            Span span = todo.remove();
            if (span.kind() == wrapper.kind()) {
                found.add(span);
            } else if (passesOn(span)) {
                todo.addAll(span.children());
            }
        }
        found.sort(Comparator.comparingLong(Span::startNanos).thenComparingInt(Span::index));
        return List.copyOf(found);
    }

    /** Returns the wrapper that made a call, or {@code null}. */
    public static Span around(Span call) {
        Span up = call.parent();
        while (up != null && up.kind() != call.kind() && passesOn(up)) {
            up = up.parent();
        }
        return up != null && up.kind() == call.kind() && up.isWrapper() ? up : null;
    }

    /** Returns the first call that is behind a span and the wrappers in it: the span itself where it wraps nothing. */
    public static Span first(Span span) {
        Span call = span;
        for (List<Span> inside = by(call); !inside.isEmpty(); inside = by(call)) {
            call = inside.get(0);
        }
        return call;
    }

    /** An agent, a workflow or a tool makes calls of its own. */
    private static boolean passesOn(Span span) {
        return switch (span.kind()) {
            case AGENT, WORKFLOW, TOOL -> false;
            case LLM, RETRIEVAL, EMBEDDING, MEMORY, PROMPT, GUARDRAIL, EVALUATION, FUNCTION, HTTP, RERANK -> true;
        };
    }
}
