// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.report;

import io.agentprofiler.analyzer.answer.finding.FindingDocument;
import io.agentprofiler.analyzer.answer.finding.Findings;
import io.agentprofiler.analyzer.answer.report.section.SummaryDocument;
import io.agentprofiler.analyzer.answer.report.section.TokenSection;
import io.agentprofiler.analyzer.answer.score.QualityLog;
import io.agentprofiler.analyzer.answer.score.QualityLog.Score;
import io.agentprofiler.analyzer.answer.score.ScoredWorkflows;
import io.agentprofiler.analyzer.answer.tokens.spending.Spending;
import io.agentprofiler.analyzer.answer.whatif.goal.KnownChanges;
import io.agentprofiler.analyzer.read.event.JvmPauses;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import io.agentprofiler.analyzer.view.Block;
import io.agentprofiler.analyzer.view.cell.Fields;
import io.agentprofiler.analyzer.view.json.JsonView;
import io.agentprofiler.analyzer.view.json.TablesJson;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;

/** What the page shows besides its workflows. */
public final class PageAnswers {
    /** Workflows whose own scores the page shows, those that began first: about as many as it has workflows. */
    private static final int MOST_SCORED = 50_000;

    /** Rooms above this one that show something, too. */
    static final List<ReportPart> PARTS = ReportPart.all();

    private PageAnswers() {}

    /**
     * Returns them, each by its name in the page's data.
     *
     * @param notes what is missing from the data or odd, a sentence each
     * @param scores scores from files
     * @param tables blocks whose tables the page shows
     */
    public static Map<String, Consumer<JsonGenerator>> of(
            Outcome outcome,
            Spending.SpendingQuestion costs,
            Findings.FindingsQuestion findings,
            JvmPauses pauses,
            List<String> notes,
            List<Score> scores,
            List<Block> tables) {
        Map<String, Consumer<JsonGenerator>> answers = new LinkedHashMap<>();
        answers.put("summary", json -> JsonView.write(SummaryDocument.of(outcome, costs), json));
        answers.put("tokens", json -> JsonView.write(TokenSection.document(outcome, costs), json));
        answers.put(
                "findings",
                json -> JsonView.write(
                        FindingDocument.of(outcome, findings, KnownChanges.in(outcome, findings)), json));
        answers.put("tables", json -> TablesJson.write(tables, json));
        answers.put("pauses", json -> JsonView.value(fields(pauses), json));
        PARTS.forEach(part -> answers.putAll(part.page(outcome, scores)));
        answers.put("scores", json -> JsonView.value(scores(outcome, scores), json));
        answers.put("notes", json -> JsonView.value(notes, json));
        return answers;
    }

    /** Returns each workflow's own scores, by its id and metric. */
    private static Fields scores(Outcome outcome, List<Score> given) {
        Fields workflows = new Fields();
        int leftOut = 0;
        for (Map.Entry<TraceId, SortedMap<String, List<Double>>> one : new ScoredWorkflows(
                        outcome.summary().get(QualityLog.ANALYSIS))
                .scores(given)
                .entrySet()) {
            if (workflows.values().size() < MOST_SCORED) {
                Fields scores = new Fields();
                one.getValue().forEach(scores::put);
                workflows.put(one.getKey().toString(), scores);
            } else {
                leftOut++;
            }
        }
        return new Fields().put("workflows", workflows).put("left_out", leftOut);
    }

    private static Fields fields(JvmPauses pauses) {
        return new Fields()
                .put("left_out", pauses.leftOut())
                .put(
                        "list",
                        pauses.byStart().stream()
                                .map(pause -> new Fields()
                                        .put("kind", pause.kind().word())
                                        // as a text: the page's language has no such numbers
                                        .put("epoch_ns", Long.toString(pause.epochNanos()))
                                        .put("ns", pause.nanos())
                                        .put("thread", pause.thread())
                                        .put("detail", pause.detail()))
                                .toList());
    }
}
