// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.metric.workflow;

import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Tokens;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.shared.schema.SpanKind;

/**
 * The counts of one workflow.
 *
 * @param modelCalls its calls of language models
 * @param toolCalls its calls of tools
 * @param callsWithoutUsage model calls that succeeded without reporting usage
 * @param end how it ended
 * @param tokens the usage of language models
 * @param embeddingTokens the usage of embedding models
 */
public record WorkflowCounts(
        long modelCalls,
        long toolCalls,
        long callsWithoutUsage,
        WorkflowEnd end,
        Tokens tokens,
        Tokens embeddingTokens) {
    /** Counts. */
    public static WorkflowCounts of(Trace trace) {
        long modelCalls = 0;
        long toolCalls = 0;
        long callsWithoutUsage = 0;
        Tokens tokens = Tokens.NONE;
        Tokens embeddingTokens = Tokens.NONE;
        for (Span span : trace.spans()) {
            if (Calls.isModelCall(span)) {
                modelCalls++;
                tokens = tokens.plus(Calls.usage(span));
                callsWithoutUsage += Calls.lacksUsage(span) ? 1 : 0;
            } else if (span.kind() == SpanKind.EMBEDDING) {
                embeddingTokens = embeddingTokens.plus(Calls.usage(span));
            } else if (span.kind() == SpanKind.TOOL) {
                toolCalls++;
            }
        }
        return new WorkflowCounts(
                modelCalls, toolCalls, callsWithoutUsage, WorkflowEnd.of(trace), tokens, embeddingTokens);
    }
}
