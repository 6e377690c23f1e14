// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.show;

import io.agentprofiler.analyzer.read.tree.JsonTree;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** Content as lines to read: JSON with a line for each field, anything else as it is. */
public final class JsonLines {
    private static final JsonFactory FACTORY = new JsonFactory();
    private static final long MOST_BYTES = 16L << 20;
    private static final String INDENT = "  ";

    private JsonLines() {}

    /** Returns the lines of a text, or of lists and maps. */
    public static List<String> of(Object content) {
        Object value = content instanceof String text ? parsed(text) : content;
        if (value instanceof String text) {
            return List.of(text.strip().split("\\R", -1));
        }
        List<String> lines = new ArrayList<>();
        write(value, "", "", "", lines);
        return lines;
    }

    /** Returns what a text holds if it is JSON of several values, else the text. */
    public static Object parsed(String text) {
        String stripped = text.strip();
        if (!stripped.startsWith("{") && !stripped.startsWith("[")) {
            return text;
        }
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), stripped)) {
            JsonTree tree = new JsonTree(parser, MOST_BYTES);
            tree.next();
            Object value = tree.value();
            boolean whole = tree.failure() == null && tree.next() == null && tree.failure() == null;
            return whole ? value : text;
        } catch (JacksonException | JsonTree.TooLargeException e) {
            return text;
        }
    }

    private static void write(Object value, String indent, String name, String end, List<String> into) {
        if (value instanceof Map<?, ?> map && !map.isEmpty()) {
            into.add(indent + name + "{");
            for (Iterator<? extends Map.Entry<?, ?>> i = map.entrySet().iterator(); i.hasNext(); ) {
                Map.Entry<?, ?> entry = i.next();
                write(entry.getValue(), indent + INDENT, quoted(entry.getKey()) + ": ", i.hasNext() ? "," : "", into);
            }
            into.add(indent + "}" + end);
        } else if (value instanceof List<?> list && !list.isEmpty()) {
            into.add(indent + name + "[");
            for (Iterator<?> i = list.iterator(); i.hasNext(); ) {
                write(i.next(), indent + INDENT, "", i.hasNext() ? "," : "", into);
            }
            into.add(indent + "]" + end);
        } else {
            into.add(indent + name + scalar(value) + end);
        }
    }

    private static String scalar(Object value) {
        if (value instanceof Map) {
            return "{}";
        }
        if (value instanceof List) {
            return "[]";
        }
        return value instanceof String ? quoted(value) : String.valueOf(value);
    }

    private static String quoted(Object text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (char c : String.valueOf(text).toCharArray()) {
            switch (c) {
                case '"' -> quoted.append("\\\"");
                case '\\' -> quoted.append("\\\\");
                case '\n' -> quoted.append("\\n");
                case '\r' -> quoted.append("\\r");
                case '\t' -> quoted.append("\\t");
                default -> quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }
}
