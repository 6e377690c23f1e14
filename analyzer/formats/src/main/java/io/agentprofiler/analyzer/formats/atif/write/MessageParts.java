// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.atif.write;

import io.agentprofiler.shared.schema.ContentText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Recorded messages in the shapes of trajectories: what was said as a text, or, with images and sounds in it, as a list of parts.
 * Images and sounds are named by their paths, as the format wants it; one whose path is not recorded is named in the text.
 */
final class MessageParts {
    private static final Set<String> IMAGES = Set.of("image/jpeg", "image/png", "image/gif", "image/webp");
    private static final Set<String> SOUNDS = Set.of(
            "audio/wav", "audio/mpeg", "audio/mp4", "audio/aac", "audio/ogg", "audio/flac", "audio/webm", "audio/aiff");
    /** Names of files are no longer, contents of files are. */
    private static final int MAX_PATH = 2_000;

    private final AtifVersion version;

    MessageParts(AtifVersion version) {
        this.version = version;
    }

    /** Returns the messages of a recorded list that have one of these roles; none of anything else. */
    static List<Map<?, ?>> withRole(Object messages, Set<String> roles) {
        List<Map<?, ?>> found = new ArrayList<>();
        if (messages instanceof List<?> list) {
            for (Object message : list) {
                if (message instanceof Map<?, ?> map && roles.contains(String.valueOf(map.get("role")))) {
                    found.add(map);
                }
            }
        }
        return found;
    }

    /** Returns what recorded messages say, without the tool calls in them: a text or a list of parts. */
    Object said(Object messages) {
        List<Object> parts = new ArrayList<>();
        collect(messages, parts);
        boolean media = parts.stream().anyMatch(part -> part instanceof Map);
        if (!media) {
            return parts.stream().map(String::valueOf).collect(Collectors.joining("\n"));
        }
        return parts.stream()
                .map(part -> part instanceof Map ? part : textPart(part))
                .toList();
    }

    /** Not a {@code Map.of}: its order is another in each JVM, and so would be the file. */
    private static Map<String, Object> textPart(Object text) {
        Map<String, Object> part = new LinkedHashMap<>();
        part.put("type", "text");
        part.put("text", text);
        return part;
    }

    private void collect(Object message, List<Object> into) {
        if (message instanceof List<?> list) {
            list.forEach(one -> collect(one, into));
        } else if (message instanceof Map<?, ?> map) {
            if (map.get("parts") instanceof List<?> parts) {
                parts.forEach(part -> collect(part, into));
            } else {
                part(map, into);
            }
        } else if (message != null) {
            into.add(ContentText.of(message));
        }
    }

    private void part(Map<?, ?> part, List<Object> into) {
        String type = String.valueOf(part.get("type"));
        switch (type) {
            case "tool_call", "tool_call_response", "reasoning" -> {
                // calls, their results and thoughts have fields of their own
            }
            case "text" -> into.add(ContentText.of(part.get("content")).strip());
            case "image" -> into.add(media(type, part, IMAGES, version.hasImages()));
            case "audio" -> into.add(media(type, part, SOUNDS, version.hasSounds()));
            case "blob", "file", "uri", "video", "pdf" -> into.add('[' + type + ']');
            default -> into.add(ContentText.of(part).strip());
        }
    }

    private static Object media(String type, Map<?, ?> part, Set<String> types, boolean hasPlace) {
        boolean named = part.get("content") instanceof String path
                && !path.isBlank()
                && path.length() < MAX_PATH
                && !path.startsWith("data:")
                && types.contains(String.valueOf(part.get("mime_type")));
        if (!named || !hasPlace) {
            return '[' + type + ']';
        }
        Map<String, Object> source = new LinkedHashMap<>();
        source.put("media_type", part.get("mime_type"));
        source.put("path", part.get("content"));
        Map<String, Object> written = new LinkedHashMap<>();
        written.put("type", type);
        written.put("source", source);
        return written;
    }

    /** Returns what a model thought, {@code null} where nothing of it is recorded. */
    static String thoughts(Object messages) {
        String thoughts = partsOf(messages, "reasoning").stream()
                .map(part -> ContentText.of(part.get("content")).strip())
                .collect(Collectors.joining("\n"));
        return thoughts.isEmpty() ? null : thoughts;
    }

    private static List<Map<?, ?>> partsOf(Object messages, String type) {
        List<Map<?, ?>> found = new ArrayList<>();
        if (messages instanceof List<?> list) {
            list.forEach(one -> found.addAll(partsOf(one, type)));
        } else if (messages instanceof Map<?, ?> map) {
            if (type.equals(map.get("type"))) {
                found.add(map);
            }
            found.addAll(partsOf(map.get("parts"), type));
        }
        return found;
    }

    /** Returns definitions of tools in the shape that OpenAI gives them; {@code null} where none can be told. */
    static List<Object> tools(Object definitions) {
        List<Object> tools = new ArrayList<>();
        if (definitions instanceof List<?> list) {
            for (Object definition : list) {
                if (definition instanceof Map<?, ?> map) {
                    tools.add(tool(map));
                }
            }
        }
        return tools.isEmpty() ? null : tools;
    }

    private static Object tool(Map<?, ?> definition) {
        if (definition.containsKey("function") || !definition.containsKey("name")) {
            return definition;
        }
        Map<Object, Object> function = new LinkedHashMap<>(definition);
        Object type = function.remove("type");
        Map<String, Object> tool = new LinkedHashMap<>();
        tool.put("type", type == null ? "function" : type);
        tool.put("function", function);
        return tool;
    }
}
