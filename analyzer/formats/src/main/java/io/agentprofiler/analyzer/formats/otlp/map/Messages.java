// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.otlp.map;

import io.agentprofiler.analyzer.read.text.ChatMessages;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Messages in the shapes of OpenTelemetry, OpenInference, Traceloop, OpenAI, Anthropic, Gemini and LangChain as messages of a role and
 * parts, the shape of our traces.
 *
 * <p><b>Threading:</b> stateless.
 */
public final class Messages {
    /** Objects that only wrap what they hold: OpenInference's flattened names make one of each step. */
    private static final List<String> WRAPPERS =
            List.of("message", "prompt", "completion", "message_content", "tool_call", "document");

    private static final List<String> LISTS = List.of("messages", "contents", "inputs", "input", "choices", "output");

    private Messages() {}

    /**
     * Returns the messages of a value.
     *
     * @param value one message, a list of them, an object that holds such a list, or a text; texts may be JSON
     * @param role who speaks where the value does not say
     */
    public static List<Map<String, Object>> of(Object value, String role) {
        List<Map<String, Object>> messages = new ArrayList<>();
        add(JsonText.parsed(value), role, messages, 0);
        return messages;
    }

    private static void add(Object value, String role, List<Map<String, Object>> into, int depth) {
        if (value instanceof List<?> list && depth < 4) {
            for (Object element : list) {
                add(element, role, into, depth + 1);
            }
        } else if (value instanceof Map<?, ?> object) {
            Object unwrapped = unwrapped(object);
            for (String name : LISTS) {
                if (unwrapped instanceof Map<?, ?> map
                        && map.get("role") == null
                        && map.get(name) instanceof List<?> list
                        && depth < 4) {
                    add(list, role, into, depth + 1);
                    return;
                }
            }
            message(unwrapped, role, into);
        } else {
            message(value, role, into);
        }
    }

    private static Object unwrapped(Map<?, ?> object) {
        for (String name : WRAPPERS) {
            Object inside = object.get(name);
            if (inside instanceof Map && object.get("role") == null && object.get("type") == null) {
                return inside;
            }
        }
        return object;
    }

    private static void message(Object value, String role, List<Map<String, Object>> into) {
        Map<?, ?> fields =
                value instanceof Map<?, ?> map ? langChain(map) : Map.of("content", value == null ? "" : value);
        List<Object> parts = new ArrayList<>();
        String speaker = fields.get("role") instanceof String own && !own.isEmpty() ? role(own) : role;
        Object callId = fields.get("tool_call_id") == null ? null : fields.get("tool_call_id");
        Object content = fields.get("content");
        if (callId != null || speaker.equals("tool") && fields.get("parts") == null) {
            if (content != null) {
                Object id = callId == null ? fields.get("id") : callId;
                parts.add(ChatMessages.toolResponse(id, JsonText.parsed(content)));
            }
        } else {
            parts(fields.get("parts"), parts);
            parts(content, parts);
            parts(fields.get("contents"), parts);
            parts(fields.get("text"), parts);
        }
        Object calls = JsonText.parsed(fields.get("tool_calls"));
        if (calls instanceof List<?> list) {
            list.forEach(call -> call(call, parts));
        }
        call(fields.get("function_call"), parts);
        if (!parts.isEmpty()) {
            into.add(ChatMessages.message(speaker, parts));
        }
    }

    /** LangChain serialises objects with their classes. */
    private static Map<?, ?> langChain(Map<?, ?> map) {
        Object inner = map.get("kwargs") instanceof Map ? map.get("kwargs") : map.get("data");
        if (!(inner instanceof Map<?, ?> fields)) {
            return map;
        }
        Object type = fields.get("type") == null ? map.get("type") : fields.get("type");
        Map<Object, Object> message = new LinkedHashMap<>(fields);
        message.putIfAbsent("role", type instanceof String ? type : null);
        return message;
    }

    private static String role(String word) {
        String role = word.toLowerCase(Locale.ROOT);
        return switch (role) {
            case "human" -> "user";
            case "ai", "model" -> "assistant";
            case "function" -> "tool";
            default -> role;
        };
    }

    private static void parts(Object value, List<Object> into) {
        Object content = JsonText.parsed(value);
        if (content instanceof List<?> list) {
            list.forEach(element -> part(element, into));
        } else {
            part(content, into);
        }
    }

    private static void part(Object value, List<Object> into) {
        if (value instanceof Map<?, ?> object) {
            Object unwrapped = unwrapped(object);
            if (unwrapped instanceof Map<?, ?> map) {
                part(map, into);
            }
        } else if (value != null && !"".equals(value)) {
            into.add(ChatMessages.text(value));
        }
    }

    private static void part(Map<?, ?> part, List<Object> into) {
        Object type = part.get("type");
        if (part.get("function_call") instanceof Map
                || "tool_use".equals(type)
                || part.get("function") instanceof Map) {
            call(part.get("function_call") instanceof Map ? part.get("function_call") : part, into);
        } else if (type == null || "text".equals(type) || "input_text".equals(type) || "output_text".equals(type)) {
            Object text = part.get("text") == null ? part.get("content") : part.get("text");
            if (text != null) {
                if (!"".equals(text)) {
                    into.add(ChatMessages.text(text));
                }
            } else if (!part.isEmpty()) {
                into.add(plain(part));
            }
        } else {
            into.add(plain(part));
        }
    }

    private static Map<String, Object> plain(Map<?, ?> part) {
        Map<String, Object> plain = new LinkedHashMap<>();
        part.forEach((name, value) -> plain.put(name.toString(), value));
        return plain;
    }

    private static void call(Object value, List<Object> into) {
        Object inner = value instanceof Map<?, ?> map ? unwrapped(map) : null;
        if (!(inner instanceof Map<?, ?> call)) {
            return;
        }
        Map<?, ?> function = call.get("function") instanceof Map<?, ?> map ? map : call;
        Object arguments = function.get("arguments") == null
                ? function.get("args") == null ? function.get("input") : function.get("args")
                : function.get("arguments");
        into.add(ChatMessages.toolCall(call.get("id"), function.get("name"), JsonText.parsed(arguments)));
    }
}
