// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.parse.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.rules.model.Nesting;
import io.agentprofiler.rules.model.Role;
import io.agentprofiler.rules.model.Shape;
import io.agentprofiler.rules.parse.RuleParser;
import io.agentprofiler.shared.schema.TraceFormat;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The schema that editors use and the parser know the same keys and words. */
class SchemaAgreementTest {
    private final JsonNode schema = schema();

    @Test
    void shouldAgreeOnTheKeysOfARule() {
        List<String> keys = new ArrayList<>(RoleKeys.known());
        keys.add("comment");

        assertThat(schema.at("/$defs/rule/properties").propertyNames()).containsExactlyInAnyOrderElementsOf(keys);
    }

    @Test
    void shouldAgreeOnTheKeysOfReactiveTypes() {
        assertThat(keys("/$defs/reactive")).containsExactlyElementsOf(ReactiveReader.KEYS);
        assertThat(keys("/$defs/reactive/properties/signals")).containsExactlyElementsOf(ReactiveReader.SIGNALS);
        assertThat(keys("/$defs/reactive/properties/context")).containsExactlyElementsOf(ReactiveReader.CONTEXT);
    }

    private List<String> keys(String of) {
        return schema.at(of + "/properties").propertyNames().stream()
                .filter(key -> !key.equals("comment"))
                .toList();
    }

    @Test
    void shouldAgreeOnTheWords() {
        assertThat(words("role")).isEqualTo(lowerCase(Role.values()));
        assertThat(words("shape")).isEqualTo(lowerCase(Shape.values()));
        assertThat(words("nested")).isEqualTo(lowerCase(Nesting.values()));
        assertThat(schema.at("/properties/format/const").stringValue()).isEqualTo(RuleParser.FORMAT);
    }

    @Test
    void shouldAgreeOnTheFormsOfValues() {
        List<List<String>> forms = schema.at("/$defs/value/oneOf")
                .valueStream()
                .filter(form -> form.has("properties"))
                .map(form -> form.get("properties").propertyNames().stream()
                        .filter(key -> !key.equals("comment"))
                        .toList())
                .toList();

        assertThat(forms).containsExactlyElementsOf(ValueReader.forms());
    }

    private List<String> words(String key) {
        return schema.at("/$defs/rule/properties/" + key + "/enum")
                .valueStream()
                .map(JsonNode::stringValue)
                .toList();
    }

    private static List<String> lowerCase(Enum<?>[] constants) {
        return Arrays.stream(constants)
                .map(constant -> constant.name().toLowerCase(Locale.ROOT))
                .toList();
    }

    private static JsonNode schema() {
        try (InputStream in = TraceFormat.class.getResourceAsStream("rule-file.schema.json")) {
            return JsonMapper.shared().readTree(in);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
