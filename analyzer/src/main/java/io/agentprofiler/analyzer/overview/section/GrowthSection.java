// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.overview.section;

import io.agentprofiler.analyzer.finding.Findings;
import io.agentprofiler.analyzer.finding.Growth;
import io.agentprofiler.analyzer.view.Block;
import io.agentprofiler.analyzer.view.Cell;
import io.agentprofiler.analyzer.view.Emphasis;
import io.agentprofiler.analyzer.view.Note;
import io.agentprofiler.analyzer.view.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** How prompts grow over conversations, and which call will not fit. */
public final class GrowthSection {
    private static final int MAX_ROWS = 5;

    private GrowthSection() {}

    /** Describes the fullest conversations; {@code findings.json} has their figures for programs. */
    public static List<Block> of(Findings findings) {
        List<Block> blocks = new ArrayList<>();
        blocks.add(Table.of(null, findings.growth())
                .heading("Prompts that grow", "conversations, or runs of an agent, of five calls and more; tokens")
                .sorted(Growth.FULLEST_FIRST)
                .atMost(MAX_ROWS, "report --out DIR writes them to findings.json")
                .text(null, "agent", row -> Cell.name(row.subject()))
                .text(null, "conversation", row -> Cell.name(row.conversation() == null ? "" : row.conversation()))
                .dispensable(3)
                .text(null, "model", row -> Cell.name(row.model()))
                .number(null, "calls", row -> Cell.count(row.calls()))
                .number(null, "first", row -> Cell.count(row.first().tokens()))
                .dispensable(2)
                .number(null, "last", row -> Cell.count(row.last().tokens()))
                .number(
                        null,
                        "a call",
                        row -> Cell.words(String.format(Locale.ROOT, "%+,d", Math.round(row.tokensPerCall())))
                                .as(row.tokensPerCall()))
                .number(null, "window", row -> row.window() > 0 ? Cell.count(row.window()) : Cell.unknown())
                .dispensable(1)
                .number(
                        null,
                        "full",
                        row -> row.window() > 0 ? Cell.share(row.share(), 1).with(Emphasis.STRONG) : Cell.unknown())
                .number(
                        null,
                        "will not fit",
                        row -> row.overflowingCall() > 0
                                ? Cell.words("call " + row.overflowingCall())
                                        .as(row.overflowingCall())
                                        .with(Emphasis.WARNING)
                                : Cell.unknown())
                .build());
        if (findings.isGrowthSampled()) {
            blocks.add(Note.line("more than 10,000 conversations: those with the smallest hashes were looked at"));
        }
        return blocks;
    }
}
