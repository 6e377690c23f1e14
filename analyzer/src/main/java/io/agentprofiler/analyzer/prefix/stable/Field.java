// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.prefix.stable;

/**
 * A part of a prompt, in the order providers put them.
 *
 * @param name what it is: {@code tool definitions}, {@code system instructions}, {@code messages}, {@code message 2 (user)}
 * @param end where it ends, in bytes since the prompt's begin; approximate where only its length in chars is known
 * @param fixed whether it should be the same in every workflow: tools and instructions are, the conversation is not
 * @param part which of the parts it is
 * @param pieces how many pieces a provider counts in it: a message's texts, tool calls and images
 * @param hash of its text alone, 0 when not known
 */
public record Field(String name, long end, boolean fixed, Part part, int pieces, long hash) {
    /** What a field is. */
    public enum Part {
        TOOLS,
        INSTRUCTIONS,
        /** All messages, where it is not known where each ends. */
        MESSAGES,
        /** The first messages of many, of which only the last one's end is known. */
        EARLIER,
        /** A message of the model. */
        ANSWER,
        /** Any other message. */
        MESSAGE;

        /** Returns the part of a message with a role. */
        static Part ofRole(String role) {
            return switch (role) {
                case "assistant", "model", "ai" -> ANSWER;
                default -> MESSAGE;
            };
        }
    }

    /** Makes the field of a message. */
    public static Field message(long number, String role, long end, boolean fixed, int pieces, long hash) {
        String name = "message " + number + (role.isEmpty() ? "" : " (" + role + ")");
        return new Field(name, end, fixed, Part.ofRole(role), pieces, hash);
    }

    /** Answers whether messages with this role, which the prompt begins with, are instructions. */
    public static boolean isInstruction(String role) {
        return role.equals("system") || role.equals("developer");
    }

    /** Returns a field of this message and so many before it whose ends are not known. */
    public Field withEarlier(long count) {
        return new Field("messages 1 to " + (count + 1), end, fixed, Part.EARLIER, pieces, hash);
    }

    /** Returns the field with another end. */
    public Field endingAt(long other) {
        return new Field(name, other, fixed, part, pieces, hash);
    }
}
