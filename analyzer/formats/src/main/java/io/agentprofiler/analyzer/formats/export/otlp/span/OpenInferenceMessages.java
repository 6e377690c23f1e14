// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.export.otlp.span;

import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.shared.schema.Attributes;
import io.agentprofiler.shared.schema.ContentText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What was said, in OpenInference's shape: an attribute for each part of each message, with its number in its name. */
final class OpenInferenceMessages {
    private OpenInferenceMessages() {}

    static void add(Span span, SpanAttributes into) {
        int next = 0;
        Object instructions = span.attributes().get(Attributes.SYSTEM_INSTRUCTIONS);
        if (instructions != null) {
            String message = "llm.input_messages.0.message.";
            into.add(message + "role", "system");
            parts(message, instructions, into);
            next = 1;
        }
        messages("llm.input_messages.", next, span.attributes().get(Attributes.INPUT_MESSAGES), "user", into);
        messages("llm.output_messages.", 0, span.attributes().get(Attributes.OUTPUT_MESSAGES), "assistant", into);
        if (span.attributes().get(Attributes.TOOL_DEFINITIONS) instanceof List<?> tools) {
            for (int i = 0; i < tools.size(); i++) {
                Object tool = tools.get(i);
                into.add(
                        "llm.tools." + i + ".tool.json_schema",
                        tool instanceof String text ? text : ValueJson.of(tool));
            }
        }
    }

    private static void messages(String name, int first, Object messages, String otherwise, SpanAttributes into) {
        List<?> list = messages instanceof List<?> several ? several : messages == null ? List.of() : List.of(messages);
        int number = first;
        for (Object said : list) {
            String message = name + number++ + ".message.";
            if (said instanceof Map<?, ?> map) {
                into.add(message + "role", map.get("role") instanceof String role ? role : otherwise);
                parts(message, map.containsKey("parts") ? map.get("parts") : map.get("content"), into);
            } else {
                into.add(message + "role", otherwise);
                into.add(message + "content", ContentText.of(said));
            }
        }
    }

    private static void parts(String message, Object parts, SpanAttributes into) {
        if (!(parts instanceof List<?> list)) {
            into.add(message + "content", parts == null ? null : ContentText.of(parts));
            return;
        }
        List<String> texts = new ArrayList<>();
        int calls = 0;
        for (Object part : list) {
            if (part instanceof Map<?, ?> map && "tool_call".equals(map.get("type"))) {
                String call = message + "tool_calls." + calls++ + ".tool_call.";
                into.add(call + "id", map.get("id") instanceof String id ? id : null);
                into.add(call + "function.name", map.get("name") instanceof String tool ? tool : null);
                into.add(call + "function.arguments", text(map.get("arguments")));
            } else if (part instanceof Map<?, ?> map && "tool_call_response".equals(map.get("type"))) {
                into.add(message + "tool_call_id", map.get("id") instanceof String id ? id : null);
                Object response = map.containsKey("response") ? map.get("response") : map.get("result");
                texts.add(String.valueOf(text(response)));
            } else if (part instanceof Map<?, ?> map && map.get("content") instanceof String text) {
                texts.add(text);
            } else {
                texts.add(String.valueOf(text(part)));
            }
        }
        into.add(message + "content", texts.isEmpty() ? null : String.join("\n", texts));
    }

    private static String text(Object value) {
        return value == null || value instanceof String ? (String) value : ValueJson.of(value);
    }
}
