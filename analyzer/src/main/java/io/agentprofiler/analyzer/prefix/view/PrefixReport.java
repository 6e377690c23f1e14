// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.prefix.view;

import io.agentprofiler.analyzer.completeness.DataSection;
import io.agentprofiler.analyzer.pipeline.Outcome;
import io.agentprofiler.analyzer.prefix.CountEstimate;
import io.agentprofiler.analyzer.prefix.PrefixAnswer;
import io.agentprofiler.analyzer.prefix.cache.CacheRules;
import io.agentprofiler.analyzer.prefix.cache.Servers;
import io.agentprofiler.analyzer.prefix.prompt.PromptTexts;
import io.agentprofiler.analyzer.view.Units;
import io.agentprofiler.analyzer.view.terminal.Grid;
import io.agentprofiler.analyzer.view.terminal.Grid.Cell;
import io.agentprofiler.analyzer.view.terminal.Grid.Column;
import io.agentprofiler.analyzer.view.terminal.Ink;
import io.agentprofiler.analyzer.view.terminal.Page;
import io.agentprofiler.analyzer.view.terminal.Screen;
import io.agentprofiler.analyzer.view.terminal.TerminalView;
import io.agentprofiler.analyzer.view.terminal.Texts;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;

/**
 * What {@code prefix} prints: what a prompt cache could serve and what it did, what prompts begin with, and what breaks that.
 *
 * <p><b>Threading:</b> stateless.
 */
public final class PrefixReport {
    /** Rows of a table. */
    public static final int MAX_ROWS = 15;

    private PrefixReport() {}

    /**
     * Prints the report.
     *
     * @param servers what is supposed of servers of one's own
     * @param texts texts of the calls at which prefixes break, where they were recorded
     */
    public static void print(
            Outcome outcome,
            PrefixAnswer answer,
            Map<PromptTexts.Call, String> texts,
            CacheRules rules,
            Servers servers,
            String prices,
            Screen screen,
            PrintStream out) {
        Page page = new Page(screen);
        PrefixModelSection.models(page, answer.models(), rules, prices);
        PrefixModelSection.losses(page, answer.models());
        PrefixServerSection.print(page, answer, servers);
        PrefixPlaceSection.stable(page, answer.stable());
        PrefixPlaceSection.breaks(page, answer.breaks(), texts);
        estimates(page, answer.estimates());
        if (answer.models().isEmpty() && answer.estimates().isEmpty()) {
            page.heading("Prompt caching", "no model call reported tokens, or hashes or text of its prompt");
        }
        if (answer.dropped() > 0) {
            page.line("");
            page.note(
                    "!",
                    Units.count(answer.dropped(), "call")
                            + " left out: of so many different prompts, only the calls that began first are looked at",
                    Ink.YELLOW);
        }
        new TerminalView(page).add(DataSection.of(outcome));
        page.print(out);
    }

    private static void estimates(Page page, List<CountEstimate> rows) {
        if (rows.isEmpty()) {
            return;
        }
        page.heading("From token counts alone", "calls without hashes and text: if conversations only grew");
        Grid table = new Grid(
                page.screen(),
                Column.text("model"),
                Column.number("calls"),
                Column.number("in"),
                Column.number("may continue"),
                Column.number("achievable"),
                Column.number("recorded"));
        for (CountEstimate row : rows.subList(0, Math.min(MAX_ROWS, rows.size()))) {
            table.row(
                    Cell.of(Texts.safe(row.model())),
                    Cell.of(Units.count(row.calls())),
                    Cell.of(Units.count(row.input())),
                    Cell.of(Units.count(row.growing())),
                    Cell.of(
                            Units.share(row.least(), row.input()) + " to " + Units.share(row.most(), row.input()),
                            Ink.BOLD),
                    Cell.of(row.recorded() < 0 ? Units.UNKNOWN : Units.share(row.recorded(), row.input())));
        }
        page.table(table);
        more(page, rows.size());
    }

    static void more(Page page, int rows) {
        if (rows > MAX_ROWS) {
            page.line(page.paint(
                    page.screen().ellipsis() + " " + Units.count(rows - MAX_ROWS, "more row")
                            + "; --out DIR writes all of them to prefix.json",
                    Ink.DIM));
        }
    }
}
