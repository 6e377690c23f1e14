// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.content;

import io.agentprofiler.schema.Attributes;
import io.agentprofiler.schema.ContentText;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A prompt as one text in the order providers put it, which is the order prefix caches see, with the ends of its parts.
 *
 * <p><b>Threading:</b> immutable.
 */
final class Prompt {
    /**
     * Messages whose ends are told, the newest: providers look back from the newest message for what they kept, and not
     * farther.
     */
    static final int MAX_MESSAGES = 128;

    private static final List<String> ORDER =
            List.of(Attributes.TOOL_DEFINITIONS, Attributes.SYSTEM_INSTRUCTIONS, Attributes.INPUT_MESSAGES);

    /** A stretch of the prompt: bytes {@code from} to {@code to}, and its length in chars. */
    private record Part(int from, int to, int chars) {}

    private record Message(Part part, String role, int parts) {}

    private final byte[] bytes;
    private final Map<String, Part> parts = new LinkedHashMap<>();
    private final List<Message> messages = new ArrayList<>();

    /** Puts a prompt together from content by attribute name; other content is not looked at. */
    Prompt(Map<String, Object> content) {
        ByteArrayOutputStream into = new ByteArrayOutputStream();
        for (String name : ORDER) {
            Object value = content.get(name);
            if (value != null) {
                parts.put(name, name.equals(Attributes.INPUT_MESSAGES) ? messages(value, into) : part(value, into));
            }
        }
        bytes = into.toByteArray();
    }

    private static Part part(Object value, ByteArrayOutputStream into) {
        return part(ContentText.of(value), into);
    }

    private static Part part(String text, ByteArrayOutputStream into) {
        int from = into.size();
        into.writeBytes(text.getBytes(StandardCharsets.UTF_8));
        return new Part(from, into.size(), text.length());
    }

    private Part messages(Object value, ByteArrayOutputStream into) {
        if (!(value instanceof Iterable<?> elements)) {
            Part all = part(value, into);
            messages.add(new Message(all, "", 1));
            return all;
        }
        int from = into.size();
        int chars = 0;
        for (Object element : elements) {
            Part part = part(ContentText.ofElement(element), into);
            chars += part.chars();
            messages.add(new Message(part, role(element), blocks(element)));
        }
        return new Part(from, into.size(), chars);
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

    /** Answers whether the content holds no prompt. */
    boolean isEmpty() {
        return parts.isEmpty();
    }

    /** Returns the length in chars and the hash of a part, or {@code null} when {@code name} is none. */
    Map<String, Object> length(String name, PromptHasher hasher) {
        Part part = parts.get(name);
        return part == null ? null : length(part.chars(), hasher.hash(bytes, part.from(), part.to()));
    }

    /** Returns what is told of a text instead of it. */
    static Map<String, Object> length(int chars, String hash) {
        Map<String, Object> length = new LinkedHashMap<>();
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
        Map<String, Object> blocks = hasher.blocks(bytes);
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
            hashes.append(
                    hasher.hash(bytes, message.part().from(), message.part().to()));
        }
        Map<String, Object> told = new LinkedHashMap<>();
        told.put("left_out", (long) leftOut);
        told.put("ends", ends);
        told.put("roles", roles);
        told.put("parts", pieces);
        told.put("hashes", hashes.toString());
        return told;
    }
}
