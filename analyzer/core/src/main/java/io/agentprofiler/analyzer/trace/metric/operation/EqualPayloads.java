// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.metric.operation;

import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Tells for which tool calls of a workflow equal hashes mean equal payloads.
 *
 * <p>Who removes texts before a recording is made may put any mark in their place, and a run's salt hides which. Such a mark shows
 * itself: different tools are given the same arguments and return the same results, or a tool returns what it was given.
 *
 * <p><b>Threading:</b> immutable.
 */
public final class EqualPayloads {
    private static final EqualPayloads ALL_TELL = new EqualPayloads();
    private static final String SEVERAL = "";

    /** Arguments that several tools, or a tool and a result, have in common. */
    private final Set<String> sharedArguments = new HashSet<>();

    private final Set<String> sharedResults = new HashSet<>();
    /** The result of each tool for each of the shared arguments; {@link #SEVERAL} where there are several or none is known. */
    private final Map<String, String> results = new HashMap<>();

    private EqualPayloads() {}

    /** Looks at the tool calls of a workflow. */
    public static EqualPayloads of(Trace trace) {
        Map<String, String> toolsByArguments = new HashMap<>();
        Map<String, String> toolsByResult = new HashMap<>();
        EqualPayloads found = null;
        for (Span span : trace.spans()) {
            if (span.kind() == SpanKind.TOOL) {
                String tool = Calls.tool(span);
                String arguments = CallKey.arguments(span);
                String result = CallKey.answer(span);
                boolean same = arguments != null && arguments.equals(result);
                if (same || isShared(toolsByArguments, arguments, tool)) {
                    found = found == null ? new EqualPayloads() : found;
                    found.sharedArguments.add(arguments);
                }
                if (same || isShared(toolsByResult, result, tool)) {
                    found = found == null ? new EqualPayloads() : found;
                    found.sharedResults.add(result);
                }
            }
        }
        if (found == null) {
            return ALL_TELL;
        }
        found.learnResults(trace);
        return found;
    }

    private static boolean isShared(Map<String, String> tools, String hash, String tool) {
        return hash != null && !tools.merge(hash, tool, (known, more) -> known).equals(tool);
    }

    private void learnResults(Trace trace) {
        for (Span span : trace.spans()) {
            boolean returned = span.kind() == SpanKind.TOOL && span.status() != SpanStatus.ERROR;
            String arguments = returned ? CallKey.arguments(span) : null;
            if (arguments != null && sharedArguments.contains(arguments)) {
                String result = answer(span);
                results.merge(
                        Calls.tool(span) + '\n' + arguments,
                        result == null ? SEVERAL : result,
                        (known, more) -> known.equals(more) ? known : SEVERAL);
            }
        }
    }

    /**
     * Returns what {@link CallKey#of} returns; {@code null} where its arguments say nothing: those that several tools have in common do
     * only if the tool always returned the same for them, and no other tool did.
     */
    public String key(Span call) {
        return sayNothingOf(call) ? null : CallKey.of(call);
    }

    /** Answers whether the arguments of a tool call may be a placeholder, so that nothing is known of them. */
    public boolean sayNothingOf(Span call) {
        if (call.kind() != SpanKind.TOOL || sharedArguments.isEmpty()) {
            return false;
        }
        String arguments = CallKey.arguments(call);
        return arguments != null
                && sharedArguments.contains(arguments)
                && SEVERAL.equals(results.get(Calls.tool(call) + '\n' + arguments));
    }

    /** Returns what {@link CallKey#answer} returns; {@code null} of a result that several tools return. */
    public String answer(Span call) {
        String answer = CallKey.answer(call);
        return answer != null && sharedResults.contains(answer) ? null : answer;
    }
}
