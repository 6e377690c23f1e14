// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.live.state;

import io.agentprofiler.analyzer.answer.completeness.DataSection;
import io.agentprofiler.analyzer.answer.finding.FindingDocument;
import io.agentprofiler.analyzer.answer.finding.Findings;
import io.agentprofiler.analyzer.answer.report.PageAnswers;
import io.agentprofiler.analyzer.answer.report.Report;
import io.agentprofiler.analyzer.answer.report.ReportFile;
import io.agentprofiler.analyzer.answer.report.page.LivePage;
import io.agentprofiler.analyzer.answer.report.section.SummaryDocument;
import io.agentprofiler.analyzer.answer.report.section.TokenSection;
import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
import io.agentprofiler.analyzer.answer.tokens.spending.Spending;
import io.agentprofiler.analyzer.read.event.JvmPauses;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.trace.metric.RunSummary;
import io.agentprofiler.analyzer.trace.metric.sequence.CallLimits;
import io.agentprofiler.analyzer.trace.modelserver.ModelServers;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import io.agentprofiler.analyzer.trace.pipeline.outcome.RunFacts;
import io.agentprofiler.analyzer.view.Document;
import io.agentprofiler.analyzer.view.cell.Fields;
import io.agentprofiler.analyzer.view.json.JsonView;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;

/**
 * What is asked of the kept workflows: the same as {@code report} asks of those of its input.
 *
 * <p><b>Threading:</b> one thread.
 */
public final class Question {
    private final Spending.SpendingQuestion costs;
    private final Findings.FindingsQuestion findings;
    private final LiveScores scores;
    private final List<Analysis<?>> analyses;
    private final ProgramAnswers.ProgramSource programs = ProgramAnswers.ProgramSource.find();

    public Question(Spending.SpendingQuestion costs, Findings.FindingsQuestion findings, LiveScores scores) {
        this.scores = scores;
        this.costs = costs;
        this.findings = findings;
        Set<Analysis<?>> all = new LinkedHashSet<>(Report.analyses(costs, findings));
        for (ReportFile file : List.of(ReportFile.HTML, ReportFile.SUMMARY, ReportFile.TOKENS, ReportFile.FINDINGS)) {
            all.addAll(file.analyses());
        }
        this.analyses = new ArrayList<>(all);
    }

    /** Returns the prices that it counts with. */
    public PriceList prices() {
        return costs.prices();
    }

    /** Returns the scores that are shown beside what was recorded. */
    LiveScores scores() {
        return scores;
    }

    /** Returns the analyses' answers about some workflows. */
    RunSummary ask(Iterable<Trace> traces) {
        RunSummary summary = new RunSummary(analyses);
        traces.forEach(summary::add);
        return summary;
    }

    /**
     * How far the runs were followed.
     *
     * @param running ids of the runs whose processes are running
     * @param isReading whether what was there at the start is still being read
     */
    record Following(Set<String> running, boolean isReading) {}

    /** Returns what the page shows besides its workflows. */
    Map<String, Consumer<JsonGenerator>> answers(Outcome outcome, Following following) {
        Report report = new Report(outcome, CallLimits.DEFAULT, costs, findings, scores.scores());
        Map<String, Consumer<JsonGenerator>> answers = PageAnswers.of(
                outcome,
                costs,
                findings,
                new JvmPauses(),
                DataSection.notes(outcome, following.running()),
                scores.scores(),
                report.full().blocks());
        answers.put(
                "comparisons",
                json -> JsonView.value(
                        new Fields()
                                .put(
                                        "runs",
                                        outcome.runs().stream()
                                                .map(RunFacts::run)
                                                .toList()),
                        json));
        answers.put("reading", json -> json.writeBoolean(following.isReading()));
        return answers;
    }

    /** Returns what is known of programs. */
    ProgramAnswers profiles(Iterable<Trace> traces, Set<TraceId> running, ModelServers servers) {
        RunSummary summary = new RunSummary(programs.analyses());
        traces.forEach(summary::add);
        return programs.of(summary, running, servers);
    }

    /** Returns the figures of an outcome. */
    Figures figures(Outcome outcome, Following following, ProgramAnswers profiles, long revision, Instant at) {
        return new Figures(
                at,
                revision,
                json(SummaryDocument.of(outcome, costs)),
                json(FindingDocument.of(outcome, findings)),
                json(TokenSection.document(outcome, costs)),
                profiles,
                LivePage.object(answers(outcome, following)));
    }

    private static byte[] json(Document document) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            JsonView.write(document, bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }
}
