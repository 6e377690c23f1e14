// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.repeat;

import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.metric.operation.EqualPayloads;
import java.util.Set;

/**
 * A tool call that may be part of a loop.
 *
 * @param span the call
 * @param before the model calls since the tool call before it
 * @param key the hash of what was asked, {@code null} where it was not recorded
 * @param answer the hash of what it answered, or {@code null}
 * @param words the words of what was asked, or {@code null}
 */
record LoopCall(Span span, Set<Span> before, String key, String answer, ArgumentWords words) {
    LoopCall(Span span, Set<Span> before, EqualPayloads payloads) {
        this(
                span,
                before,
                payloads.key(span),
                payloads.answer(span),
                payloads.sayNothingOf(span) ? null : ArgumentWords.of(span));
    }

    boolean hasSameArguments(LoopCall other) {
        return key != null && key.equals(other.key);
    }

    boolean hasSameAnswer(LoopCall other) {
        return answer != null && answer.equals(other.answer);
    }

    /** Returns which part of the words of both is common to both, 1 where the arguments are the same, 0 where they are not known. */
    double similarity(LoopCall other) {
        if (hasSameArguments(other)) {
            return 1;
        }
        return words == null || other.words == null ? 0 : words.similarity(other.words);
    }
}
