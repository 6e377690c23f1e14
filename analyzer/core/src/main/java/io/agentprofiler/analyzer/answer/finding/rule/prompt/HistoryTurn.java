// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.prompt;

import io.agentprofiler.analyzer.answer.finding.scan.WorkflowScan;
import io.agentprofiler.analyzer.answer.prefix.prompt.HashChain;
import io.agentprofiler.analyzer.answer.prefix.prompt.PromptPart;
import io.agentprofiler.analyzer.answer.prefix.prompt.RecordedParts;
import io.agentprofiler.analyzer.answer.prefix.rule.CacheRule;
import io.agentprofiler.analyzer.answer.prefix.rule.CacheRules;
import io.agentprofiler.analyzer.answer.tokens.price.ListedModel;
import io.agentprofiler.analyzer.answer.tokens.price.Rates;
import io.agentprofiler.analyzer.base.stat.SplitMix64;
import io.agentprofiler.analyzer.read.event.SpanRef;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Tokens;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * A prompt of a conversation: instructions and then messages, by their hashes.
 *
 * <p><b>Threading:</b> immutable.
 *
 * @param startNanos when the call began
 * @param tokens what it used; the input is known
 * @param rates prices of its model, or {@code null}
 * @param rule how its provider caches, or {@code null}
 * @param prompt its parts
 */
record HistoryTurn(long startNanos, SpanRef ref, Tokens tokens, Rates rates, CacheRule rule, PromptHistory prompt) {
    static final Comparator<HistoryTurn> BY_START =
            Comparator.comparingLong(HistoryTurn::startNanos).thenComparing(HistoryTurn::ref);

    /** Of shorter prompts no provider caches anything. */
    private static final long LEAST_TOKENS = 1024;

    private static final int LEAST_MESSAGES = 3;

    /**
     * The parts of a prompt.
     *
     * @param fixed hash of tools, instructions and leading system messages
     * @param fixedBytes where these end
     * @param messages hashes of the messages behind them
     * @param ends where each of these ends
     * @param bytes of the whole prompt
     */
    record PromptHistory(long fixed, long fixedBytes, long[] messages, long[] ends, long bytes) {
        /** Answers whether the messages begin with those of an earlier prompt, without its first ones. */
        boolean continues(PromptHistory earlier, int without) {
            int both = earlier.messages.length - without;
            if (fixed != earlier.fixed || both > messages.length) {
                return false;
            }
            for (int i = 0; i < both; i++) {
                if (messages[i] != earlier.messages[without + i]) {
                    return false;
                }
            }
            return true;
        }
    }

    /** The calls of a workflow that may be of conversations that are worth caching. */
    static final Function<WorkflowScan, List<Span>> CALLS = workflow -> {
        List<Span> calls = new ArrayList<>();
        for (Span span : workflow.trace().spans()) {
            if (mayTell(span)) {
                calls.add(span);
            }
        }
        return calls;
    };

    private static boolean mayTell(Span call) {
        if (call.tokens().input() < LEAST_TOKENS || !Calls.isModelCall(call) || !call.isMeasured()) {
            return false;
        }
        Map<?, ?> blocks = HashChain.recorded(call.attributes());
        return blocks != null
                && blocks.get("messages") instanceof Map<?, ?> messages
                && messages.get("roles") instanceof List<?> roles
                && roles.size() >= LEAST_MESSAGES;
    }

    /** Returns that of a call, {@code null} where it is not known. */
    static HistoryTurn of(WorkflowScan workflow, Span call) {
        List<PromptPart> parts = RecordedParts.of(call.attributes());
        int fixed = 0;
        while (fixed < parts.size() && parts.get(fixed).fixed()) {
            fixed++;
        }
        long[] hashes = new long[fixed];
        for (int i = 0; i < fixed; i++) {
            hashes[i] = parts.get(i).hash();
        }
        long[] messages = new long[parts.size() - fixed];
        long[] ends = new long[messages.length];
        for (int i = 0; i < messages.length; i++) {
            PromptPart part = parts.get(fixed + i);
            if (part.hash() == 0 || part.kind() == PromptPart.PromptPartKind.EARLIER) {
                return null;
            }
            messages[i] = part.hash();
            ends[i] = part.end();
        }
        if (messages.length < LEAST_MESSAGES) {
            return null;
        }
        ListedModel listed = workflow.price(call).model();
        return new HistoryTurn(
                call.startNanos(),
                new SpanRef(workflow.trace().id(), call.id()),
                call.tokens(),
                listed == null ? null : listed.at(call.startNanos()),
                CacheRules.bundled().ofCall(call, listed),
                new PromptHistory(
                        SplitMix64.mix(hashes),
                        fixed == 0 ? 0 : parts.get(fixed - 1).end(),
                        messages,
                        ends,
                        parts.get(parts.size() - 1).end()));
    }

    /** Returns about how many tokens the first bytes of the prompt are. */
    long tokensOf(long firstBytes) {
        return prompt.bytes == 0 ? 0 : Math.round(tokens.input() * (double) firstBytes / prompt.bytes);
    }
}
