// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.testing;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Changes values of a JSON document: drops them, exchanges them, gives them another type, buries them or makes them huge. */
public final class JsonMutation {
    private static final int DEEP = 1_000;

    private final Random random;

    /** One change of the value that is reached when this many were passed. */
    private int left;

    private int change;
    /** A value of the document that may stand in for another one. */
    private Json other;

    public JsonMutation(Random random) {
        this.random = random;
    }

    /** Returns the document with one value changed. */
    public String of(Json document) {
        int values = count(document);
        other = nth(document, new int[] {random.nextInt(values)});
        left = random.nextInt(values);
        change = random.nextInt(7);
        StringBuilder text = new StringBuilder();
        write(document, text);
        return text.toString();
    }

    private static List<Json> inside(Json json) {
        List<Json> inside = new ArrayList<>();
        if (json.value() instanceof Map<?, ?> map) {
            map.values().forEach(value -> inside.add((Json) value));
        } else if (json.value() instanceof List<?> list) {
            list.forEach(value -> inside.add((Json) value));
        }
        return inside;
    }

    private static int count(Json json) {
        return 1 + inside(json).stream().mapToInt(JsonMutation::count).sum();
    }

    private static Json nth(Json json, int[] place) {
        if (place[0]-- == 0) {
            return json;
        }
        for (Json one : inside(json)) {
            Json found = nth(one, place);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private void write(Json json, StringBuilder into) {
        if (left-- == 0) {
            changed(json, into);
        } else {
            plain(json, into);
        }
    }

    private void changed(Json json, StringBuilder into) {
        switch (change) {
            case 0 -> into.append("null");
            case 1 -> plain(other, into);
            case 2 ->
                into.append("\"").append("x".repeat(random.nextInt(5_000))).append("\"");
            case 3 -> into.append(random.nextBoolean() ? "9".repeat(400) : "-1e" + (300 + random.nextInt(100_000)));
            case 4 -> into.append("[".repeat(DEEP)).append("]".repeat(DEEP));
            case 5 -> {
                into.append("[");
                plain(json, into);
                into.append(",{}]");
            }
            default ->
                into.append("{\"")
                        .append(random.nextBoolean() ? "steps" : "\\u0000")
                        .append("\":{}}");
        }
    }

    private void plain(Json json, StringBuilder into) {
        if (json.value() instanceof Map<?, ?> map) {
            String before = "{";
            for (Map.Entry<?, ?> field : map.entrySet()) {
                into.append(before);
                text(field.getKey().toString(), into);
                into.append(':');
                write((Json) field.getValue(), into);
                before = ",";
            }
            into.append(map.isEmpty() ? "{}" : "}");
        } else if (json.value() instanceof List<?> list) {
            String before = "[";
            for (Object element : list) {
                into.append(before);
                write((Json) element, into);
                before = ",";
            }
            into.append(list.isEmpty() ? "[]" : "]");
        } else if (json.value() instanceof String text) {
            text(text, into);
        } else {
            into.append(json.value() instanceof BigDecimal number ? number.toString() : String.valueOf(json.value()));
        }
    }

    private static void text(String text, StringBuilder into) {
        into.append('"');
        text.chars().forEach(c -> {
            if (c == '"' || c == '\\' || c < ' ') {
                into.append(String.format("\\u%04x", c));
            } else {
                into.append((char) c);
            }
        });
        into.append('"');
    }
}
