// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.report.section;

import io.agentprofiler.analyzer.trace.metric.workflow.FailedCalls;
import io.agentprofiler.analyzer.trace.metric.workflow.FailureStats;
import io.agentprofiler.analyzer.view.Table;
import io.agentprofiler.analyzer.view.cell.Cell;
import io.agentprofiler.analyzer.view.cell.Emphasis;

/** The table of operations that failed, those that failed most first, each with what it fails with. */
public final class FailureSection {
    private FailureSection() {}

    /** Describes the failures, so many operations at most for people. */
    public static Table of(FailedCalls failures, int most) {
        return Table.of("failures", failures.worstFirst())
                .heading("Failures", "operations whose calls failed, and what most of these failed with")
                .atMost(most, ReportWords.ALL_ROWS)
                .text("operation", row -> Cell.name(row.getKey().label()))
                .field("kind", row -> row.getKey().kind().word())
                .field("name", row -> row.getKey().name())
                .number(
                        "failed",
                        "failed",
                        row -> Cell.count(row.getValue().failed()).with(Emphasis.BAD))
                .number("calls", "calls", row -> Cell.count(row.getValue().calls()))
                .number(
                        "rate",
                        row -> Cell.share(
                                row.getValue().failed(), row.getValue().calls()))
                .dispensable(1)
                .number(
                        "workflows",
                        "workflows",
                        row -> Cell.count(row.getValue().workflows()))
                .dispensable(2)
                .text("with", row -> Cell.name(text(row.getValue())))
                .field("error_type", row -> row.getValue().errorType())
                .field("error_message", row -> row.getValue().message())
                .build();
    }

    private static String text(FailureStats stats) {
        String text = stats.message() == null ? stats.errorType() : stats.errorType() + ": " + stats.message();
        String line = text.strip().replaceAll("\\s+", " ");
        return ReportWords.name(line);
    }
}
