// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.metric;

import io.agentprofiler.analyzer.read.text.PromptBlocks;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.shared.schema.Attributes;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Tools and model calls that stand as workflows of their own. Where models ask for tools that are other workflows, these are pieces
 * of runs of an agent that is not traced.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
public final class LooseCalls {
    /** Without a model that is known to ask for tools: fewer may be calls that a program makes by itself. */
    private static final long MANY = 4;
    /** Of model calls for a tool, where it is not known that they ask for it: tools are no exception. */
    private static final long MODELS_PER_TOOL = 3;

    private long tools;
    private long models;
    private long asking;

    LooseCalls() {}

    void add(LooseCalls more) {
        tools += more.tools;
        models += more.models;
        asking += more.asking;
    }

    void add(Trace trace) {
        SpanKind root = trace.root().kind();
        if (root == SpanKind.TOOL) {
            tools++;
        } else if (root == SpanKind.LLM || root == SpanKind.AGENT) {
            boolean calls = false;
            boolean asks = false;
            for (Span span : trace.spans()) {
                if (span.kind() == SpanKind.TOOL) {
                    return;
                }
                calls |= span.kind() == SpanKind.LLM;
                asks |= span.kind() == SpanKind.LLM && (asksForTools(span) || isToldResults(span));
            }
            models += calls ? 1 : 0;
            asking += asks ? 1 : 0;
        }
    }

    private static boolean asksForTools(Span model) {
        Object reasons = model.attributes().get(Attributes.RESPONSE_FINISH_REASONS);
        String text = reasons == null ? "" : reasons.toString().toLowerCase(Locale.ROOT);
        return text.contains("tool") || text.contains("function_call");
    }

    private static boolean isToldResults(Span model) {
        return model.attributes().get(PromptBlocks.ATTRIBUTE) instanceof Map<?, ?> prompt
                && prompt.get("messages") instanceof Map<?, ?> messages
                && messages.get("roles") instanceof List<?> roles
                && !roles.isEmpty()
                && "tool".equals(roles.get(roles.size() - 1));
    }

    /** Returns how many workflows are one tool call. */
    public long tools() {
        return tools;
    }

    /** Returns how many workflows are model calls, alone or below an agent, without a tool. */
    public long models() {
        return models;
    }

    /**
     * Answers whether the workflows are pieces of an agent's runs: a model asked for tools, or was told their results, in a workflow
     * without any, and tools ran in others. Where models do not tell, many of both must be there.
     */
    public boolean lackAgent() {
        return tools > 0 && asking > 0 || tools >= MANY && models >= MANY && tools * MODELS_PER_TOOL >= models;
    }
}
