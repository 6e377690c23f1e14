// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.otlp.map;

import io.agentprofiler.analyzer.formats.otlp.map.AttributeMaps.JsonRule;
import io.agentprofiler.analyzer.formats.otlp.map.AttributeMaps.KindRule;
import io.agentprofiler.analyzer.formats.otlp.map.AttributeMaps.Target;
import io.agentprofiler.analyzer.formats.otlp.wire.OtlpSpan;
import io.agentprofiler.shared.schema.Attributes;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a span's attributes say, by the names of ours.
 *
 * <p><b>Threading:</b> one thread.
 */
final class Facts {
    /** A kind that depends on where the span is: at the top of its trace it is the workflow. */
    private static final String STEP = "step";

    private final AttributeMaps maps;
    private final OtlpSpan span;
    private final Map<String, Object> values = new LinkedHashMap<>();
    private final Map<String, Integer> ranks = new LinkedHashMap<>();
    private final Map<String, Object> unknown = new LinkedHashMap<>();
    private final Map<String, String> wrong = new TreeMap<>();
    private SpanKind kind;
    private String convention;

    private Facts(AttributeMaps maps, OtlpSpan span) {
        this.maps = maps;
        this.span = span;
    }

    /** Reads a span's attributes. */
    static Facts of(AttributeMaps maps, OtlpSpan span) {
        Facts facts = new Facts(maps, span);
        facts.read();
        return facts;
    }

    private void read() {
        kind = kind(maps.kinds);
        span.attributes().forEach(this::take);
        if (kind == null && maps.httpMarks.stream().anyMatch(span.attributes()::containsKey)) {
            kind = span.kind() == OtlpSpan.CLIENT ? SpanKind.HTTP : SpanKind.FUNCTION;
        }
        if (kind == null) {
            kind = kind(maps.derived);
        }
        if (kind == null) {
            kind = SpanKind.FUNCTION;
        }
        maps.named.forEach((attribute, from) -> {
            String name = span.text(attribute);
            if (name != null && !name.isEmpty()) {
                convention = convention == null ? from : convention;
                values.putIfAbsent(
                        switch (kind) {
                            case TOOL -> Attributes.TOOL_NAME;
                            case AGENT -> Attributes.AGENT_NAME;
                            case WORKFLOW -> "gen_ai.workflow.name";
                            default -> "agentprofiler.function.name";
                        },
                        name);
            }
        });
    }

    private SpanKind kind(List<KindRule> rules) {
        for (KindRule rule : rules) {
            Object value = span.attributes().get(rule.attribute());
            if (value != null && !(rule.unlessServer() && span.kind() == OtlpSpan.SERVER) && !isForbidden(rule)) {
                String word = rule.any();
                if (word == null) {
                    word = JsonText.parsed(value) instanceof String text
                            ? rule.values().get(text)
                            : null;
                }
                if (word != null) {
                    convention = rule.convention() == null ? convention : rule.convention();
                    return word.equals(STEP)
                            ? span.parent() == 0 ? SpanKind.WORKFLOW : SpanKind.FUNCTION
                            : SpanKind.ofWord(word);
                }
            }
        }
        return null;
    }

    private boolean isForbidden(KindRule rule) {
        return rule.unless().entrySet().stream()
                .anyMatch(other -> other.getValue()
                        .contains(String.valueOf(span.attributes().get(other.getKey()))));
    }

    private void take(String name, Object value) {
        List<Target> targets = maps.targets.get(name);
        JsonRule json = maps.json.get(name);
        if (targets != null) {
            for (Target target : targets) {
                put(target.rank(), target.attribute(), value, target.convention(), name);
            }
        } else if (json != null) {
            json(json, JsonText.parsed(value), name);
        } else if (maps.payloads.containsKey(name)) {
            note(maps.payloads.get(name));
        } else if (maps.prefixes.stream().noneMatch(name::startsWith)) {
            unknown.put(name, value);
        }
    }

    private void json(JsonRule rule, Object value, String name) {
        if (!(value instanceof Map<?, ?> object)) {
            return;
        }
        rule.fields()
                .forEach((field, attribute) ->
                        put(rule.rank(), attribute, object.get(field), rule.convention(), name + '/' + field));
        rule.sums().forEach((prefix, attribute) -> {
            long sum = 0;
            boolean any = false;
            for (Map.Entry<?, ?> field : object.entrySet()) {
                String key = field.getKey().toString();
                Number number = Values.number(field.getValue());
                if (number != null && (key.equals(prefix) || key.startsWith(prefix + '_'))) {
                    sum += number.longValue();
                    any = true;
                }
            }
            if (any) {
                put(rule.rank(), attribute, sum, rule.convention(), name);
            }
        });
    }

    private void put(int rank, String attribute, Object value, String from, String name) {
        if (value == null) {
            return;
        }
        note(from);
        Object typed = Values.of(attribute, value, maps);
        if (typed == null) {
            if (Values.isNumeric(attribute) && !maps.absent.contains(String.valueOf(value))) {
                wrong.put(name, Values.expected(attribute));
            }
            return;
        }
        Integer before = ranks.get(attribute);
        if (before == null || rank < before) {
            ranks.put(attribute, rank);
            values.put(attribute, typed);
        }
    }

    private void note(String from) {
        convention = convention == null ? from : convention;
    }

    SpanKind kind() {
        return kind;
    }

    /** Returns the convention that the span keeps to, {@code null} where it says nothing that we look for. */
    String convention() {
        return convention;
    }

    /** Returns what was found, by our names, to be changed. */
    Map<String, Object> values() {
        return values;
    }

    /** Returns the attributes that no map knows. */
    Map<String, Object> unknown() {
        return unknown;
    }

    /** Returns attributes that could not be used, and what was expected of them. */
    Map<String, String> wrong() {
        return wrong;
    }
}
