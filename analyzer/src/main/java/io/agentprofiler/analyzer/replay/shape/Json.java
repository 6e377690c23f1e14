// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.replay.shape;

import io.agentprofiler.analyzer.input.tree.JsonTree;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** Values of requests. */
public final class Json {
    private static final JsonFactory FACTORY = new JsonFactory();
    private static final long MOST_BYTES = 256L << 20;

    private Json() {}

    /** Returns the object that a body is; {@code null} where it is none. */
    public static Map<?, ?> object(byte[] body) {
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), body)) {
            JsonTree tree = new JsonTree(parser, MOST_BYTES);
            if (tree.next() != JsonToken.START_OBJECT) {
                return null;
            }
            Object value = tree.value();
            return tree.failure() == null && value instanceof Map<?, ?> map ? map : null;
        } catch (JacksonException | JsonTree.TooLargeException e) {
            return null;
        }
    }

    /** Returns a text; {@code null} where there is none. */
    static String text(Map<?, ?> from, String name) {
        return from.get(name) instanceof String text ? text : null;
    }

    static Map<?, ?> map(Map<?, ?> from, String name) {
        return from.get(name) instanceof Map<?, ?> map ? map : Map.of();
    }

    /** Returns the objects of a list. */
    static List<Map<?, ?>> maps(Object list) {
        List<Map<?, ?>> maps = new ArrayList<>();
        if (list instanceof List<?> several) {
            several.forEach(one -> {
                if (one instanceof Map<?, ?> map) {
                    maps.add(map);
                }
            });
        }
        return maps;
    }

    /** Returns the texts of a text or of a list of texts. */
    static List<String> texts(Object value) {
        List<String> texts = new ArrayList<>();
        if (value instanceof String text) {
            texts.add(text);
        } else if (value instanceof List<?> several) {
            several.forEach(one -> texts.add(String.valueOf(one)));
        }
        return texts;
    }

    /** Returns the numbers among the fields that stand for parameters, by the names of the trace format. */
    static Map<String, Double> numbers(Map<?, ?> from, Map<String, String> names) {
        Map<String, Double> numbers = new LinkedHashMap<>();
        names.forEach((name, standard) -> {
            if (from.get(name) instanceof Number number) {
                numbers.put(standard, number.doubleValue());
            }
        });
        return numbers;
    }

    /** Returns what the content of a message says: a text, or pieces of which those of type {@code text} say something. */
    static String content(Object content) {
        if (content instanceof String text) {
            return text;
        }
        StringBuilder all = new StringBuilder();
        for (Map<?, ?> piece : maps(content)) {
            String type = String.valueOf(piece.get("type"));
            switch (type) {
                case "text", "input_text", "output_text" -> add(text(piece, "text"), all);
                case "tool_use", "tool_result", "thinking", "redacted_thinking" -> {}
                default -> add("[media]", all);
            }
        }
        return all.toString();
    }

    private static void add(String text, StringBuilder to) {
        to.append(to.isEmpty() ? "" : "\n").append(text == null ? "" : text);
    }
}
