// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.show;

import io.agentprofiler.analyzer.trace.Span;
import java.util.List;

/**
 * What one span says in a transcript. A span with others below it says what it received before them, and what it returned after
 * them, in two turns.
 *
 * @param span which
 * @param begins whether it says what it received
 * @param ends whether it says what it returned
 * @param prompt the messages of a model call's prompt
 * @param answer those of its answer
 * @param received other content that came in
 * @param returned other content that went out
 * @param history what its prompt shares with an earlier one; {@code null} for none
 * @param askedBy the model call that asked for it; {@code null} for none
 */
public record Turn(
        Span span,
        boolean begins,
        boolean ends,
        List<Message> prompt,
        List<Message> answer,
        List<SpanContent> received,
        List<SpanContent> returned,
        History history,
        Span askedBy) {
    public Turn {
        prompt = List.copyOf(prompt);
        answer = List.copyOf(answer);
        received = List.copyOf(received);
        returned = List.copyOf(returned);
    }

    /**
     * What a prompt shares with an earlier one of its workflow.
     *
     * @param call the earlier call: of those with the longest common beginning, the last
     * @param common how many messages both begin with
     * @param changed whether the earlier prompt goes on in another way, so that nothing behind the common beginning was there before
     */
    public record History(Span call, int common, boolean changed) {}
}
