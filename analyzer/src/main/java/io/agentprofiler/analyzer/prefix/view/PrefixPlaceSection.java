// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.prefix.view;

import io.agentprofiler.analyzer.prefix.prompt.PromptTexts;
import io.agentprofiler.analyzer.prefix.prompt.PromptTexts.Difference;
import io.agentprofiler.analyzer.prefix.stable.PrefixBreak;
import io.agentprofiler.analyzer.prefix.stable.StablePrefix;
import io.agentprofiler.analyzer.view.Units;
import io.agentprofiler.analyzer.view.terminal.Grid;
import io.agentprofiler.analyzer.view.terminal.Grid.Cell;
import io.agentprofiler.analyzer.view.terminal.Grid.Column;
import io.agentprofiler.analyzer.view.terminal.Ink;
import io.agentprofiler.analyzer.view.terminal.Page;
import io.agentprofiler.analyzer.view.terminal.Texts;
import java.util.List;
import java.util.Map;

/**
 * What the prompts of each place begin with, and what breaks that.
 *
 * <p><b>Threading:</b> stateless.
 */
final class PrefixPlaceSection {
    private static final int MAX_ROWS = PrefixReport.MAX_ROWS;
    private static final int TRACE_DIGITS = 16;

    private PrefixPlaceSection() {}

    static void stable(Page page, List<StablePrefix> rows) {
        if (rows.isEmpty()) {
            return;
        }
        page.heading("Stable prefixes", "what all prompts of a place begin with, and at least half of them");
        Grid table = new Grid(
                page.screen(),
                Column.text("place"),
                Column.text("model").dispensable(3),
                Column.number("calls"),
                Column.number("tokens of all"),
                Column.text("ends in"),
                Column.number("of half or more"),
                Column.number("calls"));
        for (StablePrefix row : rows.subList(0, Math.min(MAX_ROWS, rows.size()))) {
            table.row(
                    Cell.of(place(row.workflow(), row.agent())),
                    Cell.of(Texts.safe(row.model())),
                    Cell.of(Units.count(row.calls())),
                    Cell.of(Units.count(row.commonTokens()), Ink.BOLD),
                    Cell.of(row.endsIn() == null ? Units.UNKNOWN : Texts.safe(row.endsIn())),
                    Cell.of(Units.count(row.mostTokens())),
                    Cell.of(Units.count(row.mostCalls())));
        }
        page.table(table);
        PrefixReport.more(page, rows.size());
    }

    static void breaks(Page page, List<PrefixBreak> rows, Map<PromptTexts.Call, String> texts) {
        if (rows.isEmpty()) {
            return;
        }
        page.heading("What breaks prefixes", "the first part that differs from the prompt before it");
        Grid table = new Grid(
                page.screen(),
                Column.text("place"),
                Column.text("first difference"),
                Column.text("from"),
                Column.number("times"),
                Column.number("at token").dispensable(1),
                Column.number("sent anew"),
                Column.number("cacheable"),
                Column.number("worth"),
                Column.text("example").dispensable(2));
        for (PrefixBreak row : rows.subList(0, Math.min(MAX_ROWS, rows.size()))) {
            table.row(
                    Cell.of(place(row.workflow(), row.agent())),
                    Cell.of(row.field() == null ? Units.UNKNOWN : Texts.safe(row.field()), Ink.BOLD),
                    Cell.of(row.within() ? "call to call" : "workflow to workflow"),
                    Cell.of(Units.count(row.times())),
                    Cell.of(Units.count(row.atToken())),
                    Cell.of(Units.count(row.lostTokens())),
                    Cell.of(Units.count(row.savedTokens())),
                    Cell.of(row.priced() == 0 ? Units.UNKNOWN : Units.money(row.savedDollars())),
                    Cell.of("trace " + row.trace().toString().substring(0, TRACE_DIGITS), Ink.DIM));
        }
        page.table(table);
        PrefixReport.more(page, rows.size());
        for (PrefixBreak row : rows.subList(0, Math.min(MAX_ROWS, rows.size()))) {
            Difference difference = Difference.of(row, texts);
            if (difference != null) {
                page.note(
                        page.screen().dot(),
                        (row.field() == null ? "" : Texts.safe(row.field()) + ": ")
                                + quote(difference.before(), difference.own()) + " was "
                                + quote(difference.before(), difference.other()),
                        Ink.DIM);
            }
        }
    }

    private static String quote(String before, String after) {
        return '"' + Texts.safe(before).strip() + "[" + Texts.safe(after).strip() + "]\"";
    }

    private static String place(String workflow, String agent) {
        return Texts.safe(agent == null || agent.equals(workflow) ? workflow : workflow + " / " + agent);
    }
}
