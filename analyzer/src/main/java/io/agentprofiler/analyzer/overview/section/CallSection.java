// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.overview.section;

import io.agentprofiler.analyzer.metric.CallLog;
import io.agentprofiler.analyzer.metric.RunSummary;
import io.agentprofiler.analyzer.metric.concurrency.Concurrency;
import io.agentprofiler.analyzer.metric.sequence.CallPatterns;
import io.agentprofiler.analyzer.metric.sequence.CallSequences;
import io.agentprofiler.analyzer.metric.sequence.SequencePatterns;
import io.agentprofiler.analyzer.metric.sequence.SequencePatterns.Pattern;
import io.agentprofiler.analyzer.metric.workflow.WorkflowStats;
import io.agentprofiler.analyzer.metric.workflow.Workflows;
import io.agentprofiler.analyzer.nat.profile.NatOptions;
import io.agentprofiler.analyzer.prefix.prompt.PromptPrefixes;
import io.agentprofiler.analyzer.stat.Confidence;
import io.agentprofiler.analyzer.stat.Distribution;
import io.agentprofiler.analyzer.view.Units;
import io.agentprofiler.analyzer.view.terminal.Grid;
import io.agentprofiler.analyzer.view.terminal.Grid.Cell;
import io.agentprofiler.analyzer.view.terminal.Grid.Column;
import io.agentprofiler.analyzer.view.terminal.Ink;
import io.agentprofiler.analyzer.view.terminal.Page;
import io.agentprofiler.analyzer.view.terminal.Texts;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What the model and tool calls have in common: how many at once, in which orders, with which prompts. */
public final class CallSection {
    private static final int LABEL = 13;
    private static final int MAX_PATTERNS = 5;
    private static final int MAX_PREFIXES = 5;
    private static final double LEVEL = 0.95;
    private static final double SECOND = 1e9;

    private CallSection() {}

    public static void print(Page page, RunSummary summary, NatOptions options) {
        CallLog log = summary.get(CallLog.ANALYSIS);
        if (log.size() == 0) {
            return;
        }
        page.heading("Calls", "model and tool calls of all workflows together");
        estimates(page, summary.get(Workflows.ANALYSIS).served());
        concurrency(page, Concurrency.of(log, options.spikeThreshold()));
        patterns(page, summary.get(CallPatterns.ANALYSIS), options);
        prefixes(page, summary.get(PromptPrefixes.ANALYSIS), options);
    }

    private static String label(String text) {
        return Texts.padRight(text, LABEL);
    }

    private static void estimates(Page page, WorkflowStats workflows) {
        Distribution times = workflows.durations();
        List<Cell> facts = new ArrayList<>();
        Confidence.Interval mean = times.meanInterval(LEVEL);
        if (mean == null) {
            facts.add(Cell.of("n = " + times.count() + " is too small for an interval", Ink.DIM));
        } else {
            facts.add(Cell.of("mean " + Units.duration(times.mean()) + ", 95 % interval " + Units.duration(mean.low())
                    + " to " + Units.duration(mean.high()) + " (n=" + Units.count(times.count()) + ")"));
            Confidence.Interval p95 = times.percentileInterval(95, LEVEL);
            if (p95 != null) {
                facts.add(Cell.of("p95 " + Units.duration(times.percentile(95)) + ", 95 % interval "
                        + Units.duration(p95.low()) + " to " + Units.duration(p95.high())));
            }
        }
        page.facts(label("Run time"), facts);
        double seconds = (workflows.lastNanos() - workflows.firstNanos()) / SECOND;
        if (workflows.workflows() > 1 && seconds > 0) {
            Confidence.Interval rate = Confidence.rate(workflows.workflows(), seconds, LEVEL);
            page.facts(
                    label("Throughput"),
                    List.of(Cell.of(
                            rate(workflows.workflows() / seconds) + " workflows/s, 95 % interval " + rate(rate.low())
                                    + " to " + rate(rate.high()) + " (n=" + Units.count(workflows.workflows()) + ")")));
        }
    }

    private static String rate(double perSecond) {
        return String.format(Locale.ROOT, perSecond < 10 ? "%.2f" : "%.1f", perSecond);
    }

    private static void concurrency(Page page, Concurrency concurrency) {
        List<Cell> facts = new ArrayList<>();
        facts.add(Cell.of("at once p50 " + concurrency.percentile(50) + ", p95 " + concurrency.percentile(95)
                + ", most " + concurrency.most()));
        facts.add(Cell.of("busy " + Units.duration(concurrency.busyNanos())));
        facts.add(Cell.of("idle " + Units.duration(concurrency.idleNanos())));
        if (concurrency.dropped() > 0) {
            facts.add(Cell.of(
                    "the first " + Units.count(concurrency.calls()) + " calls only, "
                            + Units.count(concurrency.dropped()) + " later ones left out",
                    Ink.YELLOW));
        }
        page.facts(label("Concurrency"), facts);
        List<Cell> spikes = new ArrayList<>();
        spikes.add(Cell.of(
                Units.count(concurrency.spikeCount(), "time") + " with " + Units.count(concurrency.threshold(), "call")
                        + " or more, " + Units.duration(concurrency.spikeNanos()) + " in all"));
        page.facts(label("Spikes"), spikes);
    }

    private static void patterns(Page page, CallSequences sequences, NatOptions options) {
        SequencePatterns.Result result =
                SequencePatterns.find(sequences, options.patterns().atLeast(2));
        List<Pattern> patterns = result.patterns();
        if (patterns.isEmpty()) {
            return;
        }
        String looked = sequences.keptWorkflows() == sequences.workflows()
                ? ""
                : "; " + Units.count(sequences.keptWorkflows()) + " of "
                        + Units.count(sequences.workflows(), "workflow") + " looked at";
        page.heading(
                "Call patterns",
                "orders of calls that several workflows share" + looked
                        + (result.complete() ? "" : "; not all were found, there are too many"));
        Grid table = new Grid(
                page.screen(),
                Column.text("calls"),
                Column.number("workflows"),
                Column.number("share").dispensable(1),
                Column.number("times").dispensable(3),
                Column.number("mean"),
                Column.number("total"),
                Column.number("tokens").dispensable(2));
        for (Pattern pattern : patterns.subList(0, Math.min(MAX_PATTERNS, patterns.size()))) {
            table.row(
                    Cell.of(Texts.safe(String.join(page.screen().unicode() ? " → " : " > ", pattern.calls()))),
                    Cell.of(Units.count(pattern.workflows())),
                    Cell.of(Units.share(pattern.coverage(), 1)),
                    Cell.of(Units.count(pattern.occurrences())),
                    Cell.of(Units.duration(pattern.meanTime())),
                    Cell.of(Units.duration(pattern.totalTime())),
                    Cell.of(Units.count(pattern.totalTokens())));
        }
        page.table(table);
    }

    private static void prefixes(Page page, PromptPrefixes prefixes, NatOptions options) {
        List<PromptPrefixes.Prefix> found = prefixes.prefixes(options.minFrequency());
        if (prefixes.calls().isEmpty()) {
            return;
        }
        page.heading("Prompt prefixes", "tokens sent again that a prompt cache could serve");
        for (String model : prefixes.calls().keySet()) {
            Distribution fresh = prefixes.newTokens().get(model);
            page.facts(
                    Texts.safe(model) + "  ",
                    List.of(
                            Cell.of(Units.count(prefixes.repeatedTokens(model)) + " of "
                                    + Units.count(prefixes.tokens(model)) + " input tokens repeated, "
                                    + Units.share(prefixes.repeatedTokens(model), prefixes.tokens(model))),
                            Cell.of(
                                    fresh == null
                                            ? "no workflow called it twice"
                                            : "new per further call p50 "
                                                    + Units.count(Math.round(fresh.percentile(50))) + " (n="
                                                    + Units.count(fresh.count()) + ")")));
        }
        if (found.isEmpty()) {
            return;
        }
        Grid table = new Grid(
                page.screen(),
                Column.text("prefix of"),
                Column.number("calls"),
                Column.number("tokens"),
                Column.number("repeated"),
                Column.text("hash").dispensable(1));
        for (PromptPrefixes.Prefix prefix : found.subList(0, Math.min(MAX_PREFIXES, found.size()))) {
            table.row(
                    Cell.of(Texts.safe(prefix.model())),
                    Cell.of(Units.count(prefix.calls())),
                    Cell.of(Units.count(prefix.tokens())),
                    Cell.of(Units.count(prefix.repeatedTokens())),
                    Cell.of(Texts.safe(prefix.hash())));
        }
        page.table(table);
    }
}
