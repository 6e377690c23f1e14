// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.report;

import io.agentprofiler.analyzer.analysis.Distribution;
import io.agentprofiler.analyzer.analysis.WorkflowStats;
import io.agentprofiler.analyzer.analysis.Workflows;
import io.agentprofiler.analyzer.read.SpanEvent;
import io.agentprofiler.analyzer.run.Outcome;
import io.agentprofiler.analyzer.run.RunFacts;
import io.agentprofiler.analyzer.trace.Tokens;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The head of the report: which runs, and their figures at a glance. */
final class RunSection {
    private static final int MAX_RUNS = 5;
    private static final int LABEL = 10;

    private RunSection() {}

    static void print(Page page, Outcome outcome) {
        Screen screen = page.screen();
        List<RunFacts> runs = outcome.runs();
        page.heading(runs.size() == 1 ? "Run" : Units.count(runs.size(), "run"), "");
        for (RunFacts run : runs.subList(0, Math.min(MAX_RUNS, runs.size()))) {
            page.line(run(run, screen));
        }
        if (runs.size() > MAX_RUNS) {
            page.line(screen.ellipsis() + " and " + (runs.size() - MAX_RUNS) + " more");
        }
        page.line("");
        WorkflowStats all = outcome.summary().get(Workflows.ANALYSIS).all();
        fact(page, "Workflows", counts(all, screen));
        fact(page, "Run time", runTime(all.durations(), screen));
        fact(page, "Tokens", tokens(all, screen));
    }

    private static String run(RunFacts run, Screen screen) {
        List<String> parts = new ArrayList<>();
        parts.add(Texts.safe(run.label()));
        if (run.header() != null) {
            if (run.header().host() != null) {
                parts.add("host " + Texts.safe(run.header().host()));
            }
            addVersion(parts, "Java", run.header().details().get("jvm"));
            addVersion(parts, "agent", run.header().details().get("agent"));
        }
        if (run.lastNanos() != SpanEvent.ABSENT) {
            parts.add("until " + Units.time(run.lastNanos()) + " UTC");
        }
        parts.add(Units.count(run.counts().events(), "event"));
        return Texts.cut(String.join(" " + screen.dot() + " ", parts), screen.width(), screen.ellipsis());
    }

    private static void addVersion(List<String> parts, String what, Object details) {
        if (details instanceof Map<?, ?> map && map.get("version") instanceof String version) {
            parts.add(what + " " + Texts.safe(version));
        }
    }

    private static void fact(Page page, String label, String text) {
        page.line(page.paint(Texts.padRight(label, LABEL), Ink.DIM) + " " + text);
    }

    private static String counts(WorkflowStats all, Screen screen) {
        List<String> parts = new ArrayList<>();
        parts.add(Units.count(all.workflows()));
        if (all.errors() > 0) {
            parts.add(Ink.RED.paint(Units.count(all.errors()) + " failed", screen.colours()));
        }
        if (all.cancelled() > 0) {
            parts.add(Ink.YELLOW.paint(Units.count(all.cancelled()) + " cancelled", screen.colours()));
        }
        if (all.unfinished() > 0) {
            parts.add(Ink.YELLOW.paint(Units.count(all.unfinished()) + " unfinished", screen.colours()));
        }
        parts.add(Units.count(all.modelCalls(), "model call"));
        parts.add(Units.count(all.toolCalls(), "tool call"));
        parts.add(Units.count(all.spans(), "span"));
        return String.join(" " + screen.dot() + " ", parts);
    }

    private static String runTime(Distribution durations, Screen screen) {
        if (durations.count() == 0) {
            return "no workflow was recorded from start to end";
        }
        if (durations.count() == 1) {
            return Units.duration(durations.max());
        }
        return "p50 " + Percentiles.text(durations, 50) + " " + screen.dot() + " p95 "
                + Percentiles.text(durations, 95) + " " + screen.dot() + " p99 " + Percentiles.text(durations, 99) + " "
                + screen.dot() + " max " + Units.duration(durations.max()) + " (n=" + Units.count(durations.count())
                + ")";
    }

    private static String tokens(WorkflowStats all, Screen screen) {
        List<String> parts = new ArrayList<>();
        Tokens tokens = all.tokens();
        if (tokens.isKnown()) {
            parts.add("in " + Units.count(tokens.input()) + part(tokens.cacheRead(), tokens.input(), "cached"));
            parts.add("out " + Units.count(tokens.output()) + part(tokens.reasoning(), tokens.output(), "reasoning"));
        } else {
            parts.add("none reported");
        }
        if (all.embeddingTokens().isKnown()) {
            parts.add("embeddings " + Units.count(all.embeddingTokens().input()));
        }
        if (all.callsWithoutUsage() > 0) {
            String missing = Units.count(all.callsWithoutUsage(), "model call") + " did not report usage";
            parts.add(Ink.YELLOW.paint(missing, screen.colours()));
        }
        return String.join(" " + screen.dot() + " ", parts);
    }

    private static String part(long part, long whole, String word) {
        return part == SpanEvent.ABSENT || part == 0
                ? ""
                : " (" + Units.count(part) + " " + word + ", " + Units.share(part, whole) + ")";
    }
}
