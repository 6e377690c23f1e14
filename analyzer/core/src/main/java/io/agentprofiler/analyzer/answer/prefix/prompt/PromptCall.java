// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.prefix.prompt;

import io.agentprofiler.analyzer.answer.cost.price.Rates;
import io.agentprofiler.analyzer.answer.prefix.rule.CacheRule;
import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.trace.Tokens;

/**
 * A call as it is read.
 *
 * @param run the run it was recorded in, or {@code null} when that is not known
 * @param conversation its conversation, else its trace
 * @param ready when the answer began: from then on other calls can read what this one sent
 * @param end when the answer was whole
 * @param firstChunk when its first chunk came, {@link Unknown#LONG} when that is not known
 * @param stored whether the model is known to have read the prompt: failed calls may not have got there
 * @param answerHash of the answer's text, 0 when not known
 */
public record PromptCall(
        String run,
        TraceId trace,
        long span,
        PromptRecord.Caller caller,
        String conversation,
        CacheRule rule,
        Rates rates,
        Tokens tokens,
        long start,
        long ready,
        long end,
        long firstChunk,
        boolean stored,
        boolean hasText,
        long answerHash) {}
