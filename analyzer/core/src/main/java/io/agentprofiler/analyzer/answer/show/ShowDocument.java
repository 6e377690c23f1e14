// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.show;

import io.agentprofiler.analyzer.answer.completeness.DataSection;
import io.agentprofiler.analyzer.answer.show.FoundContent.Found;
import io.agentprofiler.analyzer.answer.show.FoundContent.Why;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import io.agentprofiler.analyzer.view.Document;
import io.agentprofiler.analyzer.view.Note;
import io.agentprofiler.analyzer.view.Section;
import io.agentprofiler.analyzer.view.Table;
import io.agentprofiler.analyzer.view.Value;
import io.agentprofiler.analyzer.view.cell.Cell;
import io.agentprofiler.analyzer.view.cell.Fields;
import io.agentprofiler.analyzer.view.cell.Units;
import java.util.ArrayList;
import java.util.List;

/** The answers of {@code show}. */
final class ShowDocument {
    private static final int MOST_ROWS = 100;
    private static final int MOST_IDS = 10;

    private ShowDocument() {}

    /** Returns the transcripts of workflows, or of one span of one. */
    static Document of(List<Found> found, boolean whole, Outcome outcome) {
        Document.Builder document = Document.of("agent-profiler-transcript/1", "Transcript");
        List<Fields> workflows = new ArrayList<>();
        for (int i = 0; i < found.size(); i++) {
            Found each = found.get(i);
            Transcript transcript = Transcript.of(each.trace());
            List<Turn> turns = transcript.turns().stream()
                    .filter(turn -> each.span() == null || turn.span() == each.span())
                    .toList();
            String turn = each.why() == Why.CONVERSATION ? "turn " + (i + 1) + ": " : "";
            document.add(TranscriptSection.of(transcript, turns, turn, whole));
            workflows.add(TranscriptFields.of(transcript, turns));
        }
        if (found.size() == FoundContent.KEPT) {
            document.add(Note.aside("only the first " + FoundContent.KEPT + " workflows are shown"));
        }
        return document.add(new Value("workflows", workflows))
                .addAll(DataSection.ifAny(outcome))
                .build();
    }

    /** Returns the list of conversations. */
    static Document of(Conversations conversations, Outcome outcome) {
        Section.Builder section = Section.under("Conversations", "each workflow is a turn; show ID prints one");
        section.add(Table.of("conversations", conversations.all().entrySet())
                .text("id", "conversation", row -> Cell.name(row.getKey()))
                .number("turns", "turns", row -> Cell.count(row.getValue().turns()))
                .number(
                        "model_calls",
                        "model calls",
                        row -> Cell.count(row.getValue().modelCalls()))
                .number(
                        "tool_calls",
                        "tool calls",
                        row -> Cell.count(row.getValue().toolCalls()))
                .number(
                        "failed_turns",
                        "failed turns",
                        row -> Cell.count(row.getValue().failures()))
                .number(
                        "input_tokens",
                        "tokens in",
                        row -> tokens(row.getValue().input()))
                .number(
                        "output_tokens",
                        "tokens out",
                        row -> tokens(row.getValue().output()))
                .text("first", row -> Cell.words(Units.time(row.getValue().firstNanos())))
                .field("first_epoch_ns", row -> row.getValue().firstNanos())
                .field("last_epoch_ns", row -> row.getValue().lastNanos())
                .atMost(MOST_ROWS, "--format json has all")
                .build());
        if (conversations.without() > 0) {
            section.add(Note.aside(Units.count(conversations.without(), "workflow") + " name no conversation"));
        }
        if (conversations.leftOut() > 0) {
            section.add(Note.aside(
                    "more than " + Units.count(Conversations.MOST) + " conversations; the rest is left out"));
        }
        return Document.of("agent-profiler-conversations/1", "Conversations")
                .add(section.build())
                .add(new Value("workflows_without_conversation", conversations.without()))
                .addAll(DataSection.ifAny(outcome))
                .build();
    }

    private static Cell tokens(long count) {
        return count < 0 ? Cell.unknown() : Cell.count(count);
    }

    /** Returns the ids that a word may mean. */
    static List<String> ids(List<Found> found) {
        List<String> ids = new ArrayList<>(found.stream()
                .limit(MOST_IDS)
                .map(each -> each.span() == null
                        ? each.trace().id().toString()
                        : TraceId.spanText(each.span().id()))
                .toList());
        if (found.size() > MOST_IDS) {
            ids.add("…");
        }
        return ids;
    }
}
