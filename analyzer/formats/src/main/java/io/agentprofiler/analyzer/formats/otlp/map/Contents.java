// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.otlp.map;

import io.agentprofiler.analyzer.formats.otlp.map.AttributeMaps.EventRule;
import io.agentprofiler.analyzer.formats.otlp.map.AttributeMaps.ListRule;
import io.agentprofiler.analyzer.formats.otlp.map.AttributeMaps.MessageRule;
import io.agentprofiler.analyzer.formats.otlp.wire.OtlpSpan;
import io.agentprofiler.analyzer.read.text.PromptBlocks;
import io.agentprofiler.shared.schema.Attributes;
import io.agentprofiler.shared.schema.Metadata;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What was said in a span: prompts, answers, arguments, results. Without content it is kept as lengths and hashes.
 *
 * <p><b>Threading:</b> one thread.
 */
final class Contents {
    private final AttributeMaps maps;
    private final OtlpSpan span;
    private final Map<String, Object> values;
    private final Map<String, Indexed> indexed = new HashMap<>();

    private Contents(AttributeMaps maps, OtlpSpan span, Map<String, Object> values) {
        this.maps = maps;
        this.span = span;
        this.values = values;
        for (Map.Entry<String, Object> attribute : span.attributes().entrySet()) {
            for (String prefix : maps.prefixes) {
                if (attribute.getKey().startsWith(prefix)) {
                    indexed.computeIfAbsent(prefix, any -> new Indexed())
                            .add(attribute.getKey().substring(prefix.length()), attribute.getValue());
                }
            }
        }
    }

    /** Adds what was said in a span to what is known of it. */
    static void add(AttributeMaps maps, OtlpSpan span, SpanKind kind, Map<String, Object> values) {
        Contents contents = new Contents(maps, span, values);
        contents.lists();
        if (kind == SpanKind.LLM) {
            contents.conversation();
        } else {
            contents.givenAndAnswered(kind);
        }
    }

    private void lists() {
        for (ListRule rule : maps.lists) {
            Indexed found = indexed.get(rule.from() + '.');
            if (found == null) {
                continue;
            }
            List<Object> elements = found.elements();
            if (rule.count() != null) {
                values.putIfAbsent(rule.count(), (long) elements.size());
            }
            if (rule.to() != null && !elements.isEmpty()) {
                values.putIfAbsent(
                        rule.to(),
                        elements.stream().map(one -> field(one, rule.field())).toList());
            }
        }
    }

    private static Object field(Object element, String field) {
        Object value = element;
        if (field != null) {
            for (String step : field.split("\\.")) {
                value = value instanceof Map<?, ?> map && map.get(step) != null ? map.get(step) : value;
            }
        }
        return JsonText.parsed(value);
    }

    private void conversation() {
        List<Map<String, Object>> prompt = messages(true);
        List<Map<String, Object>> answer = messages(false);
        if (prompt.isEmpty()) {
            prompt = Messages.of(first(maps.input), "user");
        }
        if (answer.isEmpty()) {
            answer = Messages.of(first(maps.output), "assistant");
        }
        if (!prompt.isEmpty()) {
            values.put(Attributes.INPUT_MESSAGES, prompt);
        }
        if (!answer.isEmpty()) {
            values.put(Attributes.OUTPUT_MESSAGES, answer);
        }
    }

    private List<Map<String, Object>> messages(boolean prompt) {
        String role = prompt ? "user" : "assistant";
        for (MessageRule rule : maps.messages) {
            if (rule.prompt() == prompt) {
                Indexed found = indexed.get(rule.from() + '.');
                Object value =
                        rule.json() ? span.attributes().get(rule.from()) : found == null ? null : found.elements();
                if (value != null) {
                    List<Map<String, Object>> messages = Messages.of(value, role);
                    if (!messages.isEmpty()) {
                        return messages;
                    }
                }
            }
        }
        List<Map<String, Object>> messages = new ArrayList<>();
        for (OtlpSpan.Event event : span.events()) {
            EventRule rule = maps.events.get(event.name());
            if (rule != null) {
                messages.addAll(said(event, rule, prompt, role));
            }
        }
        return messages;
    }

    private static List<Map<String, Object>> said(OtlpSpan.Event event, EventRule rule, boolean prompt, String role) {
        List<String> names = prompt ? rule.prompt() : rule.answer();
        for (String name : names) {
            Object value = event.attributes().get(name);
            if (value != null) {
                String speaker = rule.role() == null ? role : rule.role();
                boolean isCalls = name.equals("tool_calls");
                return Messages.of(isCalls ? Map.of("tool_calls", value) : value, speaker);
            }
        }
        return List.of();
    }

    private void givenAndAnswered(SpanKind kind) {
        Object input = JsonText.parsed(first(maps.input));
        Object output = JsonText.parsed(first(maps.output));
        boolean tool = kind == SpanKind.TOOL;
        if (input != null) {
            values.putIfAbsent(tool ? Attributes.TOOL_CALL_ARGUMENTS : Attributes.INPUT, input);
        }
        if (output != null) {
            values.putIfAbsent(tool ? Attributes.TOOL_CALL_RESULT : Attributes.OUTPUT, output);
        }
        for (MessageRule rule : maps.messages) {
            // an agent's span may hold its conversation, which its model calls hold, too
            Object value = rule.json() ? span.attributes().get(rule.from()) : null;
            if (value != null) {
                values.putIfAbsent(rule.prompt() ? Attributes.INPUT : Attributes.OUTPUT, JsonText.parsed(value));
            }
        }
    }

    private Object first(Set<String> names) {
        for (String name : names) {
            Object value = span.attributes().get(name);
            if (value != null && !"".equals(value)) {
                return value;
            }
        }
        return null;
    }

    /** Puts lengths and hashes beside what was said, and takes out what was said unless it is wanted. */
    static void hide(Map<String, Object> values, boolean wanted) {
        Map<String, Object> known = new LinkedHashMap<>();
        Object messages = values.get(Attributes.INPUT_MESSAGES);
        if (!wanted && messages instanceof List<?> list) {
            PromptBlocks blocks = new PromptBlocks();
            if (values.get(Attributes.TOOL_DEFINITIONS) != null) {
                blocks.tools(values.get(Attributes.TOOL_DEFINITIONS));
            }
            if (values.get(Attributes.SYSTEM_INSTRUCTIONS) != null) {
                blocks.instructions(values.get(Attributes.SYSTEM_INSTRUCTIONS));
            }
            for (Object message : list) {
                if (message instanceof Map<?, ?> map) {
                    blocks.message(asMessage(map));
                }
            }
            if (!blocks.isEmpty()) {
                known.put(PromptBlocks.ATTRIBUTE, blocks.value());
            }
        }
        values.forEach((name, value) -> {
            if (isContent(name)) {
                known.put(PromptBlocks.payloadAttribute(name), PromptBlocks.payload(value));
            }
        });
        if (!wanted) {
            values.keySet().removeIf(Contents::isContent);
        }
        known.forEach(values::putIfAbsent);
    }

    private static Map<String, Object> asMessage(Map<?, ?> map) {
        Map<String, Object> message = new LinkedHashMap<>();
        map.forEach((name, value) -> message.put(name.toString(), value));
        return message;
    }

    static boolean isContent(String name) {
        return Metadata.isContent(name)
                || name.equals(Attributes.INPUT)
                || name.equals(Attributes.OUTPUT)
                || name.equals(Attributes.YIELDS);
    }

    /**
     * Attributes with numbers in their names, such as {@code llm.input_messages.0.message.content}, as the list that they were.
     */
    private static final class Indexed {
        /** Steps of a name beyond which it is none that a producer makes. */
        private static final int MAX_STEPS = 24;

        private static final int MAX_INDEX_DIGITS = 6;

        private final NamedNode root = new NamedNode();

        /** A value, or what is below a name. */
        private static final class NamedNode {
            private Object value;
            private final Map<String, NamedNode> below = new TreeMap<>();
        }

        /** Adds the value of a name; what stands before the number is left out. */
        public void add(String name, Object value) {
            String[] steps = name.split("\\.", -1);
            if (steps.length > MAX_STEPS) {
                return;
            }
            NamedNode node = root;
            for (String step : steps) {
                node = node.below.computeIfAbsent(step, any -> new NamedNode());
            }
            node.value = value;
        }

        /** Returns the elements, in the order of their numbers. */
        public List<Object> elements() {
            return elements(root);
        }

        private static List<Object> elements(NamedNode node) {
            Map<Integer, Object> byIndex = new TreeMap<>();
            node.below.forEach((name, inside) -> {
                if (isIndex(name)) {
                    Object value = value(inside);
                    if (value != null) {
                        byIndex.put(Integer.valueOf(name), value);
                    }
                }
            });
            return new ArrayList<>(byIndex.values());
        }

        private static boolean isIndex(String name) {
            return !name.isEmpty()
                    && name.length() <= MAX_INDEX_DIGITS
                    && name.chars().allMatch(c -> c >= '0' && c <= '9');
        }

        private static Object value(NamedNode node) {
            if (node.below.isEmpty()) {
                return node.value;
            }
            if (node.below.keySet().stream().allMatch(Indexed::isIndex)) {
                return elements(node);
            }
            Map<String, Object> object = new TreeMap<>();
            node.below.forEach((name, inside) -> {
                Object value = value(inside);
                if (value != null) {
                    object.put(name, value);
                }
            });
            return object;
        }
    }
}
