// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.prefix.prompt;

import io.agentprofiler.analyzer.answer.prefix.rule.CacheRule;
import io.agentprofiler.analyzer.answer.tokens.price.Rates;
import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.read.event.SpanRef;
import io.agentprofiler.analyzer.trace.Tokens;

/**
 * A call as it is read.
 *
 * @param run the run it was recorded in, or {@code null} when that is not known
 * @param conversation its conversation, else its trace
 * @param stored whether the model is known to have read the prompt: failed calls may not have got there
 * @param text what is known of its texts
 */
public record PromptCall(
        String run,
        SpanRef ref,
        PromptRecord.Caller caller,
        String conversation,
        Billing billing,
        PromptTimes times,
        boolean stored,
        KnownText text) {
    /**
     * What a call used, and what that costs.
     *
     * @param rule how its provider caches, or {@code null}
     * @param rates the prices at the call's time, or {@code null}
     */
    public record Billing(CacheRule rule, Rates rates, Tokens tokens) {}

    /**
     * What is known of a call's texts.
     *
     * @param hasPrompt whether the text of the prompt was recorded
     * @param answerHash of the answer's text, 0 when not known
     */
    public record KnownText(boolean hasPrompt, long answerHash) {}

    /**
     * When a call ran, in nanoseconds since 1970.
     *
     * @param ready when the answer began: from then on other calls can read what this one sent
     * @param end when the answer was whole
     * @param firstChunk when its first chunk came, {@link Unknown#LONG} when that is not known
     */
    public record PromptTimes(long start, long ready, long end, long firstChunk) {}
}
