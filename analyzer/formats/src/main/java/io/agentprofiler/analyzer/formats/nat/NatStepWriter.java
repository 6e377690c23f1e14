// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.nat;

import io.agentprofiler.analyzer.formats.nat.NatStep.Function;
import io.agentprofiler.analyzer.formats.nat.NatStep.NatUsage;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.core.JsonGenerator;

/** Writes steps as NAT does: every field of its model, {@code null} where nothing is known. */
public final class NatStepWriter {
    private static final List<String> DATA = List.of("input", "output", "chunk", "payload");
    private static final Set<String> KNOWN = Set.of("tags", "metadata");

    private NatStepWriter() {}

    /** Writes the steps of a request as an array. */
    public static void write(JsonGenerator json, String name, NatRequest request) {
        json.writeArrayPropertyStart(name);
        request.steps().forEach(step -> write(json, step));
        json.writeEndArray();
    }

    private static void write(JsonGenerator json, NatStep step) {
        json.writeStartObject();
        json.writeStringProperty("parent_id", step.parentId() == null ? NatStep.ROOT : step.parentId());
        Function function = step.function();
        json.writeObjectPropertyStart("function_ancestry");
        json.writeStringProperty("function_id", function.id());
        json.writeStringProperty("function_name", function.name());
        json.writeStringProperty("parent_id", function.parentId());
        json.writeStringProperty("parent_name", function.parentName());
        json.writeEndObject();
        json.writeObjectPropertyStart("payload");
        payload(json, step);
        json.writeEndObject();
        json.writeEndObject();
    }

    private static void payload(JsonGenerator json, NatStep step) {
        json.writeStringProperty("event_type", step.eventType());
        field(json, "event_timestamp", step.time().timestamp());
        field(
                json,
                "span_event_timestamp",
                Double.isNaN(step.time().spanTimestamp()) ? null : step.time().spanTimestamp());
        json.writeStringProperty("framework", step.subject().framework());
        json.writeStringProperty("name", step.subject().name());
        field(json, "tags", step.extras().get("tags"));
        field(json, "metadata", step.extras().get("metadata"));
        field(json, "data", step.data() == null ? null : data(step.data()));
        json.writeName("usage_info");
        usage(json, step.usage());
        json.writeStringProperty("UUID", step.subject().uuid());
        step.extras().forEach((name, extra) -> {
            if (!KNOWN.contains(name)) {
                field(json, name, extra);
            }
        });
    }

    /** Returns the fields of the model, known or not, before all others. */
    private static Map<String, Object> data(Map<String, Object> data) {
        Map<String, Object> fields = new LinkedHashMap<>();
        DATA.forEach(name -> fields.put(name, data.get(name)));
        fields.putAll(data);
        return fields;
    }

    private static void field(JsonGenerator json, String name, Object value) {
        json.writeName(name);
        value(json, value);
    }

    private static void usage(JsonGenerator json, NatUsage usage) {
        if (usage == null) {
            json.writeNull();
            return;
        }
        json.writeStartObject();
        json.writeObjectPropertyStart("token_usage");
        json.writeNumberProperty("prompt_tokens", usage.prompt());
        json.writeNumberProperty("completion_tokens", usage.completion());
        json.writeNumberProperty("cached_tokens", usage.cached());
        json.writeNumberProperty("reasoning_tokens", usage.reasoning());
        json.writeNumberProperty("total_tokens", usage.total());
        json.writeEndObject();
        json.writeNumberProperty("num_llm_calls", usage.calls());
        json.writeNumberProperty("seconds_between_calls", usage.secondsBetween());
        json.writeEndObject();
    }

    /** Writes any JSON value. */
    public static void value(JsonGenerator json, Object value) {
        if (value == null) {
            json.writeNull();
        } else if (value instanceof String text) {
            json.writeString(text);
        } else if (value instanceof Boolean truth) {
            json.writeBoolean(truth);
        } else if (value instanceof Double number) {
            json.writeNumber(PythonText.of(number));
        } else if (value instanceof BigInteger number) {
            json.writeNumber(number);
        } else if (value instanceof BigDecimal number) {
            json.writeNumber(number);
        } else if (value instanceof Number number) {
            json.writeNumber(number.longValue());
        } else if (value instanceof Map<?, ?> object) {
            json.writeStartObject();
            object.forEach((name, member) -> field(json, String.valueOf(name), member));
            json.writeEndObject();
        } else if (value instanceof List<?> array) {
            json.writeStartArray();
            array.forEach(member -> value(json, member));
            json.writeEndArray();
        } else {
            json.writeString(value.toString());
        }
    }
}
