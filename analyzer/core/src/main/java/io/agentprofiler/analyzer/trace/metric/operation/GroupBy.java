// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.metric.operation;

import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.function.Function;

/** The ways operations are grouped into rows of a table. */
public enum GroupBy {
    /** All spans, by kind; wrappers of model calls are rows of their own. */
    KIND(span -> Calls.isWrapper(span)
            ? span.kind().word() + " (wrapper)"
            : span.kind().word()),
    /** Requests to language and embedding models, by model. */
    MODEL(span -> Calls.usesTokens(span) ? Calls.model(span) : null),
    /** Tool runs, by tool. */
    TOOL(span -> span.kind() == SpanKind.TOOL ? Calls.tool(span) : null),
    /** Agent runs, by agent. */
    AGENT(span -> span.kind() == SpanKind.AGENT ? Calls.agent(span) : null);

    private final Function<Span, String> key;

    GroupBy(Function<Span, String> key) {
        this.key = key;
    }

    /** Returns the row a span belongs to, or {@code null} for none. */
    public String key(Span span) {
        return key.apply(span);
    }
}
