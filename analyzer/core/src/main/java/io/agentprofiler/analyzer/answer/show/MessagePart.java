// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.show;

/**
 * A piece of a message.
 *
 * @param kind what it is
 * @param text what it says, or what stands for it; {@code null} for calls and results, which have data
 * @param id of the tool call, or {@code null}
 * @param name of the tool, or {@code null}
 * @param data arguments or result: a text, or lists and maps; {@code null} for none
 */
public record MessagePart(PartKind kind, String text, String id, String name, Object data) {
    /** What a piece is. */
    public enum PartKind {
        TEXT("text"),
        /** What a model thought. */
        REASONING("reasoning"),
        TOOL_CALL("tool_call"),
        TOOL_RESULT("tool_result"),
        /** An image, a sound or a file; the text names it. */
        MEDIA("media");

        private final String word;

        PartKind(String word) {
            this.word = word;
        }

        /** Returns the name in data. */
        public String word() {
            return word;
        }
    }

    static MessagePart text(String text) {
        return new MessagePart(PartKind.TEXT, text, null, null, null);
    }
}
