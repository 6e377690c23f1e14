// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.content;

import io.agentprofiler.rules.value.normal.SmallMap;
import io.agentprofiler.schema.Attributes;
import io.agentprofiler.schema.ContentText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A prompt as one text in the order providers put it, which is the order prefix caches see, with the ends of its parts.
 *
 * <p><b>Threading:</b> the thread of its text.
 */
final class Prompt {
    /**
     * Messages whose ends are told, the newest: providers look back from the newest message for what they kept, and not
     * farther.
     */
    static final int MAX_MESSAGES = 128;

    /** What is told of a text: how long it is, its hash, the hashes of its lines, and a sketch of its words. */
    private static final int MOST_FACTS = 4;

    private static final List<String> ORDER =
            List.of(Attributes.TOOL_DEFINITIONS, Attributes.SYSTEM_INSTRUCTIONS, Attributes.INPUT_MESSAGES);

    /** A stretch of the prompt: bytes {@code from} to {@code to}, and its length in chars. */
    private record Part(int from, int to, int chars) {}

    private record Message(Part part, String role, int parts) {}

    private final Utf8Text text;
    private final Map<String, Part> parts = new LinkedHashMap<>();
    private final List<Message> messages = new ArrayList<>();

    /** Answers whether content, by attribute name, holds a prompt. */
    static boolean isIn(Map<String, Object> content) {
        return content.containsKey(Attributes.INPUT_MESSAGES)
                || content.containsKey(Attributes.SYSTEM_INSTRUCTIONS)
                || content.containsKey(Attributes.TOOL_DEFINITIONS);
    }

    /**
     * Puts a prompt together from content by attribute name; other content is not looked at.
     *
     * @param text takes the prompt's text; nobody else writes to it while the prompt is in use
     */
    Prompt(Map<String, Object> content, Utf8Text text) {
        this.text = text;
        text.clear();
        for (String name : ORDER) {
            Object value = content.get(name);
            if (value != null) {
                parts.put(name, name.equals(Attributes.INPUT_MESSAGES) ? messages(value) : part(value));
            }
        }
    }

    private Part part(Object value) {
        int from = text.size();
        int charsBefore = text.chars();
        ContentText.write(value, text::append);
        return new Part(from, text.size(), text.chars() - charsBefore);
    }

    private Part messages(Object value) {
        if (!(value instanceof Iterable<?> elements)) {
            Part all = part(value);
            messages.add(new Message(all, "", 1));
            return all;
        }
        int from = text.size();
        int charsBefore = text.chars();
        for (Object element : elements) {
            int begin = text.size();
            int chars = text.chars();
            ContentText.writeElement(element, text::append);
            Part part = new Part(begin, text.size(), text.chars() - chars);
            messages.add(new Message(part, role(element), blocks(element)));
        }
        return new Part(from, text.size(), text.chars() - charsBefore);
    }

    private static String role(Object message) {
        return message instanceof Map<?, ?> map && map.get("role") instanceof String role ? role : "";
    }

    /** Returns how many pieces a message has, its text and tool calls for example: providers count them one by one. */
    private static int blocks(Object message) {
        return message instanceof Map<?, ?> map && map.get("parts") instanceof List<?> list
                ? Math.max(1, list.size())
                : 1;
    }

    /** Returns the length in chars and the hash of a part, or {@code null} when {@code name} is none. */
    Map<String, Object> length(String name, PromptHasher hasher) {
        Part part = parts.get(name);
        return part == null ? null : length(part.chars(), hasher.hash(text.bytes(), part.from(), part.to()));
    }

    /** Returns what is told of a text instead of it. */
    static Map<String, Object> length(int chars, String hash) {
        Map<String, Object> length = new SmallMap(MOST_FACTS);
        length.put("chars", (long) chars);
        length.put("hash", hash);
        return length;
    }

    /**
     * Returns the hashes of the prompt's blocks as {@link PromptHasher#blocks} tells them, and where its parts end:
     * {@code tools_end}, {@code instructions_end}, and of {@code messages} the {@code ends}, the {@code roles}, the pieces
     * they have ({@code parts}) and their {@code hashes}, of the newest {@value #MAX_MESSAGES}; {@code left_out} before
     * them.
     */
    Map<String, Object> blocks(PromptHasher hasher) {
        Map<String, Object> blocks = hasher.blocks(text.bytes(), text.size());
        end(Attributes.TOOL_DEFINITIONS, "tools_end", blocks);
        end(Attributes.SYSTEM_INSTRUCTIONS, "instructions_end", blocks);
        if (!messages.isEmpty()) {
            blocks.put("messages", messages(hasher));
        }
        return blocks;
    }

    private void end(String part, String name, Map<String, Object> into) {
        if (parts.containsKey(part)) {
            into.put(name, (long) parts.get(part).to());
        }
    }

    private Map<String, Object> messages(PromptHasher hasher) {
        int leftOut = Math.max(0, messages.size() - MAX_MESSAGES);
        List<Object> ends = new ArrayList<>();
        List<Object> roles = new ArrayList<>();
        List<Object> pieces = new ArrayList<>();
        StringBuilder hashes = new StringBuilder();
        for (Message message : messages.subList(leftOut, messages.size())) {
            ends.add((long) message.part().to());
            roles.add(message.role());
            pieces.add((long) message.parts());
            hashes.append(hasher.hash(
                    text.bytes(), message.part().from(), message.part().to()));
        }
        Map<String, Object> told = new SmallMap(5);
        told.put("left_out", (long) leftOut);
        told.put("ends", ends);
        told.put("roles", roles);
        told.put("parts", pieces);
        told.put("hashes", hashes.toString());
        return told;
    }
}
