// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.overview.section;

import io.agentprofiler.analyzer.cost.CostSum;
import io.agentprofiler.analyzer.cost.Costs;
import io.agentprofiler.analyzer.cost.view.CostCells;
import io.agentprofiler.analyzer.input.event.SpanEvent;
import io.agentprofiler.analyzer.metric.workflow.WorkflowStats;
import io.agentprofiler.analyzer.metric.workflow.Workflows;
import io.agentprofiler.analyzer.pipeline.Outcome;
import io.agentprofiler.analyzer.pipeline.RunFacts;
import io.agentprofiler.analyzer.sampling.SamplingSection;
import io.agentprofiler.analyzer.stat.Distribution;
import io.agentprofiler.analyzer.trace.Tokens;
import io.agentprofiler.analyzer.view.Facts;
import io.agentprofiler.analyzer.view.Percentiles;
import io.agentprofiler.analyzer.view.Units;
import io.agentprofiler.analyzer.view.terminal.Grid.Cell;
import io.agentprofiler.analyzer.view.terminal.Ink;
import io.agentprofiler.analyzer.view.terminal.Page;
import io.agentprofiler.analyzer.view.terminal.Screen;
import io.agentprofiler.analyzer.view.terminal.TerminalView;
import io.agentprofiler.analyzer.view.terminal.Texts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The head of the report: which runs, and their figures at a glance. */
public final class RunSection {
    private static final int MAX_RUNS = 5;
    private static final int LABEL = 11;

    private RunSection() {}

    public static void print(Page page, Outcome outcome, Costs.Question costs) {
        Screen screen = page.screen();
        List<RunFacts> runs = outcome.runs();
        page.heading(runs.size() == 1 ? "Run" : Units.count(runs.size(), "run"), "");
        for (RunFacts run : runs.subList(0, Math.min(MAX_RUNS, runs.size()))) {
            page.facts("", run(run));
        }
        if (runs.size() > MAX_RUNS) {
            page.line(screen.ellipsis() + " and " + (runs.size() - MAX_RUNS) + " more");
        }
        page.line("");
        Workflows workflows = outcome.summary().get(Workflows.ANALYSIS);
        WorkflowStats all = workflows.all();
        page.facts(label("Workflows"), counts(all, workflows.ingestions()));
        page.facts(label("Run time"), runTime(workflows.served().durations()));
        page.facts(label("Tokens"), tokens(all));
        Costs cost = outcome.summary().get(costs);
        if (!cost.total().equals(CostSum.NONE)) {
            new TerminalView(page)
                    .add(new Facts(
                            label("Cost"), CostCells.facts(cost.total(), cost.by(Costs.By.MODEL), costs.prices())));
        }
        new TerminalView(page).add(SamplingSection.remarks(outcome));
    }

    private static String label(String text) {
        return Texts.padRight(text, LABEL);
    }

    private static List<Cell> run(RunFacts run) {
        List<Cell> facts = new ArrayList<>();
        facts.add(Cell.of(Texts.safe(run.label())));
        if (run.header() != null) {
            if (run.header().host() != null) {
                facts.add(Cell.of("host " + Texts.safe(run.header().host())));
            }
            addVersion(facts, "Java", run.header().details().get("jvm"));
            addVersion(facts, "agent", run.header().details().get("agent"));
        }
        if (run.lastNanos() != SpanEvent.ABSENT) {
            facts.add(Cell.of("until " + Units.time(run.lastNanos()) + " UTC"));
        }
        facts.add(Cell.of(Units.count(run.counts().events(), "event")));
        return facts;
    }

    private static void addVersion(List<Cell> facts, String what, Object details) {
        if (details instanceof Map<?, ?> map && map.get("version") instanceof String version) {
            facts.add(Cell.of(what + " " + Texts.safe(version)));
        }
    }

    private static List<Cell> counts(WorkflowStats all, long ingestions) {
        List<Cell> facts = new ArrayList<>();
        facts.add(Cell.of(Units.count(all.workflows())));
        if (ingestions > 0 && ingestions < all.workflows()) {
            facts.add(Cell.of(Units.count(ingestions) + " of them only filled a store"));
        }
        addBad(facts, all.errors(), "failed", Ink.RED);
        addBad(facts, all.withFailedSteps(), "with failed steps", Ink.RED);
        addBad(facts, all.cancelled(), "cancelled", Ink.YELLOW);
        addBad(facts, all.unfinished(), "unfinished", Ink.YELLOW);
        facts.add(Cell.of(Units.count(all.modelCalls(), "model call")));
        facts.add(Cell.of(Units.count(all.toolCalls(), "tool call")));
        facts.add(Cell.of(Units.count(all.spans(), "span")));
        return facts;
    }

    private static void addBad(List<Cell> facts, long count, String what, Ink ink) {
        if (count > 0) {
            facts.add(Cell.of(Units.count(count) + " " + what, ink));
        }
    }

    private static List<Cell> runTime(Distribution durations) {
        if (durations.count() == 0) {
            return List.of(Cell.of("no workflow was recorded from start to end"));
        }
        if (durations.count() == 1) {
            return List.of(Cell.of(Units.duration(durations.max())));
        }
        return List.of(
                Cell.of("p50 " + Percentiles.text(durations, 50)),
                Cell.of("p95 " + Percentiles.text(durations, 95)),
                Cell.of("p99 " + Percentiles.text(durations, 99)),
                Cell.of("max " + Units.duration(durations.max()) + " (n=" + Units.count(durations.count()) + ")"));
    }

    private static List<Cell> tokens(WorkflowStats all) {
        List<Cell> facts = new ArrayList<>();
        Tokens tokens = all.tokens();
        if (tokens.isKnown()) {
            facts.add(
                    Cell.of("in " + Units.count(tokens.input()) + part(tokens.cacheRead(), tokens.input(), "cached")));
            facts.add(Cell.of(
                    "out " + Units.count(tokens.output()) + part(tokens.reasoning(), tokens.output(), "reasoning")));
        } else {
            facts.add(Cell.of("none reported"));
        }
        if (all.embeddingTokens().isKnown()) {
            facts.add(Cell.of("embeddings " + Units.count(all.embeddingTokens().input())));
        }
        if (all.callsWithoutUsage() > 0) {
            facts.add(
                    Cell.of(Units.count(all.callsWithoutUsage(), "model call") + " did not report usage", Ink.YELLOW));
        }
        return facts;
    }

    private static String part(long part, long whole, String word) {
        return part == SpanEvent.ABSENT || part == 0
                ? ""
                : " (" + Units.count(part) + " " + word + ", " + Units.share(part, whole) + ")";
    }
}
