// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.runs;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.trace.metric.workflow.WorkflowEnd;
import io.agentprofiler.analyzer.view.Document;
import io.agentprofiler.analyzer.view.Note;
import io.agentprofiler.analyzer.view.Notes;
import io.agentprofiler.analyzer.view.Table;
import io.agentprofiler.analyzer.view.cell.Cell;
import io.agentprofiler.analyzer.view.cell.Emphasis;
import java.util.List;

/** The runs of a directory as a document. */
final class RunsDocument {
    private RunsDocument() {}

    /**
     * Describes the runs.
     *
     * @param notes files that were left out or could not be read, a line each
     */
    static Document of(List<ListedRun> runs, List<String> notes) {
        return Document.of("agent-profiler-runs/1", "Runs")
                .add(Table.of("runs", runs)
                        .number("number", "#", listed -> Cell.count(listed.run().number()))
                        .text("run", "run", listed -> Cell.name(listed.run().id()))
                        .text("service", "service", listed -> service(listed))
                        .dispensable(1)
                        .text("started_ns", "started (UTC)", listed -> time(listed.startNanos()))
                        .number("length_ns", "length", listed -> Cell.duration(listed.nanos()))
                        .number(
                                "workflows",
                                "workflows",
                                listed -> Cell.count(listed.workflows().workflows()))
                        .number(
                                "failed",
                                "failed",
                                listed ->
                                        Cell.failures(listed.workflows().ends().failed()))
                        .whereFilled()
                        .number(
                                "ok_with_failures",
                                WorkflowEnd.Ending.OK_WITH_FAILURES.words(),
                                listed ->
                                        Cell.failures(listed.workflows().ends().okWithFailures()))
                        .whereFilled()
                        .number(
                                "tokens",
                                "tokens",
                                listed -> Cell.count(listed.allTokens() < 0 ? Unknown.LONG : listed.allTokens()))
                        .dispensable(3)
                        .number("cost_usd", "cost", listed -> Cell.money(listed.usd()))
                        .whereFilled()
                        .number("events", "events", listed -> Cell.count(listed.events()))
                        .number(
                                "bytes",
                                "size",
                                listed -> Cell.bytes(listed.run().bytes()))
                        .text("state", "state", RunsDocument::state)
                        .field("directory", listed -> listed.run().directory().toString())
                        .build())
                .add(new Notes("data_notes", "!", notes, Emphasis.WARNING))
                .add(Note.aside("--run ID (or --run with a number of this list) makes every command read that run."))
                .build();
    }

    private static Cell service(ListedRun listed) {
        return listed.service() == null ? Cell.unknown() : Cell.name(listed.service());
    }

    private static Cell time(long nanos) {
        return nanos == Unknown.LONG ? Cell.unknown() : Cell.time(nanos);
    }

    private static Cell state(ListedRun listed) {
        RunState state = listed.state();
        Cell cell = Cell.words(state.word());
        return switch (state) {
            case CLOSED -> cell;
            case RUNNING -> cell.with(Emphasis.GOOD);
            case KILLED, NO_END, UNREADABLE -> cell.with(Emphasis.WARNING);
            case UNKNOWN -> Cell.unknown();
        };
    }
}
