// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay.answer;

import io.agentprofiler.analyzer.lab.replay.answer.Answers.GeneratedText;
import io.agentprofiler.analyzer.view.json.JsonLine;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * JSON that follows a schema and is, where the schema lets it, of a given length: the texts in it make up for what is missing.
 *
 * <p><b>Threading:</b> one thread.
 */
final class GeneratedJson {
    private static final int DEEPEST = 12;
    private static final int USUAL_CHARS = 6;
    private static final String DATE = "2000-01-01";

    private final Map<?, ?> root;
    private final String label;
    private long[] lengths = new long[0];
    private int texts;

    private GeneratedJson(Map<?, ?> root, String label) {
        this.root = root;
        this.label = label;
    }

    /**
     * Returns a JSON value as text.
     *
     * @param schema a JSON schema; anything else stands for an object without properties
     * @param chars the length to reach; -1 for a short one
     * @param label stands at the beginning of texts that have room for it
     */
    static String of(Object schema, long chars, String label) {
        Map<?, ?> root = schema instanceof Map<?, ?> map ? map : Map.of("type", "object");
        GeneratedJson generated = new GeneratedJson(root, label);
        long bare = JsonLine.of(generated.value(root, 0)).length();
        int count = generated.texts;
        if (count == 0) {
            return JsonLine.of(generated.value(root, 0));
        }
        long missing = chars < 0 ? (long) count * USUAL_CHARS : Math.max(0, chars - bare);
        generated.lengths = new long[count];
        for (int i = 0; i < count; i++) {
            generated.lengths[i] = missing / count + (i < missing % count ? 1 : 0);
        }
        generated.texts = 0;
        return JsonLine.of(generated.value(root, 0));
    }

    private Object value(Map<?, ?> schema, int depth) {
        Map<?, ?> own = resolved(schema, depth);
        if (own.containsKey("const")) {
            return own.get("const");
        }
        if (own.get("enum") instanceof List<?> values && !values.isEmpty()) {
            return values.get(0);
        }
        return switch (type(own)) {
            case "object" -> object(own, depth);
            case "array" -> array(own, depth);
            case "integer" -> own.get("minimum") instanceof Long least ? least : 1L;
            case "number" -> own.get("minimum") instanceof Number least ? (Object) least.doubleValue() : 1L;
            case "boolean" -> Boolean.TRUE;
            case "null" -> null;
            default -> text(own);
        };
    }

    private Map<?, ?> resolved(Map<?, ?> schema, int depth) {
        Map<?, ?> own = schema;
        for (int i = depth; i < DEEPEST; i++) {
            Map<?, ?> next = next(own);
            if (next == null) {
                return own;
            }
            own = next;
        }
        return Map.of("type", "null");
    }

    /** Follows a reference, or takes the first of several schemas that is no {@code null}. */
    private Map<?, ?> next(Map<?, ?> schema) {
        if (schema.get("$ref") instanceof String reference) {
            Object at = root;
            for (String step : reference.replaceFirst("^#/?", "").split("/", -1)) {
                at = step.isEmpty() || !(at instanceof Map<?, ?> map) ? at : map.get(step);
            }
            return at instanceof Map<?, ?> found && found != schema ? found : Map.of("type", "null");
        }
        for (String several : List.of("anyOf", "oneOf", "allOf")) {
            if (schema.get(several) instanceof List<?> list) {
                for (Object one : list) {
                    if (one instanceof Map<?, ?> map && !"null".equals(map.get("type"))) {
                        return map;
                    }
                }
            }
        }
        return null;
    }

    private static String type(Map<?, ?> schema) {
        Object type = schema.get("type");
        if (type instanceof List<?> several) {
            type = several.isEmpty()
                    ? "null"
                    : several.get("null".equals(several.get(0)) && several.size() > 1 ? 1 : 0);
        }
        if (type instanceof String word) {
            return word;
        }
        return schema.get("properties") instanceof Map
                ? "object"
                : schema.get("items") instanceof Map ? "array" : "string";
    }

    private Map<String, Object> object(Map<?, ?> schema, int depth) {
        Map<String, Object> object = new LinkedHashMap<>();
        if (schema.get("properties") instanceof Map<?, ?> properties && depth < DEEPEST) {
            List<?> required = schema.get("required") instanceof List<?> list ? list : List.copyOf(properties.keySet());
            properties.forEach((name, property) -> {
                if (required.contains(name) && property instanceof Map<?, ?> own) {
                    object.put(String.valueOf(name), value(own, depth + 1));
                }
            });
        }
        return object;
    }

    private List<Object> array(Map<?, ?> schema, int depth) {
        List<Object> array = new ArrayList<>();
        if (schema.get("items") instanceof Map<?, ?> items && depth < DEEPEST) {
            array.add(value(items, depth + 1));
        }
        return array;
    }

    private String text(Map<?, ?> schema) {
        if (schema.get("format") instanceof String format) {
            switch (format) {
                case "date":
                    return DATE;
                case "date-time":
                    return DATE + "T00:00:00Z";
                case "time":
                    return "00:00:00Z";
                case "uuid":
                    return "00000000-0000-0000-0000-000000000000";
                default:
                    break;
            }
        }
        int place = texts++;
        return place < lengths.length ? GeneratedText.of(lengths[place], label) : "";
    }
}
