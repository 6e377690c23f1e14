// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay.recording;

import io.agentprofiler.analyzer.trace.Tokens;
import java.util.List;

/**
 * What is known of a model's answer.
 *
 * @param said what the model wrote
 * @param calls the tool calls it asks for
 * @param finish why it ended, in the words of the trace format; {@code null} when unknown
 * @param id the provider's id of the answer; {@code null} when unknown
 * @param model the model that answered; {@code null} when unknown
 * @param tokens what the provider counted
 * @param vectors the vectors of an embedding
 */
public record RecordedAnswer(
        AnswerText said,
        List<ToolCall> calls,
        String finish,
        String id,
        String model,
        Tokens tokens,
        AnswerVectors vectors) {
    /**
     * What the model wrote.
     *
     * @param text what it says; {@code null} where it says nothing, or only its length is known
     * @param chars length of the text, in characters, or unknown; 0 where there is none
     * @param reasoning what the model showed of its thoughts; {@code null} for nothing
     */
    public record AnswerText(String text, long chars, String reasoning) {}

    /**
     * The vectors of an embedding.
     *
     * @param dimensions length of the vectors of an embedding, or unknown
     * @param count how many texts were embedded, or unknown
     * @param embedded what is known of these texts
     */
    public record AnswerVectors(long dimensions, long count, EmbeddedTexts embedded) {}

    public RecordedAnswer {
        calls = List.copyOf(calls);
    }

    /** Returns the same answer, of which it is known what was found with its vector. */
    RecordedAnswer with(EmbeddedTexts.Found found) {
        return new RecordedAnswer(
                new RecordedAnswer.AnswerText(said.text(), said.chars(), said.reasoning()),
                calls,
                finish,
                id,
                model,
                tokens,
                new RecordedAnswer.AnswerVectors(
                        vectors.dimensions(),
                        vectors.count(),
                        vectors.embedded().with(found)));
    }
}
