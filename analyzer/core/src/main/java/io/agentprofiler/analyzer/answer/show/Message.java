// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.show;

import io.agentprofiler.analyzer.trace.Span;
import java.util.List;

/**
 * A message of a prompt or an answer.
 *
 * @param answer whether a model answered it, else it is of the prompt
 * @param number its place in the prompt or answer, from 1; of the last one where it stands for several
 * @param role who said it, empty where that is not recorded
 * @param parts what it says; none where only its length is known
 * @param length in bytes, or characters where {@link #parts} are known, or unknown
 * @param hash by which the same messages of a workflow are told; 0 when unknown
 * @param same where it stood before in the workflow; {@code null} where it is new, or that cannot be told
 */
public record Message(
        boolean answer, int number, String role, List<MessagePart> parts, long length, long hash, MessagePlace same) {
    public Message {
        parts = List.copyOf(parts);
    }

    /**
     * Where a message stands.
     *
     * @param call the model call
     * @param answer whether in its answer
     * @param number its place there, from 1
     */
    public record MessagePlace(Span call, boolean answer, int number) {}

    /**
     * What a message says, and at which place of its prompt.
     *
     * @param hash of the message
     * @param number its place, from 1
     */
    public record Said(long hash, int number) {}

    /** Returns what it says and where, by which equal beginnings of prompts are found. */
    public Said said() {
        return new Said(hash, number);
    }

    /** Answers whether what it says was recorded. */
    public boolean isKnown() {
        return !parts.isEmpty();
    }

    /** Returns the same message, which stood elsewhere before. */
    public Message sameAs(MessagePlace earlier) {
        return new Message(answer, number, role, parts, length, hash, earlier);
    }

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
}
