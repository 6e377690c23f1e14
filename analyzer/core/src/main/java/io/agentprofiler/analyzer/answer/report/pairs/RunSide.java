// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.report.pairs;

import io.agentprofiler.analyzer.answer.diff.Comparison;
import io.agentprofiler.analyzer.answer.diff.Diff;
import io.agentprofiler.analyzer.answer.diff.ListPrices;
import io.agentprofiler.analyzer.answer.diff.program.ProgramComparison;
import io.agentprofiler.analyzer.answer.diff.side.Side;
import io.agentprofiler.analyzer.answer.diff.side.Typical;
import io.agentprofiler.analyzer.answer.diff.view.DiffDocument;
import io.agentprofiler.analyzer.answer.diff.view.DiffDocument.DiffAnswer;
import io.agentprofiler.analyzer.answer.diff.view.DiffNotes;
import io.agentprofiler.analyzer.answer.fingerprint.Fingerprints;
import io.agentprofiler.analyzer.answer.fingerprint.Grouping;
import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.view.json.JsonView;
import io.agentprofiler.analyzer.view.json.TablesJson;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;

/**
 * A run as one side of comparisons with others.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
public final class RunSide {
    private final Analysis<Side> question;
    private Side side;
    private Fingerprints program = Fingerprints.ANALYSIS.empty();

    RunSide(Analysis<Side> question) {
        this.question = question;
        this.side = question.empty();
    }

    /** Returns the question that sides to be compared have in common. */
    static Analysis<Side> question(PriceList prices) {
        return Side.analysis(ListPrices.of(prices), Grouping.NAME::row);
    }

    /** Returns two sides that hold these workflows. */
    public static List<RunSide> of(List<Trace> before, List<Trace> after, PriceList prices) {
        Analysis<Side> question = question(prices);
        RunSide first = new RunSide(question);
        RunSide second = new RunSide(question);
        before.forEach(first::add);
        after.forEach(second::add);
        return List.of(first, second);
    }

    void add(Trace trace) {
        side = question.addTrace(side, trace);
        program = Fingerprints.ANALYSIS.addTrace(program, trace);
    }

    void add(RunSide more) {
        side = question.merge(side, more.side);
        program = Fingerprints.ANALYSIS.merge(program, more.program);
    }

    /** Returns how many workflows it has; a side without one cannot be compared. */
    public long workflows() {
        return side.workflows();
    }

    /**
     * Compares two runs, each with at least one workflow. Returns the answer as the page takes it, each part by its name: {@code
     * headline}, {@code program}, {@code notes}, {@code tables}, and the ids of a workflow of each run that is typical of it, {@code
     * before_trace} and {@code after_trace}.
     */
    public static Map<String, Consumer<JsonGenerator>> compare(RunSide before, RunSide after, PriceList prices) {
        Diff diff = Comparison.of(before.side, after.side, Comparison.RESAMPLES);
        Typical typical = Typical.of(diff, null, null);
        DiffAnswer answer = new DiffAnswer(
                diff,
                ProgramComparison.of(before.program, after.program),
                new DiffAnswer.ComparedRuns(List.of(), List.of()),
                new DiffAnswer.HowCompared(Grouping.NAME.explanation(), prices.label()),
                typical,
                new DiffAnswer.JudgedGates(List.of(), false),
                null,
                DiffNotes.ofSides(diff, Grouping.NAME.plural()));
        Map<String, Consumer<JsonGenerator>> parts = new LinkedHashMap<>();
        parts.put("headline", json -> json.writeString(DiffDocument.headline(answer)));
        parts.put("program", json -> json.writeString(DiffDocument.program(answer)));
        parts.put("notes", json -> JsonView.value(answer.notes(), json));
        parts.put("tables", json -> TablesJson.writeUnderHeadings(DiffDocument.pageTables(answer), json));
        parts.put("before_trace", json -> id(typical.before(), json));
        parts.put("after_trace", json -> id(typical.after(), json));
        return parts;
    }

    private static void id(Trace trace, JsonGenerator json) {
        JsonView.value(trace == null ? null : trace.id().toString(), json);
    }
}
