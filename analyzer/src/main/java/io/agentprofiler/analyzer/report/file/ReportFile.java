// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.report.file;

import io.agentprofiler.analyzer.critical.CriticalTotals;
import io.agentprofiler.analyzer.critical.latency.Latencies;
import io.agentprofiler.analyzer.metric.Analysis;
import io.agentprofiler.analyzer.metric.CallLog;
import io.agentprofiler.analyzer.metric.SpanFlags;
import io.agentprofiler.analyzer.metric.calltree.CallTree;
import io.agentprofiler.analyzer.metric.failure.FailedCalls;
import io.agentprofiler.analyzer.metric.operation.Operations;
import io.agentprofiler.analyzer.metric.operation.TokenUse;
import io.agentprofiler.analyzer.metric.sequence.CallPatterns;
import io.agentprofiler.analyzer.metric.workflow.Workflows;
import io.agentprofiler.analyzer.nat.file.NatFiles;
import io.agentprofiler.analyzer.plot.CallPoints;
import io.agentprofiler.analyzer.plot.PlotPictures;
import io.agentprofiler.analyzer.prefix.stable.PromptPrefixes;
import io.agentprofiler.analyzer.sampling.SampledTotals;
import io.agentprofiler.analyzer.score.QualityLog;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** The files {@code report --out} can write. */
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
            QualityLog.ANALYSIS,
            CallPoints.ANALYSIS),
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
    SCORES("scores", "scores.json", QualityLog.ANALYSIS),
    /** Four pictures that compare models: tokens of calls, run times, tokens of workflows, scores. */
    PLOTS("plots", PlotPictures.TOKENS, QualityLog.ANALYSIS, CallPoints.ANALYSIS),
    /** The files of NVIDIA's NeMo Agent Toolkit's profiler: several, with its names. */
    NAT("nat", NatFiles.TRACES);

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

    /** Returns the file's name, of several files the first. */
    public String fileName() {
        return fileName;
    }

    /**
     * Makes sure that no file of somebody else is replaced: those written here say so at their beginning. Pictures and the files with
     * another program's names do not.
     *
     * @throws IOException if there is another file of the name
     */
    void refuseOthers(Path directory) throws IOException {
        Path file = directory.resolve(fileName);
        if (this == PLOTS || this == NAT || !Files.isRegularFile(file) || Files.size(file) == 0) {
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
        return analyses;
    }

    @Override
    public String toString() {
        return word;
    }
}
