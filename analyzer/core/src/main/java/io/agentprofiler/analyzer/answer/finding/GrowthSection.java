// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding;

import io.agentprofiler.analyzer.answer.finding.facts.ContextGrowth;
import io.agentprofiler.analyzer.answer.finding.facts.Growth;
import io.agentprofiler.analyzer.view.Note;
import io.agentprofiler.analyzer.view.Section;
import io.agentprofiler.analyzer.view.Table;
import io.agentprofiler.analyzer.view.Value;
import io.agentprofiler.analyzer.view.cell.Cell;
import io.agentprofiler.analyzer.view.cell.Emphasis;
import java.util.List;
import java.util.Locale;

/** The section on the growth of prompts over conversations, with the call that will not fit. */
public final class GrowthSection {
    private static final int MAX_ROWS = 5;
    private static final int MAX_RECORDS = 100;

    private GrowthSection() {}

    /** Describes it, the fullest windows first. */
    public static Section of(ContextGrowth growth) {
        List<Growth> rows = growth.all().stream().sorted(Growth.FULLEST_FIRST).toList();
        return Section.under(null, "")
                .add(table(rows))
                .add(new Value("context_growth_left_out", Math.max(0, rows.size() - MAX_RECORDS)))
                .add(new Value("context_growth_sampled", growth.isSampled()))
                .add(
                        growth.isSampled() && !rows.isEmpty(),
                        () -> Note.line(
                                "more than 10,000 conversations: those with the smallest hashes were looked at"))
                .build();
    }

    private static Table table(List<Growth> rows) {
        return Table.of("context_growth", rows.subList(0, Math.min(MAX_RECORDS, rows.size())))
                .heading("Prompts that grow", "conversations, or runs of an agent, of five calls and more; tokens")
                .atMost(MAX_ROWS, "report --out DIR writes them to findings.json")
                .outOf(rows.size(), "row")
                .text("subject", "agent", row -> Cell.name(row.subject()))
                .text("conversation", "conversation", GrowthSection::conversation)
                .dispensable(3)
                .text("model", "model", row -> Cell.name(row.model()))
                .number("calls", "calls", row -> Cell.count(row.total().calls()))
                .number("first_tokens", "first", row -> Cell.count(row.first().tokens()))
                .dispensable(2)
                .number("last_tokens", "last", row -> Cell.count(row.last().tokens()))
                .number("tokens_per_call", "a call", GrowthSection::growth)
                .number("window", "window", row -> row.window() > 0 ? Cell.count(row.window()) : Cell.unknown())
                .dispensable(1)
                .number("share", "full", GrowthSection::fullness)
                .number("overflowing_call", "will not fit", GrowthSection::overflowing)
                .field(
                        "latest",
                        row -> row.latest().stream()
                                .map(step -> FindingDocument.span(step.trace(), step.span())
                                        .put("tokens", step.tokens()))
                                .toList())
                .build();
    }

    private static Cell conversation(Growth row) {
        return row.conversation() == null ? Cell.EMPTY.as(null) : Cell.name(row.conversation());
    }

    private static Cell growth(Growth row) {
        double tokens = row.tokensPerCall();
        return Cell.words(String.format(Locale.ROOT, "%+,d", Math.round(tokens)))
                .as(tokens);
    }

    private static Cell fullness(Growth row) {
        return row.window() > 0 ? Cell.share(row.share(), 1).with(Emphasis.STRONG) : Cell.unknown();
    }

    private static Cell overflowing(Growth row) {
        long call = row.overflowingCall();
        return call > 0 ? Cell.words("call " + call).as(call).with(Emphasis.WARNING) : Cell.unknown();
    }
}
