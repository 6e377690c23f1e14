// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.answer;

import io.agentprofiler.analyzer.answer.finding.scan.WorkflowScan;
import io.agentprofiler.analyzer.answer.prefix.prompt.HashChain;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;

/**
 * A model call that sends an earlier prompt again, with its answer and at most one message more. Recorded hashes of the messages show
 * it, so it does not matter what they say. No tool ran between the two.
 *
 * @param first the earlier call
 * @param next the call whose prompt contains the earlier answer
 */
record FollowUp(Span first, Span next) {
    /** Those of a workflow, by the start of the earlier call. */
    static final Function<WorkflowScan, List<FollowUp>> IN_WORKFLOW = FollowUp::find;

    private static final Set<String> ANSWERING = Set.of("assistant", "model", "ai");
    private static final int MOST_NEW = 2;

    private static List<FollowUp> find(WorkflowScan workflow) {
        List<Span> all = new ArrayList<>();
        workflow.callsByAgent().forEach(all::addAll);
        all.sort(Comparator.comparingLong(Span::startNanos).thenComparingInt(Span::index));
        List<FollowUp> found = new ArrayList<>();
        // an agent that is asked again may have a span of its own each time
        Map<String, Span> before = new HashMap<>();
        for (Span call : all) {
            boolean asks = call.kind() == SpanKind.LLM && call.isMeasured() && call.status() == SpanStatus.OK;
            Span first = before.put(call.agent() == null ? "" : Calls.agent(call.agent()), asks ? call : null);
            if (asks && first != null && goesOn(first, call)) {
                found.add(new FollowUp(first, call));
            }
        }
        return found;
    }

    private static boolean goesOn(Span first, Span next) {
        if (next.startNanos() < first.endNanos() || !Calls.model(first).equals(Calls.model(next))) {
            return false;
        }
        Map<?, ?> before = messages(first);
        Map<?, ?> after = before == null ? null : messages(next);
        if (after == null) {
            return false;
        }
        List<?> asked = (List<?>) before.get("roles");
        List<?> roles = (List<?>) after.get("roles");
        int more = roles.size() - asked.size();
        return more > 0
                && more <= MOST_NEW
                && ANSWERING.contains(String.valueOf(roles.get(asked.size())))
                && !"tool".equals(roles.get(roles.size() - 1))
                && ((String) after.get("hashes")).startsWith((String) before.get("hashes"));
    }

    /** Returns the recorded messages of a prompt; {@code null} where there are none, or some were left out. */
    private static Map<?, ?> messages(Span call) {
        Map<?, ?> blocks = HashChain.recorded(call.attributes());
        return blocks != null
                        && blocks.get("messages") instanceof Map<?, ?> messages
                        && Objects.equals(messages.get("left_out"), 0L)
                        && messages.get("roles") instanceof List<?> roles
                        && messages.get("hashes") instanceof String hashes
                        && blocks.get("hash_chars") instanceof Long chars
                        && !roles.isEmpty()
                        && hashes.length() == roles.size() * chars
                ? messages
                : null;
    }

    /** Answers whether the earlier answer ended because it had reached its greatest length. */
    boolean isOfCutAnswer() {
        return Calls.isCut(first);
    }

    /** Answers whether the agent was asked again in the same conversation: what comes next is another question. */
    boolean isTurn() {
        return first.agent() != next.agent()
                && next.conversation() != null
                && next.conversation().equals(first.conversation());
    }

    /** Returns the time in nanoseconds from the end of the earlier call to the start of the next one. */
    long gapNanos() {
        return next.startNanos() - first.endNanos();
    }
}
