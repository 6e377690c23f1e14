// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.live.http;

import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.shared.schema.Attributes;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.Arrays;

/** What the series of an operation are told apart by. What does not apply is empty, which to Prometheus is no label at all. */
final class OperationLabels {
    static final String[] NAMES = {
        "gen_ai_provider_name", "gen_ai_request_model", "gen_ai_tool_name", "gen_ai_agent_name", "gen_ai_operation_name"
    };
    /** How many of these have few values. */
    static final int NAMES_KEPT = 1;

    static final String[] WITH_ERROR = with(NAMES, "error_type");
    static final String[] WITH_TOKEN_TYPE = with(NAMES, "gen_ai_token_type");

    private OperationLabels() {}

    /** Answers whether a span is counted: a call of a model, a tool or an agent, once. */
    static boolean isOperation(Span span) {
        return Calls.usesTokens(span)
                || span.kind() == SpanKind.TOOL
                || span.kind() == SpanKind.AGENT && !Calls.isWrapper(span);
    }

    static String[] of(Span span) {
        boolean model = Calls.usesTokens(span);
        Span agent = span.kind() == SpanKind.AGENT ? span : span.agent();
        String provider = model ? span.attributes().text(Attributes.PROVIDER_NAME) : null;
        return new String[] {
            provider == null ? "" : provider,
            model ? Calls.model(span) : "",
            span.kind() == SpanKind.TOOL ? Calls.tool(span) : "",
            agent == null ? "" : Calls.agent(agent),
            span.kind().genAiOperation()
        };
    }

    /** Returns what kind of failure an operation ended with, empty for none. */
    static String error(Span span) {
        if (span.status() == SpanStatus.ERROR) {
            return span.errorType() == null ? "_OTHER" : span.errorType();
        }
        return span.status() == SpanStatus.CANCELLED ? SpanStatus.CANCELLED.word() : "";
    }

    static String[] with(String[] labels, String last) {
        String[] more = Arrays.copyOf(labels, labels.length + 1);
        more[labels.length] = last;
        return more;
    }
}
