// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.shared.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.rules.parse.RuleFiles;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class RuleFileSchemaTest {
    private final JsonSchema schema = JsonSchema.named("rule-file.schema.json");

    @Test
    void shouldTakeTheBundledFiles() throws IOException {
        for (String name : RuleFiles.bundled()) {
            try (InputStream in = RuleFiles.class.getResourceAsStream("/rules/" + name + ".json")) {
                String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
                assertThat(schema.problems(text)).isEmpty();
            }
        }
    }

    @Test
    void shouldTakeTheTypesOfReactiveLibraries() throws IOException {
        try (InputStream in = RuleFiles.class.getResourceAsStream("/rules/types/reactive.json")) {
            assertThat(schema.problems(new String(in.readAllBytes(), StandardCharsets.UTF_8)))
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'kind': 'lm'",
                "'shape': 'futur'",
                "'opertaion': 'x'",
                "'start': {'a b': 'arg0'}",
                "'start': {'a': 5}",
                "'start': {'a': {'const': 1, 'text': 'x'}}",
                "'start': {'a': {'each': 'arg0'}}",
                "'start': {'a': []}",
                "'match': {'class': 'A', 'prefix': 'B', 'method': 'm'}",
                "'snapshot': ['arg0']",
                "'unless': [{'path': 'arg0'}]",
                "'chunk': {'type': 'word'}",
            })
    void shouldUnderlineWhatTheParserRefuses(String keys) {
        String match = keys.contains("match") ? "" : ", 'match': {'class': 'A', 'method': 'm'}";
        String file = "{'format': 'agent-profiler-rules/1', 'rules': [{'id': 'r', " + keys + match + "}]}";

        assertThat(schema.problems(file.replace('\'', '"'))).isNotEmpty();
    }

    @Test
    void shouldKnowTheKindsOfSpans() {
        assertThat(schema.at("/$defs/rule/properties/kind/enum").valueStream().map(JsonNode::stringValue))
                .containsExactlyElementsOf(
                        Arrays.stream(SpanKind.values()).map(SpanKind::word).toList());
    }
}
