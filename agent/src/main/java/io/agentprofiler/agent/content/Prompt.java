// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.content;

import io.agentprofiler.rules.value.normal.LongList;
import io.agentprofiler.rules.value.normal.SmallMap;
import io.agentprofiler.shared.schema.Attributes;
import io.agentprofiler.shared.schema.ContentText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * A prompt as one text in the order providers put it, which is the order prefix caches see, with the ends of its parts. One object
 * takes prompt after prompt.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
final class Prompt {
    /**
     * Messages whose ends are told, the newest: providers look back from the newest message for what they kept, and not
     * farther.
     */
    static final int MAX_MESSAGES = 128;

    /** What is told of a text: how long it is, its hash, the hashes of its lines, and a sketch of its words. */
    private static final int MOST_FACTS = 4;

    private static final int MESSAGE_FACTS = 5;

    private static final int TOOLS = 0;
    private static final int INSTRUCTIONS = 1;
    private static final int INPUT = 2;
    private static final String[] ORDER = {
        Attributes.TOOL_DEFINITIONS, Attributes.SYSTEM_INSTRUCTIONS, Attributes.INPUT_MESSAGES
    };
    private static final int ABSENT = -1;

    private final Utf8Text text = new Utf8Text();
    private final ContentText.Writer writer = new ContentText.Writer(text::append);
    /** Of each part, where it begins and ends in bytes, and its length in chars. */
    private final int[] begins = new int[ORDER.length];

    private final int[] ends = new int[ORDER.length];
    private final int[] chars = new int[ORDER.length];

    /** Of each message told, the newest {@value #MAX_MESSAGES}: number {@code n} is at {@code n % MAX_MESSAGES}. */
    private final Message[] messages = new Message[MAX_MESSAGES];

    private final long[] numbers = new long[MAX_MESSAGES];
    private final byte[] hashes = new byte[MAX_MESSAGES * PromptHasher.HASH_CHARS];
    private int messageCount;

    /** Where a message is, whose it is, and how many pieces it has. */
    private static final class Message {
        int begin;
        int end;
        String role;
        int pieces;
    }

    /**
     * Puts a prompt together from content by attribute name; other content is not looked at.
     *
     * @return {@code false} when content holds no prompt
     */
    boolean read(Map<String, Object> content) {
        text.clear();
        messageCount = 0;
        boolean found = false;
        for (int part = 0; part < ORDER.length; part++) {
            Object value = content.get(ORDER[part]);
            ends[part] = ABSENT;
            if (value != null) {
                found = true;
                begins[part] = text.size();
                int charsBefore = text.chars();
                if (part == INPUT) {
                    messages(value);
                } else {
                    writer.write(value);
                }
                ends[part] = text.size();
                chars[part] = text.chars() - charsBefore;
            }
        }
        return found;
    }

    private void messages(Object value) {
        if (value instanceof ArrayList<?> elements) {
            for (int i = 0; i < elements.size(); i++) {
                message(elements.get(i));
            }
        } else if (value instanceof Iterable<?> elements) {
            for (Object element : elements) {
                message(element);
            }
        } else {
            int begin = text.size();
            writer.write(value);
            message(begin, "", 1);
        }
    }

    private void message(Object element) {
        int begin = text.size();
        writer.writeElement(element);
        message(begin, role(element), pieces(element));
    }

    private void message(int begin, String role, int pieces) {
        int place = messageCount++ % MAX_MESSAGES;
        Message message = messages[place];
        if (message == null) {
            message = new Message();
            messages[place] = message;
        }
        message.begin = begin;
        message.end = text.size();
        message.role = role;
        message.pieces = pieces;
    }

    private static String role(Object message) {
        return message instanceof Map<?, ?> map && map.get("role") instanceof String role ? role : "";
    }

    /** Returns how many pieces a message has, its text and tool calls for example: providers count them one by one. */
    private static int pieces(Object message) {
        return message instanceof Map<?, ?> map && map.get("parts") instanceof List<?> list
                ? Math.max(1, list.size())
                : 1;
    }

    /** Returns the length in chars and the hash of a part, or {@code null} when {@code name} is none. */
    Map<String, Object> length(String name, PromptHasher hasher) {
        for (int part = 0; part < ORDER.length; part++) {
            if (ends[part] != ABSENT && ORDER[part].equals(name)) {
                // The messages are others each time; tools and instructions hardly ever are.
                String hash = part == INPUT
                        ? hasher.hash(text.bytes(), begins[part], ends[part])
                        : hasher.hashAgain(text.bytes(), begins[part], ends[part]);
                return length(chars[part], hash);
            }
        }
        return null;
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
        end(TOOLS, "tools_end", blocks);
        end(INSTRUCTIONS, "instructions_end", blocks);
        if (messageCount > 0) {
            blocks.put("messages", messages(hasher));
        }
        return blocks;
    }

    private void end(int part, String name, Map<String, Object> into) {
        if (ends[part] != ABSENT) {
            into.put(name, (long) ends[part]);
        }
    }

    private Map<String, Object> messages(PromptHasher hasher) {
        int leftOut = Math.max(0, messageCount - MAX_MESSAGES);
        int count = messageCount - leftOut;
        Object[] roles = new Object[count];
        for (int i = 0; i < count; i++) {
            Message message = told(leftOut + i);
            numbers[i] = message.end;
            roles[i] = message.role;
            hasher.hashAgain(text.bytes(), message.begin, message.end, hashes, i * PromptHasher.HASH_CHARS);
        }
        Map<String, Object> told = new SmallMap(MESSAGE_FACTS);
        told.put("left_out", (long) leftOut);
        told.put("ends", new LongList(numbers, 0, count));
        told.put("roles", Arrays.asList(roles));
        for (int i = 0; i < count; i++) {
            numbers[i] = told(leftOut + i).pieces;
        }
        told.put("parts", new LongList(numbers, 0, count));
        told.put("hashes", new String(hashes, 0, count * PromptHasher.HASH_CHARS, StandardCharsets.ISO_8859_1));
        return told;
    }

    private Message told(int number) {
        return messages[number % MAX_MESSAGES];
    }
}
