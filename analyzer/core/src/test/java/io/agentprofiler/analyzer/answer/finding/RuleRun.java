// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding;

import io.agentprofiler.analyzer.answer.critical.CriticalTotals;
import io.agentprofiler.analyzer.answer.finding.scan.Aggregates;
import io.agentprofiler.analyzer.answer.finding.scan.WorkflowScan;
import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
import io.agentprofiler.analyzer.read.event.JvmEvents;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.process.ProcessLog;
import io.agentprofiler.analyzer.trace.process.ProcessLogs;
import java.util.List;
import java.util.Map;

/** What rules find in workflows whose waste is known, one rule alone or all. */
public final class RuleRun {
    private RuleRun() {}

    /** Returns what a rule finds under the standard thresholds. */
    public static List<Finding> found(FindingRule rule, TestRun run) {
        return found(rule, Thresholds.STANDARD, run);
    }

    /** Returns what a rule finds in one workflow. */
    public static List<Finding> found(FindingRule rule, Trace trace) {
        return found(List.of(rule), Thresholds.STANDARD, JvmEvents.NONE, List.of(trace));
    }

    /** Returns what a rule finds. */
    public static List<Finding> found(FindingRule rule, Thresholds thresholds, TestRun run) {
        return found(rule, thresholds, JvmEvents.NONE, run);
    }

    /** Returns what a rule finds with a flight recording. */
    public static List<Finding> found(FindingRule rule, Thresholds thresholds, JvmEvents jvm, TestRun run) {
        return found(List.of(rule), thresholds, jvm, run.traces());
    }

    /** Returns what a rule finds with samples of the process, in which all workflows ran. */
    public static List<Finding> found(FindingRule rule, TestRun run, ProcessLog process) {
        return found(
                List.of(rule),
                Thresholds.STANDARD,
                JvmEvents.NONE,
                run.traces().stream().map(trace -> trace.inRun("r")).toList(),
                new ProcessLogs(Map.of("r", process)));
    }

    /** Returns what rules find. */
    public static List<Finding> found(
            List<FindingRule> rules, Thresholds thresholds, JvmEvents jvm, List<Trace> traces) {
        return found(rules, thresholds, jvm, traces, ProcessLogs.NONE);
    }

    private static List<Finding> found(
            List<FindingRule> rules, Thresholds thresholds, JvmEvents jvm, List<Trace> traces, ProcessLogs processes) {
        Findings.FindingsQuestion question = new Findings.FindingsQuestion(rules, thresholds, PriceList.bundled(), jvm);
        Findings findings = question.empty();
        CriticalTotals totals = CriticalTotals.ANALYSIS.empty();
        for (Trace trace : traces) {
            question.merge(findings, question.of(trace));
            CriticalTotals.ANALYSIS.merge(totals, CriticalTotals.ANALYSIS.of(trace));
        }
        return findings.ranked(totals, processes, thresholds);
    }

    /** Returns a workflow as rules look at it. */
    public static WorkflowScan scan(Trace trace) {
        return new WorkflowScan(trace, Thresholds.STANDARD, PriceList.bundled(), JvmEvents.NONE, new Aggregates());
    }

    /** Begins a workflow of an agent, span 1. */
    public static TestRun agent() {
        return TestRun.bare().start(1, 0, 0, "agent", "A", "\"gen_ai.agent.name\":\"A\"");
    }

    /** Returns the attribute with the hash of a content. */
    public static String hash(String name, String hash) {
        return "\"agentprofiler.content." + name + "\":{\"chars\":9,\"hash\":\"" + hash + "\"}";
    }

    /** Adds a tool call of the agent. */
    public static TestRun tool(TestRun run, int id, double from, double to, String name, String asked, String answer) {
        return run.start(
                        id,
                        1,
                        from,
                        "tool",
                        name,
                        "\"gen_ai.tool.name\":\"" + name + "\"," + hash("tool.call.arguments", asked))
                .end(id, to, hash("tool.call.result", answer));
    }
}
