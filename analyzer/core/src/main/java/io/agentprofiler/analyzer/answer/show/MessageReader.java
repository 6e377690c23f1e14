// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.show;

import io.agentprofiler.analyzer.answer.prefix.prompt.HashChain.Hashes;
import io.agentprofiler.analyzer.answer.prefix.prompt.PromptPart;
import io.agentprofiler.analyzer.answer.prefix.prompt.RecordedParts;
import io.agentprofiler.analyzer.answer.show.Message.MessagePart;
import io.agentprofiler.analyzer.read.event.AttributeSet;
import io.agentprofiler.analyzer.view.cell.Units;
import io.agentprofiler.shared.schema.Attributes;
import io.agentprofiler.shared.schema.ContentText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the messages of a model call: their texts where these were recorded, else what the hashes of the prompt's blocks tell. */
public final class MessageReader {
    private MessageReader() {}

    /** Returns the messages of the prompt, in order; none where nothing is known of them. */
    public static List<Message> prompt(AttributeSet attributes) {
        Object recorded = attributes.get(Attributes.INPUT_MESSAGES);
        return recorded == null ? hashed(attributes) : texts(recorded, false);
    }

    /** Returns the answer's messages; none where nothing is known of them. */
    public static List<Message> answer(AttributeSet attributes) {
        Object recorded = attributes.get(Attributes.OUTPUT_MESSAGES);
        if (recorded != null) {
            return texts(recorded, true);
        }
        SpanContent content = SpanContent.of(attributes, Attributes.OUTPUT_MESSAGES, "answer");
        return content == null
                ? List.of()
                : List.of(new Message(
                        true, 1, "assistant", List.of(), content.chars(), RecordedParts.answer(attributes), null));
    }

    private static List<Message> texts(Object recorded, boolean answer) {
        List<?> list = recorded instanceof List<?> several ? several : List.of(recorded);
        List<Message> messages = new ArrayList<>();
        for (Object message : list) {
            String role = message instanceof Map<?, ?> map && map.get("role") instanceof String text
                    ? text
                    : answer ? "assistant" : "";
            String text = ContentText.ofElement(message);
            List<MessagePart> parts = new ArrayList<>();
            parts(message, parts);
            if (parts.isEmpty()) {
                parts.add(MessagePart.text(""));
            }
            messages.add(new Message(answer, messages.size() + 1, role, parts, length(parts), Hashes.of(text), null));
        }
        return messages;
    }

    /** Images and files have no length in characters that a reader could use. */
    private static long length(List<MessagePart> parts) {
        long length = 0;
        for (MessagePart part : parts) {
            if (part.kind() != MessagePart.PartKind.MEDIA) {
                length += part.text() != null
                        ? part.text().length()
                        : ContentText.of(part.data()).length();
            }
        }
        return length;
    }

    private static List<Message> hashed(AttributeSet attributes) {
        List<Message> messages = new ArrayList<>();
        long from = 0;
        for (PromptPart part : RecordedParts.of(attributes)) {
            boolean message = switch (part.kind()) {
                case TOOLS, INSTRUCTIONS -> false;
                case MESSAGES, EARLIER, ANSWER, MESSAGE -> true;
            };
            if (message) {
                boolean earlier = part.kind() == PromptPart.PromptPartKind.EARLIER;
                messages.add(new Message(
                        false,
                        part.number(),
                        part.role(),
                        List.of(),
                        part.end() - from,
                        earlier ? 0 : part.hash(),
                        null));
            }
            from = part.end();
        }
        return messages;
    }

    private static void parts(Object message, List<MessagePart> into) {
        if (message instanceof List<?> list) {
            list.forEach(one -> parts(one, into));
        } else if (message instanceof Map<?, ?> map) {
            if (map.get("parts") instanceof List<?> list) {
                list.forEach(one -> parts(one, into));
            } else if (map.get("type") == null && map.get("content") != null) {
                parts(map.get("content"), into);
            } else {
                into.add(part(map));
            }
        } else if (message != null) {
            into.add(MessagePart.text(ContentText.of(message).strip()));
        }
    }

    private static MessagePart part(Map<?, ?> part) {
        String type = String.valueOf(part.get("type"));
        return switch (type) {
            case "text" -> MessagePart.text(ContentText.of(part.get("content")));
            case "reasoning", "thinking" ->
                new MessagePart(MessagePart.PartKind.REASONING, ContentText.of(part.get("content")), null, null, null);
            case "tool_call" ->
                new MessagePart(
                        MessagePart.PartKind.TOOL_CALL,
                        null,
                        text(part, "id"),
                        text(part, "name"),
                        part.get("arguments"));
            case "tool_call_response" ->
                new MessagePart(
                        MessagePart.PartKind.TOOL_RESULT, null, text(part, "id"), text(part, "name"), result(part));
            case "image", "audio", "video", "blob", "file", "uri", "pdf" ->
                new MessagePart(MessagePart.PartKind.MEDIA, media(type, part), null, null, null);
            default ->
                new MessagePart(MessagePart.PartKind.TEXT, ContentText.of(part).strip(), null, null, null);
        };
    }

    private static Object result(Map<?, ?> part) {
        return part.get("response") == null ? part.get("result") : part.get("response");
    }

    private static String media(String type, Map<?, ?> part) {
        return Media.of(
                type,
                part.get("mime_type") instanceof String mime ? mime : null,
                part.get("content") == null ? part.get("uri") : part.get("content"));
    }

    private static String text(Map<?, ?> part, String name) {
        return part.get(name) instanceof String text && !text.isEmpty() ? text : null;
    }

    /** Names an image, a sound or a file, whose content nobody can read here: its type, its size as far as that is known, or where it is. */
    static final class Media {
        /** Longer texts in the place of an image are the image itself. */
        private static final int MAX_NAME = 200;

        private static final Pattern DATA = Pattern.compile("data:([^,;]*)[^,]*;base64,.*", Pattern.DOTALL);
        /** What the agent leaves of a longer text. */
        private static final Pattern CUT = Pattern.compile("… \\[(\\d{1,12}) chars cut]$");

        private static final Pattern BASE64 = Pattern.compile("[A-Za-z0-9+/_-]*={0,2}");
        private static final int CHARACTERS_OF_BASE64 = 4;
        private static final int BYTES_OF_BASE64 = 3;

        private Media() {}

        /**
         * Returns the name.
         *
         * @param mime the type of its content, {@code null} when unknown
         * @param content its content or address; anything but a text says nothing
         */
        static String of(String type, String mime, Object content) {
            String text = content instanceof String given ? given : "";
            Matcher data = DATA.matcher(text);
            boolean inline = data.matches();
            String told = mime == null && inline && !data.group(1).isEmpty() ? data.group(1) : mime;
            StringBuilder name = new StringBuilder(type);
            if (told != null) {
                name.append(", ").append(told);
            }
            if (!text.isBlank()) {
                name.append(", ").append(inline ? size(text.substring(text.indexOf(',') + 1)) : told(type, text));
            }
            return name.toString();
        }

        private static String told(String type, String text) {
            boolean content = type.equals("blob") || text.length() > MAX_NAME;
            return text.startsWith("data:") ? Units.count(text.length()) + " characters" : content ? size(text) : text;
        }

        /** Returns the size of what a text in base64 holds, also where its end was cut; of another text its length. */
        private static String size(String text) {
            Matcher cut = CUT.matcher(text);
            boolean isCut = cut.find();
            String kept = isCut ? text.substring(0, cut.start()) : text;
            long characters = kept.length() + (isCut ? Long.parseLong(cut.group(1)) : 0);
            if (!BASE64.matcher(kept).matches()) {
                return Units.count(characters) + " characters";
            }
            long padding = kept.length() - kept.replace("=", "").length();
            long bytes = characters * BYTES_OF_BASE64 / CHARACTERS_OF_BASE64 - padding;
            return (isCut ? "about " : "") + Units.count(bytes) + " bytes";
        }
    }
}
