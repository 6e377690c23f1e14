// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.overview.section;

import io.agentprofiler.analyzer.finding.Findings;
import io.agentprofiler.analyzer.finding.Growth;
import io.agentprofiler.analyzer.view.Units;
import io.agentprofiler.analyzer.view.terminal.Grid;
import io.agentprofiler.analyzer.view.terminal.Grid.Cell;
import io.agentprofiler.analyzer.view.terminal.Grid.Column;
import io.agentprofiler.analyzer.view.terminal.Ink;
import io.agentprofiler.analyzer.view.terminal.Page;
import io.agentprofiler.analyzer.view.terminal.Texts;
import java.util.List;
import java.util.Locale;

/** How prompts grow over conversations, and which call will not fit. */
public final class GrowthSection {
    private static final int MAX_ROWS = 5;

    private GrowthSection() {}

    public static void print(Page page, Findings findings) {
        List<Growth> rows =
                findings.growth().stream().sorted(Growth.FULLEST_FIRST).toList();
        if (rows.isEmpty()) {
            return;
        }
        page.heading("Prompts that grow", "conversations, or runs of an agent, of five calls and more; tokens");
        Grid table = new Grid(
                page.screen(),
                Column.text("agent"),
                Column.text("conversation").dispensable(3),
                Column.text("model"),
                Column.number("calls"),
                Column.number("first").dispensable(2),
                Column.number("last"),
                Column.number("a call"),
                Column.number("window").dispensable(1),
                Column.number("full"),
                Column.number("will not fit"));
        for (Growth row : rows.subList(0, Math.min(MAX_ROWS, rows.size()))) {
            long overflowing = row.overflowingCall();
            table.row(
                    Cell.of(Texts.safe(row.subject())),
                    Cell.of(row.conversation() == null ? "" : Texts.safe(row.conversation())),
                    Cell.of(Texts.safe(row.model())),
                    Cell.of(Units.count(row.calls())),
                    Cell.of(Units.count(row.first().tokens())),
                    Cell.of(Units.count(row.last().tokens())),
                    Cell.of(String.format(Locale.ROOT, "%+,d", Math.round(row.tokensPerCall()))),
                    Cell.of(row.window() > 0 ? Units.count(row.window()) : Units.UNKNOWN),
                    row.window() > 0 ? Cell.of(Units.share(row.share(), 1), Ink.BOLD) : Cell.of(Units.UNKNOWN),
                    overflowing > 0 ? Cell.of("call " + overflowing, Ink.YELLOW) : Cell.of(Units.UNKNOWN));
        }
        page.table(table);
        if (rows.size() > MAX_ROWS) {
            page.line(page.paint(
                    page.screen().ellipsis() + " " + Units.count(rows.size() - MAX_ROWS, "more row")
                            + "; report --out DIR writes them to findings.json",
                    Ink.DIM));
        }
        if (findings.isGrowthSampled()) {
            page.line("more than 10,000 conversations: those with the smallest hashes were looked at");
        }
    }
}
