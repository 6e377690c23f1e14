// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.otlp.map;

import io.agentprofiler.analyzer.read.text.JsonFileException;
import io.agentprofiler.analyzer.read.text.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What producers call the facts of a span: {@code attribute-maps.json}. Where several attributes say the same, the one that stands first
 * in the file counts.
 *
 * <p><b>Threading:</b> immutable.
 */
final class AttributeMaps {
    /** The maps. */
    static final AttributeMaps BUNDLED = bundled();

    private static final String FILE = "attribute-maps.json";

    /**
     * An attribute that is one of ours.
     *
     * @param rank the smaller one counts
     * @param attribute ours
     * @param convention whose it is; {@code null} of attributes that spans of every sort have
     */
    record Target(int rank, String attribute, String convention) {}

    /**
     * An attribute whose value tells the kind.
     *
     * @param values kinds by value
     * @param any the kind whatever the value, or {@code null}
     * @param unless other attributes with values that forbid it
     * @param unlessServer whether spans that serve a request are none
     */
    record KindRule(
            String convention,
            String attribute,
            Map<String, String> values,
            String any,
            Map<String, List<String>> unless,
            boolean unlessServer) {}

    /**
     * An attribute that holds JSON.
     *
     * @param fields ours by field
     * @param sums ours by the beginning of the names of fields that are added up
     */
    record JsonRule(String convention, int rank, Map<String, String> fields, Map<String, String> sums) {}

    /**
     * Attributes with numbers in their names that make a list.
     *
     * @param field the part of an element that counts, or {@code null} for all of it
     * @param to where it goes, or {@code null}
     * @param count where the number of elements goes, or {@code null}
     */
    record ListRule(String convention, String from, String field, String to, String count) {}

    /** Where prompts and answers are: in one attribute ({@code json}), or in those whose names begin so. */
    record MessageRule(String convention, String from, boolean json, boolean prompt) {}

    /**
     * What an event tells.
     *
     * @param role who speaks, or {@code null}
     * @param prompt attributes that hold a part of the prompt
     * @param answer attributes that hold a part of the answer
     * @param chunk {@code each}, {@code first} or {@code null}
     */
    record EventRule(
            String convention, String name, String role, List<String> prompt, List<String> answer, String chunk) {}

    final List<KindRule> kinds = new ArrayList<>();
    final List<KindRule> derived = new ArrayList<>();
    final Map<String, List<Target>> targets = new HashMap<>();
    final Map<String, JsonRule> json = new HashMap<>();
    final List<ListRule> lists = new ArrayList<>();
    final List<MessageRule> messages = new ArrayList<>();
    final Map<String, EventRule> events = new HashMap<>();
    final Map<String, String> named = new HashMap<>();
    final Set<String> input = new LinkedHashSet<>();
    final Set<String> output = new LinkedHashSet<>();
    final Set<String> firstChunkAt = new LinkedHashSet<>();
    final Set<String> firstChunkAfterMillis = new LinkedHashSet<>();
    final Map<String, List<String>> failed = new HashMap<>();
    /** Attributes with values of spans within which each model call tells what it and those before it used. */
    final Map<String, List<String>> runningTotals = new HashMap<>();

    final Set<String> httpMarks = new LinkedHashSet<>();
    final Map<String, Map<String, String>> words = new HashMap<>();
    final Set<String> absent = new LinkedHashSet<>();
    final List<String> cancelled;
    /** Beginnings of the names of attributes that are parts of lists and messages. */
    final Set<String> prefixes = new LinkedHashSet<>();
    /** The convention of attributes that hold what was given and answered. */
    final Map<String, String> payloads = new HashMap<>();

    private int rank;

    private AttributeMaps(JsonNode file) throws JsonFileException {
        for (JsonNode convention : file.require("conventions").items()) {
            add(convention);
        }
        targets(file.get("general"), null);
        targets(file.require("http").get("attributes"), null);
        httpMarks.addAll(file.require("http").require("marks").texts());
        for (JsonNode one : file.require("derived").items()) {
            derived.add(new KindRule(null, text(one, "attribute"), Map.of(), text(one, "kind"), Map.of(), false));
        }
        for (Map.Entry<String, JsonNode> one : file.require("words").fields().entrySet()) {
            words.put(one.getKey(), texts(one.getValue()));
        }
        absent.addAll(file.require("absent").texts());
        cancelled = List.copyOf(file.require("cancelled").texts());
    }

    private static AttributeMaps bundled() {
        try (InputStream stream =
                AttributeMaps.class.getResourceAsStream("/io/agentprofiler/analyzer/formats/otlp/" + FILE)) {
            return new AttributeMaps(JsonNode.read(FILE, stream));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (JsonFileException e) {
            throw new IllegalStateException(e);
        }
    }

    private void add(JsonNode convention) throws JsonFileException {
        String id = text(convention, "id");
        for (JsonNode one : items(convention, "kinds")) {
            Map<String, List<String>> unless = new LinkedHashMap<>();
            if (one.get("unless") != null) {
                for (Map.Entry<String, JsonNode> other :
                        one.get("unless").fields().entrySet()) {
                    unless.put(other.getKey(), other.getValue().texts());
                }
            }
            kinds.add(new KindRule(
                    id,
                    text(one, "attribute"),
                    one.get("values") == null ? Map.of() : texts(one.get("values")),
                    text(one, "any"),
                    unless,
                    one.get("unless_span") != null));
        }
        for (JsonNode one : items(convention, "json")) {
            json.put(
                    text(one, "from"),
                    new JsonRule(
                            id,
                            rank++,
                            one.get("fields") == null ? Map.of() : texts(one.get("fields")),
                            one.get("sums") == null ? Map.of() : texts(one.get("sums"))));
        }
        // what was asked for stands in parameters; an attribute beside them may hold what answered
        targets(convention.get("attributes"), id);
        for (JsonNode one : items(convention, "lists")) {
            lists.add(new ListRule(id, text(one, "from"), text(one, "field"), text(one, "to"), text(one, "count")));
            prefixes.add(text(one, "from") + '.');
        }
        for (JsonNode one : items(convention, "messages")) {
            boolean isJson = "json".equals(text(one, "form"));
            messages.add(new MessageRule(id, text(one, "from"), isJson, "prompt".equals(text(one, "to"))));
            if (isJson) {
                payloads.put(text(one, "from"), id);
            } else {
                prefixes.add(text(one, "from") + '.');
            }
        }
        for (JsonNode one : items(convention, "events")) {
            events.put(
                    text(one, "name"),
                    new EventRule(
                            id,
                            text(one, "name"),
                            text(one, "role"),
                            list(one, "prompt"),
                            list(one, "answer"),
                            text(one, "chunk")));
        }
        if (text(convention, "named") != null) {
            named.put(text(convention, "named"), id);
        }
        for (String one : list(convention, "input")) {
            input.add(one);
            payloads.put(one, id);
        }
        for (String one : list(convention, "output")) {
            output.add(one);
            payloads.put(one, id);
        }
        firstChunkAt.addAll(list(convention, "first_chunk_at"));
        firstChunkAfterMillis.addAll(list(convention, "first_chunk_after_ms"));
        lists(convention.get("failed"), failed);
        lists(convention.get("running_totals"), runningTotals);
    }

    private static void lists(JsonNode from, Map<String, List<String>> into) throws JsonFileException {
        if (from != null) {
            for (Map.Entry<String, JsonNode> one : from.fields().entrySet()) {
                into.put(one.getKey(), one.getValue().texts());
            }
        }
    }

    private void targets(JsonNode attributes, String convention) throws JsonFileException {
        if (attributes == null) {
            return;
        }
        for (Map.Entry<String, JsonNode> one : attributes.fields().entrySet()) {
            for (String from : one.getValue().texts()) {
                targets.computeIfAbsent(from, any -> new ArrayList<>(1))
                        .add(new Target(rank++, one.getKey(), convention));
            }
        }
    }

    private static String text(JsonNode object, String field) throws JsonFileException {
        return object.get(field) == null ? null : object.get(field).text();
    }

    private static List<String> list(JsonNode object, String field) throws JsonFileException {
        return object.get(field) == null ? List.of() : object.get(field).texts();
    }

    private static List<JsonNode> items(JsonNode object, String field) throws JsonFileException {
        return object.get(field) == null ? List.of() : object.get(field).items();
    }

    private static Map<String, String> texts(JsonNode object) throws JsonFileException {
        Map<String, String> texts = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> one : object.fields().entrySet()) {
            texts.put(one.getKey(), one.getValue().text());
        }
        return texts;
    }
}
