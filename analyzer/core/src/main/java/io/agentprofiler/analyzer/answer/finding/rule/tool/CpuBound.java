// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.tool;

import io.agentprofiler.analyzer.answer.finding.Threshold;
import io.agentprofiler.analyzer.answer.finding.rule.Candidate;
import io.agentprofiler.analyzer.answer.finding.rule.OperationRule;
import io.agentprofiler.analyzer.answer.finding.scan.OperationFacts;
import io.agentprofiler.analyzer.trace.metric.operation.Operation;
import io.agentprofiler.analyzer.view.cell.Units;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.function.ToDoubleFunction;

/** Finds tools and retrievals whose time is CPU time of their own thread. */
public final class CpuBound extends OperationRule {
    static final Threshold CPU_SHARE =
            new Threshold("cpu-share", 0.70, "share of a tool's time in which its own thread computes");
    static final Threshold CPU_MS = new Threshold("cpu-ms", 50, "mean CPU time of such a tool's calls");

    public CpuBound() {
        super("cpu-bound", CPU_SHARE, CPU_MS);
    }

    /** Answers whether an operation computes for most of its time. */
    static boolean computes(Operation operation, OperationFacts facts, ToDoubleFunction<Threshold> limits) {
        return (operation.kind() == SpanKind.TOOL || operation.kind() == SpanKind.RETRIEVAL)
                && facts.cpuCalls() > 0
                && facts.cpuNanos() >= limits.applyAsDouble(CPU_SHARE) * facts.timedNanos()
                && facts.cpuNanos() >= limits.applyAsDouble(CPU_MS) * Threshold.MILLI * facts.cpuCalls();
    }

    @Override
    protected void judge(Operation operation, OperationFacts facts, Candidate finding) {
        if (computes(operation, facts, finding::of)) {
            double share = facts.cpuNanos() / (double) facts.timedNanos();
            finding.waitedFor(operation)
                    .over(CPU_SHARE, share)
                    .report(
                            title(operation, facts, share),
                            "it computes rather than waits: a CPU profile of these spans shows where");
        }
    }

    private static String title(Operation operation, OperationFacts facts, double share) {
        double bytes = facts.meanAllocatedBytes();
        return operation.label() + " computes for " + Units.share(share, 1) + " of its time, "
                + Units.duration(facts.cpuNanos() / (double) facts.cpuCalls()) + " a call"
                + (Double.isNaN(bytes) ? "" : ", and allocates " + Units.bytes(Math.round(bytes)));
    }
}
