// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.export.stack;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.testing.Json;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Checks JSON by a schema, as far as draft 7 is used by speedscope's; a word that is not known here fails the test. */
final class SchemaCheck {
    private static final Set<String> NO_RULE = Set.of("$schema", "$ref", "title", "definitions");

    private final Json schema;

    SchemaCheck(Path schema) {
        this.schema = Json.read(schema);
    }

    void assertValid(Json value) {
        assertThat(problem(schema, value, "")).isEmpty();
    }

    /** Returns what is wrong, empty where nothing is. */
    private String problem(Json rules, Json value, String at) {
        if (rules.has("$ref")) {
            Json meant = schema;
            for (String step : rules.get("$ref").text().substring(2).split("/")) {
                meant = meant.get(step);
            }
            return problem(meant, value, at);
        }
        for (Map.Entry<?, ?> rule : ((Map<?, ?>) rules.value()).entrySet()) {
            String problem = problem((String) rule.getKey(), (Json) rule.getValue(), value, at);
            if (!problem.isEmpty()) {
                return problem;
            }
        }
        return "";
    }

    private String problem(String word, Json rule, Json value, String at) {
        return switch (word) {
            case "type" -> isOf(rule.text(), value) ? "" : at + " is no " + rule.text();
            case "const" -> rule.equals(value) ? "" : at + " is not " + rule.text();
            case "enum" -> rule.items().contains(value) ? "" : at + " is none of " + rule.items();
            case "required" -> {
                String missing = "";
                for (Json name : rule.items()) {
                    missing += value.has(name.text()) ? "" : at + " has no " + name.text();
                }
                yield missing;
            }
            case "properties" -> {
                String problems = "";
                for (Object name : ((Map<?, ?>) rule.value()).keySet()) {
                    problems += value.has((String) name)
                            ? problem(rule.get((String) name), value.get((String) name), at + "/" + name)
                            : "";
                }
                yield problems;
            }
            case "items" -> {
                String problems = "";
                for (int i = 0; i < value.items().size() && problems.isEmpty(); i++) {
                    problems = problem(rule, value.items().get(i), at + "/" + i);
                }
                yield problems;
            }
            case "anyOf" ->
                rule.items().stream().anyMatch(one -> problem(one, value, at).isEmpty()) ? "" : at + " fits nothing";
            default -> {
                assertThat(NO_RULE).contains(word);
                yield "";
            }
        };
    }

    private static boolean isOf(String type, Json value) {
        return switch (type) {
            case "object" -> value.value() instanceof Map<?, ?>;
            case "array" -> value.value() instanceof List<?>;
            case "string" -> value.value() instanceof String;
            case "number" -> value.value() instanceof BigDecimal;
            default -> throw new AssertionError(type);
        };
    }
}
