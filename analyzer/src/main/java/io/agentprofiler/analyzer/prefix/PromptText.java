// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.prefix;

import io.agentprofiler.analyzer.read.AttributeSet;
import io.agentprofiler.schema.Attributes;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A prompt's parts and, where content was recorded, its text: as the agent puts it together before it hashes it, so that
 * places in the text and in the hashes are the same.
 */
final class PromptText {
    private static final String LENGTHS = "agentprofiler.content.";
    private static final String GENAI = "gen_ai.";

    /** Attributes of a prompt in provider order, and what they are called. */
    private static final Map<String, String> PARTS = Map.of(
            Attributes.TOOL_DEFINITIONS, "tool definitions",
            Attributes.SYSTEM_INSTRUCTIONS, "system instructions",
            Attributes.INPUT_MESSAGES, "messages");

    private static final List<String> ORDER =
            List.of(Attributes.TOOL_DEFINITIONS, Attributes.SYSTEM_INSTRUCTIONS, Attributes.INPUT_MESSAGES);

    private final StringBuilder text = new StringBuilder();
    private final List<Field> fields = new ArrayList<>();
    private long length;
    private boolean whole = true;

    private PromptText(AttributeSet attributes) {
        for (String part : ORDER) {
            add(part, attributes);
        }
    }

    /** Returns what is known of a call's prompt. */
    static PromptText of(AttributeSet attributes) {
        return new PromptText(attributes);
    }

    private void add(String part, AttributeSet attributes) {
        Object content = attributes.get(part);
        long recorded = recordedChars(attributes, part);
        if (content == null && recorded < 0) {
            return;
        }
        boolean fixed = !part.equals(Attributes.INPUT_MESSAGES);
        String own = content == null ? null : text(content);
        // long texts are cut and secrets blanked before they are written: then only the length of the whole is known
        if (own == null || recorded >= 0 && recorded != own.length()) {
            whole = false;
            length += recorded;
            fields.add(new Field(PARTS.get(part), length, fixed));
            return;
        }
        text.append(own);
        if (!fixed && content instanceof List<?> messages) {
            messages(messages);
        } else {
            length += bytes(own);
            fields.add(new Field(PARTS.get(part), length, fixed));
        }
    }

    private void messages(List<?> messages) {
        boolean first = true;
        int number = 0;
        for (Object message : messages) {
            length += bytes(text(message));
            Object role = message instanceof Map<?, ?> map ? map.get("role") : null;
            String word = role == null ? "" : role.toString();
            first &= word.equals("system") || word.equals("developer");
            fields.add(new Field("message " + ++number + (word.isEmpty() ? "" : " (" + word + ")"), length, first));
        }
    }

    private static long recordedChars(AttributeSet attributes, String part) {
        String name = LENGTHS + (part.startsWith(GENAI) ? part.substring(GENAI.length()) : part);
        return attributes.get(name) instanceof Map<?, ?> map && map.get("chars") instanceof Long chars ? chars : -1;
    }

    /** Returns the text of a payload: names and values a line each, without the signs of JSON. */
    private static String text(Object content) {
        if (content instanceof String plain) {
            return plain;
        }
        StringBuilder into = new StringBuilder();
        append(content, into);
        return into.toString();
    }

    private static void append(Object content, StringBuilder into) {
        if (content instanceof Map<?, ?> map) {
            map.forEach((name, value) -> {
                into.append(name).append(": ");
                append(value, into);
            });
        } else if (content instanceof Iterable<?> elements) {
            elements.forEach(element -> append(element, into));
        } else if (content != null) {
            into.append(content).append('\n');
        }
    }

    private static long bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    /** Returns the parts, in order; none where nothing is known. */
    List<Field> fields() {
        return List.copyOf(fields);
    }

    /** Answers whether the text of the whole prompt is known. */
    boolean isWhole() {
        return whole && text.length() > 0;
    }

    /** Returns what is known of the prompt's text. */
    String text() {
        return text.toString();
    }

    /** Returns the bytes of the prompt, or {@code null} when its text is not known as a whole. */
    byte[] bytes() {
        return isWhole() ? text.toString().getBytes(StandardCharsets.UTF_8) : null;
    }
}
