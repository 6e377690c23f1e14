// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay.answer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GeneratedJsonTest {
    private static Map<String, Object> object(Object... namesAndSchemas) {
        Map<String, Object> properties = new LinkedHashMap<>();
        for (int i = 0; i < namesAndSchemas.length; i += 2) {
            properties.put((String) namesAndSchemas[i], namesAndSchemas[i + 1]);
        }
        return Map.of("type", "object", "properties", properties);
    }

    @Test
    void shouldReachALengthByItsTexts() {
        Map<String, Object> schema = object("order", Map.of("type", "string"), "count", Map.of("type", "integer"));

        String json = GeneratedJson.of(schema, 60, "[replay 1.2]");

        assertThat(json)
                .hasSize(60)
                .startsWith("{\"order\":\"[replay 1.2] this")
                .endsWith("\",\"count\":1}");
    }

    @Test
    void shouldDivideALengthAmongTexts() {
        Map<String, Object> schema = object("a", Map.of("type", "string"), "b", Map.of("type", "string"));

        assertThat(GeneratedJson.of(schema, 22, "x"))
                .isEqualTo("{\"a\":\"x th\",\"b\":\"x t\"}")
                .hasSize(22);
    }

    @Test
    void shouldKeepToTheSchemaWhereThatIsLonger() {
        Map<String, Object> schema = object(
                "unit", Map.of("enum", List.of("celsius", "kelvin")),
                "day", Map.of("type", "string", "format", "date"),
                "places", Map.of("type", "array", "items", Map.of("$ref", "#/$defs/place")),
                "sure", Map.of("type", List.of("null", "boolean")));
        Map<String, Object> root = new LinkedHashMap<>(schema);
        root.put("$defs", Map.of("place", object("name", Map.of("type", "string"))));

        assertThat(GeneratedJson.of(root, 10, "x"))
                .isEqualTo("{\"unit\":\"celsius\",\"day\":\"2000-01-01\",\"places\":[{\"name\":\"\"}],\"sure\":true}");
    }

    @Test
    void shouldLeaveOutWhatIsNotRequired() {
        Map<String, Object> schema =
                new LinkedHashMap<>(object("a", Map.of("type", "number"), "b", Map.of("type", "string")));
        schema.put("required", List.of("a"));

        assertThat(GeneratedJson.of(schema, -1, "x")).isEqualTo("{\"a\":1}");
        assertThat(GeneratedJson.of(null, 100, "x")).isEqualTo("{}");
    }

    @Test
    void shouldEndWhereASchemaHoldsItself() {
        Map<String, Object> root = new LinkedHashMap<>(object("next", Map.of("$ref", "#")));

        assertThat(GeneratedJson.of(root, -1, "x"))
                .startsWith("{\"next\":{\"next\":")
                .hasSizeLessThan(1000);
    }
}
