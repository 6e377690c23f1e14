// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.finding;

import io.agentprofiler.analyzer.cost.BoundedSums;
import io.agentprofiler.analyzer.cost.price.ListedModel;
import io.agentprofiler.analyzer.metric.operation.Calls;
import io.agentprofiler.analyzer.metric.operation.Operation;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.schema.Attributes;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How prompts grow, conversation by conversation, of which a bounded number is kept.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
final class ContextGrowth {
    private static final int MOST_KEPT = 10_000;

    private final BoundedSums<Growth> conversations = new BoundedSums<>(MOST_KEPT, Growth::plus);

    /** Adds the calls of one workflow. */
    void look(Look look) {
        SortedMap<String, Growth> seen = new TreeMap<>();
        for (Span span : look.trace().spans()) {
            if (Calls.isModelCall(span) && span.tokens().input() > 0) {
                Growth one = of(look, span);
                seen.merge(key(look, span, one), one, Growth::plus);
            }
        }
        seen.forEach((key, growth) -> {
            // without a conversation no further calls will come
            if (growth.conversation() != null || growth.calls() >= Growth.ENOUGH) {
                conversations.add(key, growth);
            }
        });
    }

    private static Growth of(Look look, Span call) {
        Span agent = call.agent();
        ListedModel listed = look.price(call).model();
        Growth.Step step = new Growth.Step(
                call.startNanos(),
                call.tokens().input(),
                Math.max(0, call.attributes().number(Attributes.REQUEST_MAX_TOKENS)),
                PromptParts.of(call),
                look.trace().id(),
                call.id());
        return new Growth(
                Operation.of(agent == null ? call : agent).label(),
                call.conversation(),
                Calls.model(call),
                listed == null ? 0 : listed.contextWindow(),
                1,
                call.durationNanos(),
                step,
                List.of(step));
    }

    private static String key(Look look, Span call, Growth growth) {
        String whose = growth.subject() + '\n' + growth.model() + '\n';
        if (growth.conversation() != null) {
            return whose + growth.conversation();
        }
        Span agent = call.agent();
        return whose + look.trace().id() + (agent == null ? "" : "\n" + agent.id());
    }

    void add(ContextGrowth more) {
        conversations.add(more.conversations);
    }

    /** Returns what is kept of those with enough calls to see them grow. */
    List<Growth> all() {
        return conversations.kept().values().stream()
                .filter(growth -> growth.calls() >= Growth.ENOUGH)
                .toList();
    }

    /** Answers whether there were more than were kept. */
    boolean leftOut() {
        return conversations.others() != null;
    }
}
