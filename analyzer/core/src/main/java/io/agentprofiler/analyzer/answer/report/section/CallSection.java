// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.report.section;

import io.agentprofiler.analyzer.answer.prefix.stable.PromptPrefixes;
import io.agentprofiler.analyzer.base.stat.ConfidenceInterval;
import io.agentprofiler.analyzer.base.stat.Distribution;
import io.agentprofiler.analyzer.trace.metric.CallLog;
import io.agentprofiler.analyzer.trace.metric.RunSummary;
import io.agentprofiler.analyzer.trace.metric.sequence.CallLimits;
import io.agentprofiler.analyzer.trace.metric.sequence.CallPatterns;
import io.agentprofiler.analyzer.trace.metric.sequence.CallSequences;
import io.agentprofiler.analyzer.trace.metric.sequence.Concurrency;
import io.agentprofiler.analyzer.trace.metric.sequence.SequencePatterns;
import io.agentprofiler.analyzer.trace.metric.workflow.WorkflowStats;
import io.agentprofiler.analyzer.trace.metric.workflow.Workflows;
import io.agentprofiler.analyzer.view.Block;
import io.agentprofiler.analyzer.view.Facts;
import io.agentprofiler.analyzer.view.Section;
import io.agentprofiler.analyzer.view.Table;
import io.agentprofiler.analyzer.view.cell.Cell;
import io.agentprofiler.analyzer.view.cell.Emphasis;
import io.agentprofiler.analyzer.view.cell.Units;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What the model and tool calls have in common: how many at once, in which orders, with which prompts. */
public final class CallSection {
    private static final int LABEL = 13;
    private static final int MAX_PATTERNS = 5;
    private static final int MAX_PREFIXES = 5;
    private static final int MAX_LEVELS = 20;
    private static final double LEVEL = 0.95;
    private static final double SECOND = 1e9;

    private CallSection() {}

    /** Describes the calls; {@code profile.json} has the figures for programs. */
    public static List<Block> of(RunSummary summary, CallLimits limits) {
        CallLog log = summary.get(CallLog.ANALYSIS);
        if (log.size() == 0) {
            return List.of();
        }
        Section.Builder section = Section.under("Calls", "model and tool calls of all workflows together");
        estimates(section, summary.get(Workflows.ANALYSIS).served());
        Concurrency concurrency = Concurrency.of(log, limits.spikeThreshold());
        concurrency(section, concurrency);
        List<Block> blocks = new ArrayList<>();
        blocks.add(section.build());
        blocks.add(latencies(concurrency));
        blocks.add(patterns(summary.get(CallPatterns.ANALYSIS), limits));
        PromptPrefixes prefixes = summary.get(PromptPrefixes.ANALYSIS);
        if (!prefixes.calls().isEmpty()) {
            blocks.add(prefixes(prefixes, limits));
        }
        return blocks;
    }

    private static Facts.Builder about(String label) {
        return Facts.about(label + " ".repeat(LABEL - label.length()));
    }

    private static void estimates(Section.Builder section, WorkflowStats workflows) {
        Distribution times = workflows.durations();
        Facts.Builder runTime = about("Run time");
        ConfidenceInterval.Interval mean = times.meanInterval(LEVEL);
        if (mean == null) {
            runTime.add(Cell.words("n = " + times.count() + " is too small for an interval")
                    .with(Emphasis.DIM));
        } else {
            runTime.add("mean " + Units.duration(times.mean()) + ", 95 % interval " + Units.duration(mean.low())
                    + " to " + Units.duration(mean.high()) + " (n=" + Units.count(times.count()) + ")");
            ConfidenceInterval.Interval p95 = times.percentileInterval(95, LEVEL);
            if (p95 != null) {
                runTime.add("p95 " + Units.duration(times.percentile(95)) + ", 95 % interval "
                        + Units.duration(p95.low()) + " to " + Units.duration(p95.high()));
            }
        }
        section.add(runTime.build());
        double seconds = (workflows.lastNanos() - workflows.firstNanos()) / SECOND;
        if (workflows.workflows() > 1 && workflows.firstNanos() < workflows.lastNanos()) {
            ConfidenceInterval.Interval rate = ConfidenceInterval.rate(workflows.workflows(), seconds, LEVEL);
            section.add(about("Throughput")
                    .add(rate(workflows.workflows() / seconds) + " workflows/s, 95 % interval " + rate(rate.low())
                            + " to " + rate(rate.high()) + " (n=" + Units.count(workflows.workflows()) + ")")
                    .build());
        }
    }

    private static String rate(double perSecond) {
        return String.format(Locale.ROOT, perSecond < 10 ? "%.2f" : "%.1f", perSecond);
    }

    private static void concurrency(Section.Builder section, Concurrency concurrency) {
        Facts.Builder facts = about("Concurrency")
                .add("p50 " + concurrency.percentile(50) + ", p95 " + concurrency.percentile(95) + ", max "
                        + Units.count(concurrency.most(), "concurrent call"))
                .add("busy " + Units.duration(concurrency.busyNanos()))
                .add("idle " + Units.duration(concurrency.idleNanos()));
        if (concurrency.dropped() > 0) {
            facts.add(Cell.words("the first " + Units.count(concurrency.calls()) + " calls only, "
                            + Units.count(concurrency.dropped()) + " later ones left out")
                    .with(Emphasis.WARNING));
        }
        section.add(facts.build());
        section.add(about("Spikes")
                .add(Units.count(concurrency.spikeCount(), "time") + " with "
                        + Units.count(concurrency.threshold(), "call") + " or more, "
                        + Units.duration(concurrency.spikeNanos()) + " in all")
                .build());
    }

    private static Table latencies(Concurrency concurrency) {
        return Table.of(null, concurrency.modelLatencies().entrySet())
                .heading(
                        "Latency by concurrency",
                        "model calls by the number of model and tool calls that ran halfway through them")
                .atMost(MAX_LEVELS, "profile.json has all of them")
                .number("concurrent", row -> Cell.count(row.getKey()))
                .number("model calls", row -> Cell.count(row.getValue().count()))
                .number("mean", row -> Cell.duration(row.getValue().mean()))
                .number("min", row -> Cell.duration(row.getValue().min()))
                .dispensable(2)
                .number("p50", row -> Cell.percentile(row.getValue(), 50))
                .number("p95", row -> Cell.percentile(row.getValue(), 95))
                .number("max", row -> Cell.duration(row.getValue().max()))
                .dispensable(1)
                .build();
    }

    private static Table patterns(CallSequences sequences, CallLimits limits) {
        SequencePatterns.FoundPatterns result =
                SequencePatterns.find(sequences, limits.patterns().atLeast(2));
        String looked = sequences.keptWorkflows() == sequences.workflows()
                ? ""
                : "; " + Units.count(sequences.keptWorkflows()) + " of "
                        + Units.count(sequences.workflows(), "workflow") + " looked at";
        return Table.of(null, result.patterns().stream().limit(MAX_PATTERNS).toList())
                .heading(
                        "Call patterns",
                        "orders of calls that several workflows share" + looked
                                + (result.complete() ? "" : "; not all were found, there are too many"))
                .text("calls", pattern -> Cell.name(String.join(" → ", pattern.calls())))
                .number("workflows", pattern -> Cell.count(pattern.workflows()))
                .number("share", pattern -> Cell.share(pattern.coverage(), 1))
                .dispensable(1)
                .number("times", pattern -> Cell.count(pattern.occurrences()))
                .dispensable(3)
                .number("mean", pattern -> Cell.duration(pattern.meanTime()))
                .number("total", pattern -> Cell.duration(pattern.totalTime()))
                .number("tokens", pattern -> Cell.count(pattern.totalTokens()))
                .dispensable(2)
                .build();
    }

    private static Section prefixes(PromptPrefixes prefixes, CallLimits limits) {
        Section.Builder section = Section.under(
                "Prompt prefixes",
                "beginnings that calls share; the command prefix tells what a prompt cache could serve");
        for (String model : prefixes.calls().keySet()) {
            Distribution fresh = prefixes.newTokens().get(model);
            section.add(Facts.about(model + "  ")
                    .add(Units.count(prefixes.calls().get(model), "call") + " with "
                            + Units.count(prefixes.tokens(model)) + " input tokens")
                    .add(
                            fresh == null
                                    ? "no workflow called it twice"
                                    : "new per further call p50 " + Units.count(Math.round(fresh.percentile(50)))
                                            + " (n=" + Units.count(fresh.count()) + ")")
                    .build());
        }
        return section.add(Table.of(
                                null,
                                prefixes.prefixes(limits.minFrequency()).stream()
                                        .limit(MAX_PREFIXES)
                                        .toList())
                        .text("prefix of", prefix -> Cell.name(prefix.model()))
                        .number("calls", prefix -> Cell.count(prefix.calls()))
                        .number("tokens", prefix -> Cell.count(prefix.tokens()))
                        .number("repeated", prefix -> Cell.count(prefix.repeatedTokens()))
                        .text("hash", prefix -> Cell.name(prefix.hash()))
                        .dispensable(1)
                        .build())
                .build();
    }
}
