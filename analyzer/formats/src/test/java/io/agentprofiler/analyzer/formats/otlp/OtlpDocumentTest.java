// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.otlp;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.read.text.JsonFileException;
import io.agentprofiler.analyzer.read.text.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** {@code docs/formats/otlp.md} has the tables that are made of {@code attribute-maps.json} here: after a change, copy them from the failure. */
class OtlpDocumentTest {
    private static final Path MAPS =
            Path.of("src/main/resources/io/agentprofiler/analyzer/formats/otlp/attribute-maps.json");
    private static final Path DOCUMENT = Path.of("../../docs/formats/otlp.md");

    @Test
    void shouldListEveryAttributeThatIsRead() throws IOException, JsonFileException {
        JsonNode maps = JsonNode.read(MAPS);
        StringBuilder expected = new StringBuilder();
        for (JsonNode convention : maps.require("conventions").items()) {
            expected.append("#### ").append(convention.require("title").text()).append("\n\n");
            expected.append("Versions: ")
                    .append(convention.require("versions").text())
                    .append(".\n\n");
            expected.append("| becomes | of |\n|---|---|\n");
            rows(convention).forEach(row -> expected.append(row).append('\n'));
            expected.append('\n');
        }

        assertThat(Files.readString(DOCUMENT)).contains(expected.toString().strip());
    }

    private static List<String> rows(JsonNode convention) throws JsonFileException {
        List<String> rows = new ArrayList<>();
        for (JsonNode kind : items(convention, "kinds")) {
            String unless = kind.get("unless") == null
                    ? ""
                    : ", unless "
                            + kind.get("unless").fields().entrySet().stream()
                                    .map(one -> code(one.getKey()) + " is " + codes(texts(one.getValue())))
                                    .collect(Collectors.joining(", "));
            String server = kind.get("unless_span") == null ? "" : ", unless the span serves a request";
            String values = kind.get("any") != null
                    ? "any value: " + kind.get("any").text()
                    : kind.get("values").fields().entrySet().stream()
                            .collect(Collectors.groupingBy(
                                    one -> text(one.getValue()),
                                    java.util.LinkedHashMap::new,
                                    Collectors.mapping(Map.Entry::getKey, Collectors.toList())))
                            .entrySet()
                            .stream()
                            .map(one -> codes(one.getValue()) + " → " + one.getKey())
                            .collect(Collectors.joining("; "));
            rows.add("| kind | " + code(kind.get("attribute").text()) + ": " + values + unless + server + " |");
        }
        for (JsonNode json : items(convention, "json")) {
            List<String> parts = new ArrayList<>();
            if (json.get("fields") != null) {
                json.get("fields").fields().forEach((field, ours) -> parts.add(code(field) + " → " + code(text(ours))));
            }
            if (json.get("sums") != null) {
                json.get("sums")
                        .fields()
                        .forEach((field, ours) -> parts.add(
                                "sum of " + code(field) + " and " + code(field + "_…") + " → " + code(text(ours))));
            }
            rows.add("| by field | JSON in " + code(json.get("from").text()) + ": " + String.join(", ", parts) + " |");
        }
        if (convention.get("attributes") != null) {
            for (Map.Entry<String, JsonNode> one :
                    convention.get("attributes").fields().entrySet()) {
                rows.add(
                        "| " + code(one.getKey()) + " | " + codes(one.getValue().texts()) + " |");
            }
        }
        if (convention.get("named") != null) {
            rows.add("| name of the tool, agent, workflow or function | "
                    + code(convention.get("named").text()) + " |");
        }
        for (JsonNode list : items(convention, "lists")) {
            String from = code(list.get("from").text() + ".N"
                    + (list.get("field") == null ? "" : "." + list.get("field").text()));
            rows.add(
                    list.get("to") == null
                            ? "| " + code(list.get("count").text()) + " | how many " + from + " |"
                            : "| " + code(list.get("to").text()) + " | " + from + " |");
        }
        for (JsonNode message : items(convention, "messages")) {
            boolean json = message.get("form").text().equals("json");
            rows.add("| " + message.get("to").text() + " | " + (json ? "JSON in " : "")
                    + code(message.get("from").text() + (json ? "" : ".N.…")) + " |");
        }
        for (JsonNode event : items(convention, "events")) {
            String name = "event " + code(event.get("name").text());
            if (event.get("chunk") != null) {
                rows.add("| " + (event.get("chunk").text().equals("each") ? "a chunk" : "the first chunk") + " | "
                        + name + " |");
            }
            for (String side : List.of("prompt", "answer")) {
                if (event.get(side) != null) {
                    rows.add("| " + side + " | " + codes(event.get(side).texts()) + " of the " + name + " |");
                }
            }
        }
        plain(rows, convention, "first_chunk_at", "the first chunk, a time");
        plain(rows, convention, "first_chunk_after_ms", "the first chunk, milliseconds from the start");
        if (convention.get("failed") != null) {
            convention
                    .get("failed")
                    .fields()
                    .forEach((name, values) ->
                            rows.add("| failure | " + code(name) + " is " + codes(texts(values)) + " |"));
        }
        if (convention.get("running_totals") != null) {
            convention
                    .get("running_totals")
                    .fields()
                    .forEach((name, values) -> rows.add("| calls within tell what they and those before them used | "
                            + code(name) + " is " + codes(texts(values)) + " |"));
        }
        plain(rows, convention, "input", "what was given");
        plain(rows, convention, "output", "what was answered");
        return rows;
    }

    private static void plain(List<String> rows, JsonNode convention, String field, String what)
            throws JsonFileException {
        if (convention.get(field) != null) {
            rows.add("| " + what + " | " + codes(convention.get(field).texts()) + " |");
        }
    }

    private static List<JsonNode> items(JsonNode object, String field) throws JsonFileException {
        return object.get(field) == null ? List.of() : object.get(field).items();
    }

    private static String text(JsonNode node) {
        try {
            return node.text();
        } catch (JsonFileException e) {
            throw new AssertionError(e);
        }
    }

    private static List<String> texts(JsonNode node) {
        try {
            return node.texts();
        } catch (JsonFileException e) {
            throw new AssertionError(e);
        }
    }

    private static String codes(List<String> words) {
        return words.stream().map(OtlpDocumentTest::code).collect(Collectors.joining(" "));
    }

    private static String code(String word) {
        return '`' + word + '`';
    }
}
