// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.report;

import io.agentprofiler.analyzer.answer.critical.CriticalSection;
import io.agentprofiler.analyzer.answer.finding.FindingDocument;
import io.agentprofiler.analyzer.answer.finding.Findings;
import io.agentprofiler.analyzer.answer.report.page.HtmlReport;
import io.agentprofiler.analyzer.answer.report.pairs.RunPairs;
import io.agentprofiler.analyzer.answer.report.section.SummaryDocument;
import io.agentprofiler.analyzer.answer.report.section.TokenSection;
import io.agentprofiler.analyzer.answer.score.Quality;
import io.agentprofiler.analyzer.answer.score.QualityLog;
import io.agentprofiler.analyzer.answer.score.QualityLog.Score;
import io.agentprofiler.analyzer.answer.score.QualitySection;
import io.agentprofiler.analyzer.answer.tokens.spending.Spending;
import io.agentprofiler.analyzer.answer.whatif.goal.KnownChanges;
import io.agentprofiler.analyzer.base.output.PrivateFiles;
import io.agentprofiler.analyzer.read.event.JvmPauses;
import io.agentprofiler.analyzer.trace.metric.calltree.CallTree;
import io.agentprofiler.analyzer.trace.metric.sequence.CallLimits;
import io.agentprofiler.analyzer.trace.pipeline.NameLimit;
import io.agentprofiler.analyzer.trace.pipeline.SpooledFile;
import io.agentprofiler.analyzer.trace.pipeline.TraceOutput;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import io.agentprofiler.analyzer.view.Block;
import io.agentprofiler.analyzer.view.cell.Units;
import io.agentprofiler.analyzer.view.json.JsonFile;
import io.agentprofiler.analyzer.view.json.JsonView;
import io.agentprofiler.analyzer.view.json.StatsJson;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.core.JsonGenerator;

/**
 * The files of one report, in one directory. A file appears under its name only when it is complete.
 *
 * <p><b>Threading:</b> one thread; the outputs' parts belong to the pipeline.
 */
public final class ReportFiles implements AutoCloseable {
    /** Of more spans files with a row for each take much of the time and of the disk: they are written for who asks for them. */
    public static final long MOST_UNASKED = 500_000;

    private final Path directory;
    private final Set<ReportFile> wanted;
    private final List<SpooledFile> spooled = new ArrayList<>();
    private final CallLimits limits;
    private final List<ReportPart.Writing> parts = new ArrayList<>();
    private final Spending.SpendingQuestion costs;
    private final Findings.FindingsQuestion findings;
    private List<Score> scores = List.of();
    private RunPairs pairs;
    private HtmlReport page;

    /**
     * Makes the directory where it does not exist.
     *
     * @param mostSpans of more spans there are no files with a row for each
     * @param parts files of other rooms
     * @param limits from where on something about calls is worth telling
     * @param costs the question of costs, whose answer tokens.json shows
     * @param findings the question of findings
     * @throws IOException when it cannot be made
     */
    public ReportFiles(
            Path directory,
            Collection<ReportFile> wanted,
            Collection<ReportPart> parts,
            long mostSpans,
            CallLimits limits,
            Spending.SpendingQuestion costs,
            Findings.FindingsQuestion findings)
            throws IOException {
        this.directory = directory;
        this.limits = limits;
        this.costs = costs;
        this.findings = findings;
        this.wanted = EnumSet.noneOf(ReportFile.class);
        this.wanted.addAll(wanted);
        PrivateFiles.directory(directory);
        for (ReportFile file : this.wanted) {
            file.refuseOthers(directory);
        }
        if (this.wanted.contains(ReportFile.HTML)) {
            page = new HtmlReport(target(ReportFile.HTML), costs.prices());
        }
        if (this.wanted.contains(ReportFile.SPANS)) {
            spooled.add(new SpansCsv(target(ReportFile.SPANS), costs.prices(), mostSpans));
        }
        if (this.wanted.contains(ReportFile.GANTT)) {
            spooled.add(new GanttJson(target(ReportFile.GANTT), mostSpans));
        }
        for (ReportPart part : parts) {
            ReportPart.Writing writing = part.open(directory, limits);
            this.parts.add(writing);
            spooled.addAll(writing.spooled());
        }
    }

    private Path target(ReportFile file) {
        return directory.resolve(file.fileName());
    }

    /** Takes scores from a file, for scores.json, the page and the pictures. */
    public void score(List<Score> given) {
        scores = List.copyOf(given);
    }

    /** Takes the runs that the page compares. */
    public void compare(RunPairs compared) {
        pairs = compared;
    }

    /** Returns the outputs to give to the pipeline. */
    public List<TraceOutput> outputs() {
        List<TraceOutput> outputs = new ArrayList<>();
        outputs.add(new NameLimit(
                "report --out", NameLimit.BYTES_PER_NAME, Runtime.getRuntime().maxMemory()));
        outputs.addAll(spooled);
        if (page != null) {
            outputs.add(page);
        }
        return List.copyOf(outputs);
    }

    /** Writes the files that show answers of analyses, the page without pauses of the JVM and without notes. */
    public void write(Outcome outcome) throws IOException {
        write(outcome, new JvmPauses(), List.of(), List.of());
    }

    /**
     * Writes the files that show answers of analyses.
     *
     * @param notes what is missing from the data or odd, a sentence each, for the page
     * @param tables blocks whose tables the page shows
     */
    public void write(Outcome outcome, JvmPauses pauses, List<String> notes, List<Block> tables) throws IOException {
        for (ReportFile file : wanted) {
            switch (file) {
                case HTML -> {
                    Map<String, Consumer<JsonGenerator>> answers =
                            PageAnswers.of(outcome, costs, findings, pauses, notes, scores, tables);
                    if (pairs != null) {
                        answers.put("comparisons", json -> pairs.write(outcome, json));
                    }
                    page.write(answers);
                }
                case CALLTREE -> JsonFile.write(target(file), json -> CallTreeJson.write(json, outcome));
                case TOKENS -> JsonView.write(TokenSection.document(outcome, costs), target(file));
                case SUMMARY -> JsonView.write(SummaryDocument.of(outcome, costs), target(file));
                case PROFILE -> JsonFile.write(target(file), json -> ProfileJson.write(json, outcome, limits));
                case CRITICAL_PATH -> JsonView.write(CriticalSection.document(outcome), target(file));
                case FINDINGS ->
                    JsonView.write(
                            FindingDocument.of(outcome, findings, KnownChanges.in(outcome, findings)), target(file));
                case SCORES -> {
                    Quality quality = Quality.of(outcome.summary().get(QualityLog.ANALYSIS), scores);
                    JsonView.write(QualitySection.document(quality), target(file));
                }
                case SPANS, GANTT -> {
                    // written by the pipeline
                }
            }
        }
        for (ReportPart.Writing part : parts) {
            part.write(outcome, scores);
        }
    }

    /** Returns the page for people, or {@code null} when it was not asked for. */
    public Path page() {
        return page == null ? null : target(ReportFile.HTML);
    }

    /** Returns the files written. */
    public List<Path> paths() {
        List<Path> paths = new ArrayList<>();
        for (ReportFile file : wanted) {
            paths.add(target(file));
        }
        parts.forEach(part -> paths.addAll(part.written()));
        tooLarge().forEach(file -> paths.remove(file.target()));
        return List.copyOf(paths);
    }

    private List<SpooledFile> tooLarge() {
        return spooled.stream().filter(SpooledFile::isTooLarge).toList();
    }

    /** Returns what could not be written though all else could, and what is missing in a file, a line each. */
    public List<String> failures() {
        List<String> failures = new ArrayList<>();
        List<SpooledFile> tooLarge = tooLarge();
        if (!tooLarge.isEmpty()) {
            failures.add("Not written, since there are "
                    + Units.count(tooLarge.get(0).spans(), "span") + ": "
                    + names(tooLarge.stream()) + "; --format spans,gantt writes them");
            String removed = names(tooLarge.stream().filter(SpooledFile::removedEarlier));
            if (!removed.isEmpty()) {
                failures.add("Removed, since they were of an earlier report: " + removed);
            }
        }
        parts.forEach(part -> failures.addAll(part.notes()));
        return List.copyOf(failures);
    }

    private static String names(Stream<SpooledFile> files) {
        return files.map(file -> file.target().getFileName().toString()).collect(Collectors.joining(", "));
    }

    /** Removes what an interrupted pass has left. */
    @Override
    public void close() throws IOException {
        for (SpooledFile file : spooled) {
            file.close();
        }
        if (page != null) {
            page.close();
        }
    }

    /** {@code calltree.json}: the nested call stacks of all workflows, laid over each other. */
    static final class CallTreeJson {
        private CallTreeJson() {}

        static void write(JsonGenerator json, Outcome outcome) {
            json.writeStartObject();
            json.writeStringProperty("format", "agent-profiler-calltree/1");
            json.writeArrayPropertyStart("roots");
            outcome.summary().get(CallTree.ANALYSIS).children().forEach(root -> node(json, root));
            json.writeEndArray();
            json.writeEndObject();
        }

        private static void node(JsonGenerator json, CallTree node) {
            json.writeStartObject();
            json.writeStringProperty("kind", node.kind().word());
            json.writeStringProperty("name", node.name());
            json.writeNumberProperty("calls", node.calls());
            StatsJson.number(json, "errors", node.errors());
            StatsJson.number(json, "total_ns", node.totalNanos());
            StatsJson.number(json, "self_ns", node.selfNanos());
            if (node.tokens().isKnown()) {
                StatsJson.tokens(json, "tokens", node.tokens());
            }
            json.writeArrayPropertyStart("children");
            node.children().forEach(child -> node(json, child));
            json.writeEndArray();
            json.writeEndObject();
        }
    }
}
