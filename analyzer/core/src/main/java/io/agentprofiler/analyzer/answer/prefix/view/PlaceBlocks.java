// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.prefix.view;

import io.agentprofiler.analyzer.answer.prefix.PrefixResult;
import io.agentprofiler.analyzer.answer.prefix.prompt.PromptRecord.Caller;
import io.agentprofiler.analyzer.answer.prefix.stable.PrefixBreak;
import io.agentprofiler.analyzer.answer.prefix.stable.PromptTexts;
import io.agentprofiler.analyzer.answer.prefix.stable.PromptTexts.Difference;
import io.agentprofiler.analyzer.answer.prefix.stable.StablePrefix;
import io.agentprofiler.analyzer.base.output.Unseen;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.view.Block;
import io.agentprofiler.analyzer.view.Note;
import io.agentprofiler.analyzer.view.Table;
import io.agentprofiler.analyzer.view.cell.Cell;
import io.agentprofiler.analyzer.view.cell.Emphasis;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The blocks on each agent: the common prefix of its prompts, and what breaks it. */
final class PlaceBlocks {
    private PlaceBlocks() {}

    static List<Block> of(PrefixResult answer, Map<PromptTexts.Call, String> texts) {
        List<Block> blocks = new ArrayList<>();
        blocks.add(stable(answer.stable()));
        blocks.add(breaks(answer.breaks()));
        for (PrefixBreak row : PrefixDocument.shown(answer.breaks())) {
            Difference difference = Difference.of(row, texts);
            if (difference != null) {
                blocks.add(new Note(
                        "·",
                        (row.part() == null ? "" : row.part() + ": ") + quote(difference.before(), difference.own())
                                + " was " + quote(difference.before(), difference.other()),
                        Emphasis.DIM));
            }
        }
        return blocks;
    }

    private static Table stable(List<StablePrefix> rows) {
        return Table.of("stable_prefixes", rows)
                .heading("Stable prefixes", "what all prompts of an agent begin with, and at least half of them")
                .atMost(PrefixDocument.MAX_ROWS, PrefixDocument.ELSEWHERE)
                .text("workflow / agent", row -> caller(row.caller()))
                .field("workflow", row -> row.caller().workflow())
                .field("agent", row -> row.caller().agent())
                .text("model", "model", row -> Cell.name(row.caller().model()))
                .dispensable(3)
                .number("calls", "calls", row -> Cell.count(row.calls()))
                .number(
                        "common_tokens",
                        "shared by all",
                        row -> Cell.count(row.commonTokens()).with(Emphasis.STRONG))
                .text("ends_in", "ends in", row -> row.endsIn() == null ? Cell.unknown() : Cell.name(row.endsIn()))
                .number("half_tokens", "shared by half", row -> Cell.count(row.mostTokens()))
                .number("half_calls", "calls", row -> Cell.count(row.mostCalls()))
                .build();
    }

    private static Table breaks(List<PrefixBreak> rows) {
        return Table.of("breaks", rows)
                .heading("What breaks prefixes", "the first part that differs from the prompt before it")
                .atMost(PrefixDocument.MAX_ROWS, PrefixDocument.ELSEWHERE)
                .text("workflow / agent", row -> caller(row.caller()))
                .field("workflow", row -> row.caller().workflow())
                .field("agent", row -> row.caller().agent())
                .field("model", row -> row.caller().model())
                .text(
                        "field",
                        "first difference",
                        row -> (row.part() == null ? Cell.unknown() : Cell.name(row.part())).with(Emphasis.STRONG))
                .text(
                        "between",
                        "from",
                        row -> row.within()
                                ? Cell.words("call to call").as("calls")
                                : Cell.words("workflow to workflow").as("workflows"))
                .number("times", "times", row -> Cell.count(row.times()))
                .number("at_token", "at token", row -> Cell.count(row.atToken()))
                .dispensable(1)
                .number("sent_anew_tokens", "sent again", row -> Cell.count(row.lostTokens()))
                .number("cacheable_tokens", "cacheable", row -> Cell.count(row.savedTokens()))
                .number("worth_usd", "saves", row -> Cell.money(row.priced() == 0 ? null : row.savedDollars()))
                .field("priced_times", PrefixBreak::priced)
                .text("trace_id", "example", row -> Cell.trace(row.call().trace()))
                .dispensable(2)
                .field("span_id", row -> TraceId.spanText(row.call().span()))
                .field("other_trace_id", row -> row.before().trace().toString())
                .field("other_span_id", row -> TraceId.spanText(row.before().span()))
                .build();
    }

    private static String quote(String before, String after) {
        return '"' + Unseen.blanked(before).strip() + "["
                + Unseen.blanked(after).strip() + "]\"";
    }

    private static Cell caller(Caller caller) {
        String workflow = caller.workflow();
        String agent = caller.agent();
        return Cell.name(agent == null || agent.equals(workflow) ? workflow : workflow + " / " + agent);
    }
}
