// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay.answer;

import io.agentprofiler.analyzer.lab.replay.recording.ToolCall;
import io.agentprofiler.analyzer.trace.Tokens;
import java.util.List;

/**
 * What a request is answered with.
 *
 * @param text what it says; {@code null} for nothing
 * @param reasoning what the model shows of its thoughts; {@code null} for nothing
 * @param calls the tool calls it asks for, complete with ids and arguments
 * @param finish why it ended
 * @param tokens what was counted; what was not recorded is absent here, too
 * @param id the answer's id
 * @param model the model that answers
 * @param vectors of an embedding, one for each text
 */
public record ReplayedAnswer(
        String text,
        String reasoning,
        List<ToolCall> calls,
        Finish finish,
        Tokens tokens,
        String id,
        String model,
        List<float[]> vectors) {
    public ReplayedAnswer {
        calls = List.copyOf(calls);
        vectors = List.copyOf(vectors);
    }

    /** Returns the same without its tool calls. */
    public ReplayedAnswer withoutCalls() {
        return new ReplayedAnswer(text, reasoning, List.of(), finish, tokens, id, model, vectors);
    }

    /** Why an answer ended. */
    public enum Finish {
        STOP,
        LENGTH,
        TOOLS,
        FILTER;

        /**
         * Returns what a recorded reason means.
         *
         * @param word in the words of the trace format; {@code null} when unknown
         * @param calls whether the answer asks for tools
         */
        static Finish of(String word, boolean calls) {
            return switch (word == null ? "" : word) {
                case "length" -> LENGTH;
                case "content_filter" -> FILTER;
                default -> calls ? TOOLS : STOP;
            };
        }
    }
}
