// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.prefix.view;

import io.agentprofiler.analyzer.answer.completeness.DataSection;
import io.agentprofiler.analyzer.answer.cost.price.PriceList;
import io.agentprofiler.analyzer.answer.cost.view.CostFields;
import io.agentprofiler.analyzer.answer.prefix.CountEstimate;
import io.agentprofiler.analyzer.answer.prefix.PrefixResult;
import io.agentprofiler.analyzer.answer.prefix.capacity.Servers;
import io.agentprofiler.analyzer.answer.prefix.rule.CacheRules;
import io.agentprofiler.analyzer.answer.prefix.stable.PromptTexts;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import io.agentprofiler.analyzer.view.Document;
import io.agentprofiler.analyzer.view.Note;
import io.agentprofiler.analyzer.view.Section;
import io.agentprofiler.analyzer.view.Table;
import io.agentprofiler.analyzer.view.Value;
import io.agentprofiler.analyzer.view.cell.Cell;
import io.agentprofiler.analyzer.view.cell.Emphasis;
import io.agentprofiler.analyzer.view.cell.Fields;
import io.agentprofiler.analyzer.view.cell.Units;
import java.util.List;
import java.util.Map;

/** The document of {@code prefix}: achievable and actual cache hits, common prefixes, and what breaks them. */
public final class PrefixDocument {
    /** Rows of a table that people see. */
    public static final int MAX_ROWS = 15;

    /** Where the other rows are. */
    static final String ELSEWHERE = "--out DIR writes all of them to prefix.json";

    private PrefixDocument() {}

    /**
     * Describes the answer.
     *
     * @param texts texts of the calls at which prefixes break, where they were recorded
     * @param servers the simulated servers
     */
    public static Document of(
            Outcome outcome,
            PrefixResult answer,
            Map<PromptTexts.Call, String> texts,
            CacheRules rules,
            Servers servers,
            PriceList prices) {
        Document.Builder document = Document.of("agent-profiler-prefix/1", "Prompt prefix caching")
                .add(new Value(
                        "rules",
                        new Fields()
                                .put("list", rules.name())
                                .put(
                                        "date",
                                        rules.date() == null
                                                ? null
                                                : rules.date().toString())))
                .add(new Value("prices", CostFields.of(prices)))
                .add(new Value("dropped_calls", answer.dropped()))
                .addAll(ModelBlocks.of(answer.models(), rules, prices))
                .addAll(ServerBlocks.of(answer, servers, rules.isForAll()))
                .addAll(PlaceBlocks.of(answer, texts))
                .add(estimates(answer.estimates()));
        if (answer.models().isEmpty() && answer.estimates().isEmpty()) {
            document.add(
                    Section.titled("Prompt caching", "no model call reported tokens, or hashes or text of its prompt"));
        }
        if (answer.dropped() > 0) {
            document.add(Section.titled(
                    "Calls left out",
                    "",
                    new Note(
                            "!",
                            Units.count(answer.dropped(), "call")
                                    + " left out: too many different prompts, so only the earliest calls are analyzed",
                            Emphasis.WARNING)));
        }
        return document.add(DataSection.of(outcome)).build();
    }

    /** Returns the rows that people see. */
    static <T> List<T> shown(List<T> rows) {
        return rows.subList(0, Math.min(MAX_ROWS, rows.size()));
    }

    private static Table estimates(List<CountEstimate> rows) {
        return Table.of("from_token_counts", rows)
                .heading("From token counts alone", "calls without hashes and text: if conversations only grew")
                .atMost(MAX_ROWS, ELSEWHERE)
                .text("model", "model", row -> Cell.name(row.model()))
                .number("calls", "calls", row -> Cell.count(row.calls()))
                .number("input_tokens", "in", row -> Cell.count(row.input()))
                .number("continuing_calls", "may continue", row -> Cell.count(row.growing()))
                .field("achievable_least_tokens", CountEstimate::least)
                .field("achievable_most_tokens", CountEstimate::most)
                .number(
                        "achievable",
                        row -> Cell.words(Units.share(row.least(), row.input()) + " to "
                                        + Units.share(row.most(), row.input()))
                                .with(Emphasis.STRONG))
                .number(
                        "recorded_tokens",
                        "recorded",
                        row -> row.recorded() < 0
                                ? Cell.unknown()
                                : Cell.share(row.recorded(), row.input()).as(row.recorded()))
                .build();
    }
}
