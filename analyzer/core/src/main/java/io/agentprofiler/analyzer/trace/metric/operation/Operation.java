// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.metric.operation;

import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.WrappedCalls;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.function.Function;

/**
 * The operation that a span's self time counts for: a model, a tool, an agent, or another kind of work. An HTTP attempt counts for
 * the {@linkplain Span#requestedBy call} that made it, and what {@linkplain Span#isWrapper wraps} calls for the first of these.
 *
 * <p><b>Threading:</b> immutable.
 */
public final class Operation implements Comparable<Operation> {
    private static final int RECENT = 1024;
    /** Those made lately, by hash of the name; written by any thread, each a whole. It is asked for many times for every span. */
    private static final Operation[] RECENTLY = new Operation[RECENT];

    private static final Function<Span, Operation> OF = Operation::made;

    private final SpanKind kind;
    private final String name;
    /** Made when first asked for, by whichever thread: always the same. */
    private String label;

    /**
     * Makes an operation.
     *
     * @param kind the kind
     * @param name model, tool, agent, else the spans' name
     */
    public Operation(SpanKind kind, String name) {
        this.kind = kind;
        this.name = name;
    }

    /** Returns the agent that made a call; of a call outside of agents the call's own operation. */
    public static Operation asking(Span call) {
        return of(call.agent() == null ? call : call.agent());
    }

    /** Returns the operation of a span; mostly the same object for the same operation. */
    public static Operation of(Span span) {
        return span.derived(OF);
    }

    private static Operation made(Span span) {
        Span maker = span.requestedBy() == null ? span : span.requestedBy();
        Span call = WrappedCalls.first(maker);
        String name = switch (call.kind()) {
            case LLM, EMBEDDING -> Calls.recordedModel(call);
            case TOOL -> Calls.tool(call);
            case AGENT -> Calls.agent(call);
            default -> call.name();
        };
        int slot = name.hashCode() * 31 + call.kind().ordinal() & RECENT - 1;
        Operation known = RECENTLY[slot];
        if (known == null || known.kind != call.kind() || !known.name.equals(name)) {
            known = new Operation(call.kind(), name);
            RECENTLY[slot] = known;
        }
        return known;
    }

    public SpanKind kind() {
        return kind;
    }

    /** Returns the model, tool or agent, else the spans' name. */
    public String name() {
        return name;
    }

    /** Returns kind and name, for example {@code llm gpt-4o}. */
    public String label() {
        String known = label;
        if (known == null) {
            known = kind.word() + " " + name;
            label = known;
        }
        return known;
    }

    @Override
    public int compareTo(Operation other) {
        if (this == other) {
            return 0;
        }
        int byKind = kind.compareTo(other.kind);
        return byKind != 0 ? byKind : name.compareTo(other.name);
    }

    @Override
    public boolean equals(Object other) {
        return this == other
                || other instanceof Operation operation && kind == operation.kind && name.equals(operation.name);
    }

    @Override
    public int hashCode() {
        return name.hashCode() * 31 + kind.ordinal();
    }

    @Override
    public String toString() {
        return label();
    }
}
