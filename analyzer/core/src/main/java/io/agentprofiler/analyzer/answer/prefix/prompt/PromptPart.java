// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.prefix.prompt;

/**
 * A part of a prompt, in the order providers put them.
 *
 * @param name what it is: {@code tool definitions}, {@code system instructions}, {@code messages}, {@code message 2 (user)}
 * @param end where it ends, in bytes since the prompt's begin; approximate where only its length in chars is known
 * @param fixed whether it should be the same in every workflow: tools and instructions are, the conversation is not
 * @param kind what it is in the prompt
 * @param contentBlocks how many content blocks a provider counts in it: a message's texts, tool calls and images
 * @param hash of its text alone, 0 when not known
 */
public record PromptPart(String name, long end, boolean fixed, PromptPartKind kind, int contentBlocks, long hash) {
    /** What a part is. */
    public enum PromptPartKind {
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

        /** Returns the kind of a message with a role. */
        static PromptPartKind ofRole(String role) {
            return switch (role) {
                case "assistant", "model", "ai" -> ANSWER;
                default -> MESSAGE;
            };
        }
    }

    /** Makes the part that a message is. */
    public static PromptPart message(long number, String role, long end, boolean fixed, int contentBlocks, long hash) {
        String name = "message " + number + (role.isEmpty() ? "" : " (" + role + ")");
        return new PromptPart(name, end, fixed, PromptPartKind.ofRole(role), contentBlocks, hash);
    }

    /** Returns the place of a message in its prompt, from 1, and of several the last one's; 0 for other parts. */
    public int number() {
        String digits = name.replaceFirst(" \\(.*", "").replaceFirst(".*?(\\d*)$", "$1");
        return digits.isEmpty() ? 0 : Integer.parseInt(digits);
    }

    /** Returns the role of a message; empty where that is not known, and for other parts. */
    public String role() {
        int open = name.indexOf('(');
        return open < 0 ? "" : name.substring(open + 1, name.length() - 1);
    }

    /** Answers whether messages with this role, which the prompt begins with, are instructions. */
    public static boolean isInstruction(String role) {
        return role.equals("system") || role.equals("developer");
    }

    /** Returns a part of this message and the preceding messages whose ends are not known. */
    public PromptPart withEarlier(long count) {
        return new PromptPart("messages 1 to " + (count + 1), end, fixed, PromptPartKind.EARLIER, contentBlocks, hash);
    }

    /** Returns the same part with another end. */
    public PromptPart endingAt(long other) {
        return new PromptPart(name, other, fixed, kind, contentBlocks, hash);
    }
}
