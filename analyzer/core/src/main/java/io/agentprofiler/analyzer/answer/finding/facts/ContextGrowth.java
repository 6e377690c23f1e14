// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.facts;

import io.agentprofiler.analyzer.answer.finding.scan.PromptParts;
import io.agentprofiler.analyzer.answer.finding.scan.RuleInput;
import io.agentprofiler.analyzer.answer.finding.scan.WorkflowScan;
import io.agentprofiler.analyzer.answer.prefix.prompt.PromptPart;
import io.agentprofiler.analyzer.answer.prefix.prompt.RecordedParts;
import io.agentprofiler.analyzer.answer.tokens.Billed;
import io.agentprofiler.analyzer.answer.tokens.price.CallPrice;
import io.agentprofiler.analyzer.answer.tokens.price.ListedModel;
import io.agentprofiler.analyzer.base.stat.bounded.BoundedSums;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.analyzer.trace.metric.operation.Operation;
import io.agentprofiler.shared.schema.Attributes;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The growth of prompts by conversation. A bounded number of conversations is kept.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
public final class ContextGrowth {
    /** The growth of all conversations. */
    public static final RuleInput<ContextGrowth> OF_CONVERSATIONS =
            new RuleInput<>(ContextGrowth::new, ContextGrowth::add, (into, more) -> {
                into.conversations.add(more.conversations);
                into.unnamed.add(more.unnamed);
            });

    private static final int MOST_KEPT = 10_000;
    private static final int MOST_UNNAMED = 2_000;

    private final BoundedSums<Growth> conversations = BoundedSums.sample(MOST_KEPT, Growth::plus);

    /** Calls of few in their workflows, by what their prompts begin with, the first message that is no instruction included. */
    private final BoundedSums<Growth> unnamed = BoundedSums.sample(MOST_UNNAMED, Growth::plus);

    private ContextGrowth() {}

    private void add(WorkflowScan workflow) {
        SortedMap<String, Growth> seen = new TreeMap<>();
        Map<String, Span> first = new HashMap<>();
        for (Span span : workflow.trace().spans()) {
            if (Calls.isModelCall(span) && span.tokens().input() > 0) {
                // of most conversations nothing is kept once there are many
                if (span.conversation() == null || conversations.mayKeep(hash(span))) {
                    String key = key(workflow, span);
                    seen.merge(key, growth(workflow, span), Growth::plus);
                    first.putIfAbsent(key, span);
                }
            }
        }
        for (Map.Entry<String, Growth> each : seen.entrySet()) {
            String key = each.getKey();
            Growth growth = each.getValue();
            // without a conversation no further calls will come
            if (growth.conversation() != null || growth.total().calls() >= Growth.ENOUGH) {
                conversations.add(key, growth);
            } else {
                // .. unless the next workflow's prompts begin like these: a memory that nobody named
                String opening = opening(first.get(key));
                if (opening != null) {
                    unnamed.add(
                            String.join(
                                    "\n",
                                    growth.subject(),
                                    growth.model(),
                                    workflow.trace().run(),
                                    opening),
                            growth);
                }
            }
        }
    }

    /** Returns what tells a conversation without a name: all up to its first message, {@code null} where that is not known. */
    private static String opening(Span call) {
        StringBuilder opening = new StringBuilder();
        for (PromptPart part : RecordedParts.of(call.attributes())) {
            opening.append(part.hash()).append(' ');
            if (part.hash() == 0 || part.kind() == PromptPart.PromptPartKind.EARLIER) {
                return null;
            }
            if (!part.fixed()) {
                return opening.toString();
            }
        }
        return null;
    }

    private static Growth growth(WorkflowScan workflow, Span call) {
        CallPrice price = workflow.price(call);
        ListedModel listed = price.model();
        long fresh =
                Math.max(0, call.tokens().input() - Math.max(0, call.tokens().cacheRead()));
        Growth.SentTokens sent = new Growth.SentTokens(
                call.tokens().input(),
                fresh,
                fresh + paidForCached(call, price),
                price.isKnown() ? price.cost().prompt() : null);
        Growth.GrowthStep step = new Growth.GrowthStep(
                call.startNanos(),
                sent,
                Math.max(0, call.attributes().number(Attributes.REQUEST_MAX_TOKENS)),
                PromptParts.of(call),
                workflow.trace().id(),
                call.id());
        return new Growth(
                subject(call),
                call.conversation(),
                Calls.model(call),
                listed == null ? 0 : listed.contextWindow(),
                new Growth.GrowthTotal(1, call.durationNanos(), sent),
                step,
                List.of(step));
    }

    /** Returns how many fresh tokens cost as much as those read from the cache; 0 where no fresh token tells the price. */
    private static long paidForCached(Span call, CallPrice price) {
        long billed = price.isKnown() ? Billed.of(call.tokens()).fresh() : 0;
        return billed == 0 || price.cost().input().signum() == 0
                ? 0
                : price.cost()
                        .cacheRead()
                        .multiply(BigDecimal.valueOf(billed))
                        .divide(price.cost().input(), 0, RoundingMode.HALF_EVEN)
                        .longValue();
    }

    private static String subject(Span call) {
        return Operation.asking(call).label();
    }

    /** Returns the hash of the key of a call with a conversation, without putting the key together. */
    private static int hash(Span call) {
        int hash = BoundedSums.hash(0, subject(call));
        hash = BoundedSums.hash(hash, "\n");
        hash = BoundedSums.hash(hash, Calls.model(call));
        hash = BoundedSums.hash(hash, "\n");
        return BoundedSums.hash(hash, call.conversation());
    }

    private static String key(WorkflowScan workflow, Span call) {
        String whose = subject(call) + '\n' + Calls.model(call) + '\n';
        if (call.conversation() != null) {
            return whose + call.conversation();
        }
        Span agent = call.agent();
        return whose + workflow.trace().id() + (agent == null ? "" : "\n" + agent.id());
    }

    /**
     * Returns how the prompts of conversations grew, of those with enough calls to tell; a sample by hash of them when there were
     * more than 10 000.
     */
    public List<Growth> all() {
        return conversations.kept().values().stream()
                .filter(growth -> growth.total().calls() >= Growth.ENOUGH)
                .toList();
    }

    /**
     * Returns how prompts grew from workflow to workflow that begin alike, their first message included, and have no conversation's
     * name; of those with enough calls to tell.
     */
    public List<Growth> unnamed() {
        return unnamed.kept().values().stream()
                .filter(growth -> growth.total().calls() >= Growth.ENOUGH)
                .toList();
    }

    /** Answers whether {@link #all} is a sample. */
    public boolean isSampled() {
        return conversations.hasOthers();
    }
}
