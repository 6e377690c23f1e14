// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.prefix.prompt;

import io.agentprofiler.analyzer.answer.prefix.prompt.HashChain.Hashes;
import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.read.event.AttributeSet;
import io.agentprofiler.analyzer.read.text.Placeholders;
import io.agentprofiler.shared.schema.Attributes;
import io.agentprofiler.shared.schema.ContentText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A prompt's parts and, where content was recorded, its text: as the agent puts it together before it hashes it, so that
 * positions in the text and in the hashes are the same.
 */
public final class PromptText {
    private static final String LENGTHS = "agentprofiler.content.";
    private static final String GENAI = "gen_ai.";

    /** Where the agent records the length and hash of a part, by the part's attribute. */
    private static final Map<String, String> RECORDED = Stream.of(
                    Attributes.TOOL_DEFINITIONS,
                    Attributes.SYSTEM_INSTRUCTIONS,
                    Attributes.INPUT_MESSAGES,
                    Attributes.OUTPUT_MESSAGES)
            .collect(Collectors.toUnmodifiableMap(
                    part -> part, part -> LENGTHS + (part.startsWith(GENAI) ? part.substring(GENAI.length()) : part)));

    /** Attributes of a prompt in provider order, and what they are called. */
    private static final Map<String, String> PARTS = Map.of(
            Attributes.TOOL_DEFINITIONS, "tool definitions",
            Attributes.SYSTEM_INSTRUCTIONS, "system instructions",
            Attributes.INPUT_MESSAGES, "messages");

    private static final List<String> ORDER =
            List.of(Attributes.TOOL_DEFINITIONS, Attributes.SYSTEM_INSTRUCTIONS, Attributes.INPUT_MESSAGES);

    private final StringBuilder text = new StringBuilder();
    private final List<PromptPart> parts = new ArrayList<>();
    private long length;
    private boolean whole = true;

    private final long answerHash;

    private PromptText(AttributeSet attributes) {
        for (String part : ORDER) {
            add(part, attributes);
        }
        // where a message is told by its text, so is an answer: a list of one message has its text
        answerHash = attributes.get(Attributes.OUTPUT_MESSAGES) instanceof List<?> answers && answers.size() == 1
                ? Hashes.of(ContentText.of(answers))
                : 0;
    }

    /** Returns what is known of a call's prompt. */
    public static PromptText of(AttributeSet attributes) {
        return new PromptText(attributes);
    }

    private void add(String part, AttributeSet attributes) {
        Object content = attributes.get(part);
        long recorded = recordedChars(attributes, part);
        if (content == null && recorded < 0) {
            return;
        }
        boolean fixed = !part.equals(Attributes.INPUT_MESSAGES);
        String own = content == null ? null : ContentText.of(content);
        // long texts are cut and secrets blanked before they are written: then only the length of the whole is known
        if (own == null || recorded >= 0 && recorded != own.length() || Placeholders.areTextsOf(content)) {
            whole = false;
            length += recorded >= 0 ? recorded : own.length();
            parts.add(part(part, recordedHash(attributes, part)));
            return;
        }
        text.append(own);
        if (!fixed && content instanceof List<?> messages) {
            messages(messages);
        } else {
            length += bytes(own);
            parts.add(part(part, Hashes.of(own)));
        }
    }

    private PromptPart part(String attribute, long hash) {
        PromptPart.PromptPartKind kind = switch (attribute) {
            case Attributes.TOOL_DEFINITIONS -> PromptPart.PromptPartKind.TOOLS;
            case Attributes.SYSTEM_INSTRUCTIONS -> PromptPart.PromptPartKind.INSTRUCTIONS;
            default -> PromptPart.PromptPartKind.MESSAGES;
        };
        return new PromptPart(PARTS.get(attribute), length, kind != PromptPart.PromptPartKind.MESSAGES, kind, 1, hash);
    }

    private void messages(List<?> messages) {
        boolean first = true;
        int number = 0;
        for (Object message : messages) {
            String own = ContentText.ofElement(message);
            length += bytes(own);
            Object role = message instanceof Map<?, ?> map ? map.get("role") : null;
            String word = role == null ? "" : role.toString();
            first &= PromptPart.isInstruction(word);
            int contentBlocks = message instanceof Map<?, ?> map && map.get("parts") instanceof List<?> parts
                    ? Math.max(1, parts.size())
                    : 1;
            parts.add(PromptPart.message(++number, word, length, first, contentBlocks, Hashes.of(own)));
        }
    }

    private static long recordedChars(AttributeSet attributes, String part) {
        return lengths(attributes, part).get("chars") instanceof Long chars ? chars : Unknown.LONG;
    }

    /** Returns the hash that the agent recorded of the text of a part or an answer, 0 without one. */
    public static long recordedHash(AttributeSet attributes, String part) {
        return lengths(attributes, part).get("hash") instanceof String hash ? Hashes.of(hash) : 0;
    }

    private static Map<?, ?> lengths(AttributeSet attributes, String part) {
        return attributes.get(RECORDED.get(part)) instanceof Map<?, ?> map ? map : Map.of();
    }

    private static long bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    /** Returns the parts, in order; none where nothing is known. */
    public List<PromptPart> parts() {
        return List.copyOf(parts);
    }

    /** Returns the hash of the answer's text, as that of a message; 0 when it is not known. */
    long answerHash() {
        return answerHash;
    }

    /** Answers whether the text of the whole prompt is known. */
    public boolean isWhole() {
        return whole && text.length() > 0;
    }

    /** Returns what is known of the prompt's text. */
    public String text() {
        return text.toString();
    }

    /** Returns the bytes of the prompt, or {@code null} when its text is not known as a whole. */
    byte[] bytes() {
        return isWhole() ? text.toString().getBytes(StandardCharsets.UTF_8) : null;
    }
}
