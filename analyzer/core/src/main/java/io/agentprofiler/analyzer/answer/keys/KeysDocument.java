// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.keys;

import io.agentprofiler.analyzer.answer.completeness.DataSection;
import io.agentprofiler.analyzer.answer.keys.FoundKeys.KeyUse;
import io.agentprofiler.analyzer.trace.metric.AttributeKey;
import io.agentprofiler.analyzer.trace.metric.operation.SpanWord;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import io.agentprofiler.analyzer.view.Document;
import io.agentprofiler.analyzer.view.Note;
import io.agentprofiler.analyzer.view.Section;
import io.agentprofiler.analyzer.view.Table;
import io.agentprofiler.analyzer.view.cell.Cell;
import io.agentprofiler.analyzer.view.cell.Units;
import java.util.ArrayList;
import java.util.List;

/** The answer of {@code keys}. */
final class KeysDocument {
    private static final int EXAMPLES = 3;
    private static final int MOST_CHARACTERS = 40;

    private KeysDocument() {}

    /**
     * A key.
     *
     * @param word as options take it
     * @param meaning what its values are; {@code null} for an attribute
     */
    private record AskableKey(String word, String meaning, KeyUse use) {}

    static Document of(FoundKeys found, Outcome outcome) {
        List<AskableKey> keys = new ArrayList<>();
        found.words().forEach((word, use) -> keys.add(new AskableKey(word.word(), word.meaning(), use)));
        found.attributes()
                .forEach((name, use) -> keys.add(new AskableKey(
                        (SpanWord.ofWord(name) == null ? "" : AttributeKey.ATTRIBUTE) + name, null, use)));
        Section.Builder section = Section.under("Keys", "for --where KEY=VALUE and --by KEY")
                .add(Table.of("keys", keys)
                        .text("key", "key", key -> Cell.name(key.word()))
                        .number("spans", "spans", key -> Cell.count(key.use().spans()))
                        .number(
                                "workflows",
                                "workflows",
                                key -> Cell.count(key.use().workflows()))
                        .number("values", "values", key -> values(key.use()))
                        .text("most frequent", key -> examples(key.use()))
                        .text("meaning", "", KeysDocument::meaning)
                        .dispensable(1)
                        .field("more_values", key -> key.use().hasMoreValues() ? true : null)
                        .field("examples", key -> key.use().examples(EXAMPLES))
                        .noun("key")
                        .build());
        if (found.hasMoreKeys()) {
            section.add(
                    Note.aside("more than " + Units.count(FoundKeys.MOST_KEYS) + " attributes; the rest is left out"));
        }
        return Document.of("agent-profiler-keys/1", "Keys")
                .add(section.build())
                .addAll(DataSection.ifAny(outcome))
                .build();
    }

    private static Cell values(KeyUse use) {
        return use.isContent()
                ? Cell.unknown()
                : use.hasMoreValues()
                        ? Cell.words("more than " + Units.count(use.values())).as(use.values())
                        : Cell.count(use.values());
    }

    private static Cell examples(KeyUse use) {
        if (use.isContent()) {
            return Cell.words("(texts)");
        }
        List<String> shown = use.examples(EXAMPLES).stream()
                .map(value -> value.length() <= MOST_CHARACTERS ? value : value.substring(0, MOST_CHARACTERS) + "…")
                .toList();
        return Cell.name(String.join(", ", shown));
    }

    private static Cell meaning(AskableKey key) {
        return key.meaning() == null ? Cell.EMPTY.as(null) : Cell.words(key.meaning());
    }
}
