// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.report.section;

import io.agentprofiler.analyzer.answer.completeness.SamplingSection;
import io.agentprofiler.analyzer.answer.tokens.CostCells;
import io.agentprofiler.analyzer.answer.tokens.CostSum;
import io.agentprofiler.analyzer.answer.tokens.spending.Spending;
import io.agentprofiler.analyzer.answer.tokens.spending.Spending.SpendingScope;
import io.agentprofiler.analyzer.base.stat.Distribution;
import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.trace.Tokens;
import io.agentprofiler.analyzer.trace.assembly.AssemblyCounts;
import io.agentprofiler.analyzer.trace.metric.SpanFlags;
import io.agentprofiler.analyzer.trace.metric.WorkAfterEnd;
import io.agentprofiler.analyzer.trace.metric.workflow.WorkflowEnd;
import io.agentprofiler.analyzer.trace.metric.workflow.WorkflowStats;
import io.agentprofiler.analyzer.trace.metric.workflow.Workflows;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import io.agentprofiler.analyzer.trace.pipeline.outcome.RunFacts;
import io.agentprofiler.analyzer.view.Block;
import io.agentprofiler.analyzer.view.Facts;
import io.agentprofiler.analyzer.view.Note;
import io.agentprofiler.analyzer.view.Section;
import io.agentprofiler.analyzer.view.Value;
import io.agentprofiler.analyzer.view.cell.Cell;
import io.agentprofiler.analyzer.view.cell.Emphasis;
import io.agentprofiler.analyzer.view.cell.Fields;
import io.agentprofiler.analyzer.view.cell.Percentiles;
import io.agentprofiler.analyzer.view.cell.Units;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The head of the report: which runs, and their figures at a glance. */
public final class RunSection {
    /** Where a format does not say when things happened, their order counts from 1970. */
    private static final long ORDER_ONLY = TimeUnit.SECONDS.toNanos(1);

    private static final int MAX_RUNS = 5;
    private static final int LABEL = 11;

    private RunSection() {}

    /** Describes the runs; programs get every run with what was read of it. */
    public static Section of(Outcome outcome, Spending.SpendingQuestion costs) {
        List<RunFacts> runs = outcome.runs();
        Section.Builder section = Section.under(runs.size() == 1 ? "Run" : Units.count(runs.size(), "run"), "")
                .add(new Value("runs", runs.stream().map(RunSection::fields).toList()));
        runs.stream().limit(MAX_RUNS).forEach(run -> section.add(run(run)));
        if (runs.size() > MAX_RUNS) {
            section.add(Note.line("… and " + (runs.size() - MAX_RUNS) + " more"));
        }
        section.add(Note.line(""));
        glance(outcome, costs).forEach(section::add);
        return section.build();
    }

    private static List<Block> glance(Outcome outcome, Spending.SpendingQuestion costs) {
        Workflows workflows = outcome.summary().get(Workflows.ANALYSIS);
        WorkflowStats all = workflows.all();
        List<Block> blocks = new ArrayList<>();
        blocks.add(counts(all, workflows.ingestions()));
        blocks.add(runTime(outcome));
        blocks.add(tokens(all));
        blocks.addAll(cost(outcome, costs));
        blocks.addAll(SamplingSection.remarks(outcome));
        return blocks;
    }

    /** Describes what it cost; nothing where no call could have a price. */
    static List<Facts> cost(Outcome outcome, Spending.SpendingQuestion costs) {
        Spending spent = costs.in(outcome.summary());
        CostSum cost = spent.total().cost();
        return cost.equals(CostSum.NONE)
                ? List.of()
                : List.of(new Facts(
                        label("Cost"), CostCells.facts(cost, spent.costs(SpendingScope.MODEL), costs.prices())));
    }

    /** Returns the label of a line of facts, as wide as all of them. */
    static String label(String text) {
        return text + " ".repeat(LABEL - text.length());
    }

    private static boolean isDated(RunFacts run) {
        return run.header() != null || run.files().headerExpected() || run.lastNanos() > ORDER_ONLY;
    }

    private static Facts run(RunFacts run) {
        Facts.Builder facts = Facts.about("").add(Cell.name(run.label()));
        if (run.header() != null) {
            if (run.header().host() != null) {
                facts.add(Cell.name("host " + run.header().host()));
            }
            addVersion(facts, "Java", run.header().details().get("jvm"));
            addVersion(facts, "agent", run.header().details().get("agent"));
        }
        if (run.lastNanos() != Unknown.LONG && isDated(run)) {
            facts.add("until " + Units.time(run.lastNanos()) + " UTC");
        }
        return facts.add(Units.count(run.counts().read().all(), "event")).build();
    }

    private static void addVersion(Facts.Builder facts, String what, Object details) {
        if (details instanceof Map<?, ?> map && map.get("version") instanceof String version) {
            facts.add(Cell.name(what + " " + version));
        }
    }

    private static Facts counts(WorkflowStats all, long ingestions) {
        Facts.Builder facts = Facts.about(label("Workflows")).add(Units.count(all.workflows()));
        if (ingestions > 0 && ingestions < all.workflows()) {
            facts.add(Units.count(ingestions) + " of them only filled a store");
        }
        addBad(facts, all.ends().failed(), "failed", Emphasis.BAD);
        addBad(facts, all.ends().ofUnknownStatus(), "with unknown status", Emphasis.WARNING);
        addBad(facts, all.ends().okWithFailures(), WorkflowEnd.Ending.OK_WITH_FAILURES.words(), Emphasis.BAD);
        addBad(facts, all.ends().cancelled(), "cancelled", Emphasis.WARNING);
        addBad(facts, all.ends().unfinished(), "unfinished", Emphasis.WARNING);
        return facts.add(Units.count(all.modelCalls(), "model call"))
                .add(Units.count(all.toolCalls(), "tool call"))
                .add(Units.count(all.spans(), "span"))
                .build();
    }

    private static void addBad(Facts.Builder facts, long count, String what, Emphasis emphasis) {
        if (count > 0) {
            facts.add(Cell.words(Units.count(count) + " " + what).with(emphasis));
        }
    }

    /** Describes how long workflows took. */
    static Facts runTime(Outcome outcome) {
        Distribution durations =
                outcome.summary().get(Workflows.ANALYSIS).served().durations();
        Facts.Builder facts = Facts.about(label("Run time"));
        if (durations.count() == 0) {
            facts.add("no workflow was recorded from start to end");
        } else if (durations.count() == 1) {
            facts.add(Units.duration(durations.max()));
        } else {
            facts.add("p50 " + Percentiles.text(durations, 50))
                    .add("p95 " + Percentiles.text(durations, 95))
                    .add("p99 " + Percentiles.text(durations, 99))
                    .add("max " + Units.duration(durations.max()) + " (n=" + Units.count(durations.count()) + ")");
        }
        WorkAfterEnd afterEnd = outcome.summary().get(SpanFlags.ANALYSIS).afterEnd();
        if (afterEnd.longest() != null) {
            String whose = afterEnd.workflows() == 1 ? "" : "of " + Units.count(afterEnd.workflows(), "workflow") + " ";
            facts.add(Cell.words("work " + whose + "went on until "
                            + Units.duration(afterEnd.longest().workNanos()))
                    .with(Emphasis.WARNING));
        }
        return facts.build();
    }

    /** Describes the tokens of model calls and embeddings. */
    static Facts tokens(WorkflowStats all) {
        Facts.Builder facts = Facts.about(label("Tokens"));
        Tokens tokens = all.tokens();
        if (tokens.isKnown()) {
            facts.add("in " + Units.count(tokens.input()) + part(tokens.cacheRead(), tokens.input(), "cached"))
                    .add("out " + Units.count(tokens.output())
                            + part(tokens.reasoning(), tokens.output(), "reasoning"));
        } else {
            facts.add("none reported");
        }
        if (all.embeddingTokens().isKnown()) {
            facts.add("embeddings " + Units.count(all.embeddingTokens().input()));
        }
        if (all.callsWithoutUsage() > 0) {
            facts.add(Cell.words(Units.count(all.callsWithoutUsage(), "model call") + " did not report usage")
                    .with(Emphasis.WARNING));
        }
        return facts.build();
    }

    private static String part(long part, long whole, String word) {
        return part == Unknown.LONG || part == 0
                ? ""
                : " (" + Units.count(part) + " " + word + ", " + Units.share(part, whole) + ")";
    }

    private static Fields fields(RunFacts run) {
        Fields fields = new Fields().put("run", run.run());
        if (run.header() != null) {
            fields.put("service", run.header().service())
                    .put("pid", run.header().pid())
                    .put("host", run.header().host());
        }
        AssemblyCounts counts = run.counts();
        List<Fields> dropped = new ArrayList<>();
        if (run.counters() != null) {
            run.counters()
                    .events()
                    .dropped()
                    .forEach((event, reasons) -> reasons.forEach((reason, count) -> dropped.add(new Fields()
                            .put("event", event)
                            .put("reason", reason)
                            .put("count", count))));
        }
        return fields.put("files", run.files().count())
                .put("closed", run.files().headerExpected() ? run.files().closed() : null)
                .put("last_epoch_ns", isDated(run) ? run.lastNanos() : null)
                .put(
                        "events_read",
                        new Fields()
                                .put("starts", counts.read().starts())
                                .put("chunks", counts.read().chunks())
                                .put("ends", counts.read().ends()))
                .put("events_lost", run.lost())
                .put("dropped", dropped)
                .put("missing_segments", run.files().missingSegments())
                .put("duplicates", counts.duplicates())
                .put("orphan_ends", counts.orphanEnds())
                .put("orphan_chunks", counts.orphanChunks())
                .put("closed_early", counts.givenUp())
                .put("process", ProcessSection.fields(run));
    }
}
