// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.metric.operation;

import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.schema.SpanKind;

/**
 * What a span's own time counts for: a model, a tool, an agent, another kind of work. An HTTP attempt counts for the
 * {@linkplain Span#requestedBy call} that made it.
 *
 * @param kind the kind
 * @param name model, tool, agent, else the spans' name
 */
public record Operation(SpanKind kind, String name) implements Comparable<Operation> {
    /** Returns the operation of a span. */
    public static Operation of(Span span) {
        Span call = span.requestedBy() == null ? span : span.requestedBy();
        String name = switch (call.kind()) {
            case LLM, EMBEDDING -> Calls.model(call);
            case TOOL -> Calls.tool(call);
            case AGENT -> Calls.agent(call);
            default -> call.name();
        };
        return new Operation(call.kind(), name);
    }

    /** Returns kind and name, for example {@code llm gpt-4o}. */
    public String label() {
        return kind.word() + " " + name;
    }

    @Override
    public int compareTo(Operation other) {
        int byKind = kind.compareTo(other.kind);
        return byKind != 0 ? byKind : name.compareTo(other.name);
    }
}
