// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay.shape;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.lab.replay.match.Asked.AskedTool;
import io.agentprofiler.analyzer.lab.replay.recording.ToolCall;
import io.agentprofiler.analyzer.read.tree.JsonTree;
import io.agentprofiler.analyzer.view.cell.Fields;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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

    /** Returns a number that counts something; {@link Unknown#LONG} where there is none. */
    static long count(Map<?, ?> from, String name) {
        return from.get(name) instanceof Long number && number >= 0 ? number : Unknown.LONG;
    }

    /**
     * Adds parameters to a request under a provider's names; those it has no name for are left out.
     *
     * @param names as in {@link #numbers}
     */
    static Fields parameters(Map<String, Double> parameters, Map<String, String> names, Fields to) {
        new TreeMap<>(names).forEach((name, standard) -> {
            Double value = parameters.get(standard);
            if (value != null) {
                to.put(name, value == Math.rint(value) ? (Object) value.longValue() : value);
            }
        });
        return to;
    }

    /** Returns the JSON schema of a tool that is offered; one that takes anything where none is known. */
    static Object schema(AskedTool tool) {
        return tool.parameters() instanceof Map<?, ?> known
                ? known
                : new Fields().put("type", "object").put("properties", new Fields());
    }

    /** Returns the arguments of a tool call as an object; an empty one where they are none. */
    static Map<?, ?> arguments(ToolCall call) {
        Map<?, ?> arguments = object(call.arguments().getBytes(StandardCharsets.UTF_8));
        return arguments == null ? Map.of() : arguments;
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
