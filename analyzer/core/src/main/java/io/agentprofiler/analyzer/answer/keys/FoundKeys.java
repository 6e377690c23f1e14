// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.keys;

import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.trace.metric.AttributeKey;
import io.agentprofiler.analyzer.trace.metric.operation.SpanWord;
import io.agentprofiler.shared.schema.Attributes;
import io.agentprofiler.shared.schema.Metadata;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Which keys the spans of a recording have, and which values. */
final class FoundKeys {
    /** Most values counted for a key. */
    static final int MOST_VALUES = 1000;

    /** Most attributes counted: an application may make up names from its data. */
    static final int MOST_KEYS = 5000;

    static final Analysis<FoundKeys> ANALYSIS =
            Analysis.direct("keys", FoundKeys::new, FoundKeys::add, FoundKeys::merge);

    /** What was said, whatever the recording kept of it. */
    private static final Set<String> TEXTS =
            Set.of(Attributes.INPUT, Attributes.OUTPUT, Attributes.YIELDS, Attributes.TOOL_DESCRIPTION);

    private final Map<SpanWord, KeyUse> words = new TreeMap<>();
    private final TreeMap<String, KeyUse> attributes = new TreeMap<>();
    private boolean keysLeftOut;

    /** How a key is used. */
    static final class KeyUse {
        private final TreeMap<String, Long> values = new TreeMap<>();
        private long spans;
        private long workflows;
        private boolean valuesLeftOut;
        private boolean content;

        /** Returns how many spans have it. */
        long spans() {
            return spans;
        }

        /** Returns in how many workflows one has it. */
        long workflows() {
            return workflows;
        }

        /** Returns how many values it has, {@link #MOST_VALUES} where there are more. */
        int values() {
            return values.size();
        }

        /** Answers whether it has more values than were counted. */
        boolean hasMoreValues() {
            return valuesLeftOut;
        }

        /** Answers whether its values are texts to read, rather than names, ids or numbers. */
        boolean isContent() {
            return content;
        }

        /** Returns its most frequent values; those that are equally frequent by the alphabet. */
        List<String> examples(int most) {
            return values.entrySet().stream()
                    .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                            .thenComparing(Map.Entry.comparingByKey()))
                    .limit(most)
                    .map(Map.Entry::getKey)
                    .toList();
        }

        private void add(List<String> said, boolean text) {
            spans++;
            content |= text || !said.stream().allMatch(Metadata::isShort);
            if (content) {
                values.clear();
                valuesLeftOut = false;
            } else {
                said.forEach(value -> count(value, 1));
            }
        }

        /** Keeps the first values by the alphabet, so that the order of reading does not matter. */
        private void count(String value, long times) {
            values.merge(value, times, Long::sum);
            if (values.size() > MOST_VALUES) {
                values.pollLastEntry();
                valuesLeftOut = true;
            }
        }

        private void add(KeyUse more) {
            spans += more.spans;
            workflows += more.workflows;
            content |= more.content;
            valuesLeftOut |= more.valuesLeftOut;
            more.values.forEach(this::count);
            if (content) {
                values.clear();
                valuesLeftOut = false;
            }
        }
    }

    /** Returns the words that say something here, in their order. */
    Map<SpanWord, KeyUse> words() {
        return words;
    }

    /** Returns the attributes by name. */
    Map<String, KeyUse> attributes() {
        return attributes;
    }

    /** Answers whether there are more attributes than were counted. */
    boolean hasMoreKeys() {
        return keysLeftOut;
    }

    private void add(Trace trace) {
        Set<KeyUse> here = new HashSet<>();
        for (Span span : trace.spans()) {
            for (SpanWord word : SpanWord.values()) {
                String value = word.of(span);
                if (value != null) {
                    KeyUse use = words.computeIfAbsent(word, any -> new KeyUse());
                    use.add(List.of(value), false);
                    here.add(use);
                }
            }
            span.attributes().forEach((name, value) -> {
                List<String> said = value instanceof Map
                        ? List.of()
                        : AttributeKey.of(AttributeKey.ATTRIBUTE + name).own(span);
                KeyUse use = said.isEmpty() ? null : attribute(name);
                if (use != null) {
                    use.add(said, Metadata.isContent(name) || TEXTS.contains(name));
                    here.add(use);
                }
            });
        }
        here.forEach(use -> use.workflows++);
    }

    private KeyUse attribute(String name) {
        KeyUse use = attributes.get(name);
        if (use == null) {
            use = new KeyUse();
            attributes.put(name, use);
            if (attributes.size() > MOST_KEYS) {
                attributes.pollLastEntry();
                keysLeftOut = true;
                return null;
            }
        }
        return use;
    }

    private void merge(FoundKeys more) {
        more.words.forEach(
                (word, use) -> words.computeIfAbsent(word, any -> new KeyUse()).add(use));
        more.attributes.forEach((name, use) -> {
            KeyUse known = attribute(name);
            if (known != null) {
                known.add(use);
            }
        });
        keysLeftOut |= more.keysLeftOut;
    }
}
