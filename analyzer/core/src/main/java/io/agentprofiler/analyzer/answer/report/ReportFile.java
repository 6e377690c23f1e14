// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.report;

import io.agentprofiler.analyzer.answer.completeness.SampledTotals;
import io.agentprofiler.analyzer.answer.critical.CriticalTotals;
import io.agentprofiler.analyzer.answer.critical.Latencies;
import io.agentprofiler.analyzer.answer.prefix.stable.PromptPrefixes;
import io.agentprofiler.analyzer.answer.score.QualityLog;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.trace.metric.CallLog;
import io.agentprofiler.analyzer.trace.metric.SpanFlags;
import io.agentprofiler.analyzer.trace.metric.calltree.CallTree;
import io.agentprofiler.analyzer.trace.metric.operation.Operations;
import io.agentprofiler.analyzer.trace.metric.operation.TokenUse;
import io.agentprofiler.analyzer.trace.metric.sequence.CallPatterns;
import io.agentprofiler.analyzer.trace.metric.workflow.FailedCalls;
import io.agentprofiler.analyzer.trace.metric.workflow.Workflows;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The files that {@code report --out} can write; a {@link ReportPart} adds others. */
public enum ReportFile {
    /** The page for people. */
    HTML(
            "html",
            "report.html",
            Workflows.ANALYSIS,
            Operations.ANALYSIS,
            SpanFlags.ANALYSIS,
            TokenUse.ANALYSIS,
            FailedCalls.ANALYSIS,
            QualityLog.ANALYSIS),
    /** A row per span. */
    SPANS("spans", "spans.csv"),
    /** All call trees laid over each other. */
    CALLTREE("calltree", "calltree.json", CallTree.ANALYSIS),
    /** A bar per span. */
    GANTT("gantt", "gantt.json"),
    /** Token statistics. */
    TOKENS("tokens", "tokens.json", Workflows.ANALYSIS, Operations.ANALYSIS, TokenUse.ANALYSIS),
    /** Everything the terminal report says. */
    SUMMARY(
            "summary",
            "summary.json",
            Workflows.ANALYSIS,
            Operations.ANALYSIS,
            SpanFlags.ANALYSIS,
            FailedCalls.ANALYSIS,
            SampledTotals.ANALYSIS),
    /** What the analyses of calls say: intervals, bottlenecks, concurrency, patterns, prompt prefixes. */
    PROFILE(
            "profile",
            "profile.json",
            Workflows.ANALYSIS,
            Operations.ANALYSIS,
            CallTree.ANALYSIS,
            CallLog.ANALYSIS,
            CallPatterns.ANALYSIS,
            PromptPrefixes.ANALYSIS),
    /** What the workflows waited for, and what model calls spent their time on. */
    CRITICAL_PATH(
            "critical-path", "critical-path.json", Workflows.ANALYSIS, CriticalTotals.ANALYSIS, Latencies.ANALYSIS),
    /** What to change first; the question of findings is asked for every report. */
    FINDINGS("findings", "findings.json", CriticalTotals.ANALYSIS),
    /** Quality beside run time and tokens. */
    SCORES("scores", "scores.json", QualityLog.ANALYSIS);

    private static final int HEAD_BYTES = 8192;
    private static final String FIRST_COLUMNS = "run,trace_id,span_id,";

    private final String word;
    private final String fileName;
    private final List<Analysis<?>> analyses;

    ReportFile(String word, String fileName, Analysis<?>... analyses) {
        this.word = word;
        this.fileName = fileName;
        this.analyses = List.of(analyses);
    }

    /** Returns the file of a word, {@code null} where there is none. */
    public static ReportFile of(String word) {
        return Arrays.stream(values())
                .filter(file -> file.word.equals(word))
                .findFirst()
                .orElse(null);
    }

    /** Returns the file's name. */
    public String fileName() {
        return fileName;
    }

    /**
     * Makes sure that no file of somebody else is replaced: those written here say so at their beginning.
     *
     * @throws IOException if there is another file of the name
     */
    void refuseOthers(Path directory) throws IOException {
        Path file = directory.resolve(fileName);
        if (!Files.isRegularFile(file) || Files.size(file) == 0) {
            return;
        }
        String head;
        try (InputStream in = Files.newInputStream(file)) {
            head = new String(in.readNBytes(HEAD_BYTES), StandardCharsets.UTF_8);
        }
        if (!head.contains("agent-profiler") && !head.startsWith(FIRST_COLUMNS)) {
            throw new IOException("its " + fileName
                    + " was not written by this command; move it away, or give another directory with --out");
        }
    }

    /** Returns the analyses whose answers the file shows. */
    public List<Analysis<?>> analyses() {
        if (this != HTML) {
            return analyses;
        }
        List<Analysis<?>> all = new ArrayList<>(analyses);
        PageAnswers.PARTS.forEach(part -> all.addAll(part.pageAnalyses()));
        return all;
    }

    @Override
    public String toString() {
        return word;
    }
}
