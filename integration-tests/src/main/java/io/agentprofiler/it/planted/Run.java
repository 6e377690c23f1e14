// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.planted;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The recording of one run of a program, and its findings.
 *
 * @param findings the findings, first the first
 * @param nanos run time of its workflows, all together
 * @param workflows run time of each workflow that ended, in the order of their starts, in nanoseconds
 * @param usd cost of its model calls; 0 if none has a price
 */
record Run(List<Finding> findings, double nanos, List<Long> workflows, double usd) {
    private static final JsonMapper JSON = new JsonMapper();
    private static final double NANOS_PER_MILLI = 1e6;

    Run {
        findings = List.copyOf(findings);
        workflows = List.copyOf(workflows);
    }

    /** Reads the files of a report. */
    static Run read(Path report) throws IOException {
        JsonNode said = json(report.resolve("findings.json"));
        List<Long> workflows = json(report.resolve("gantt.json"))
                .path("workflows")
                .valueStream()
                .sorted(Comparator.comparingLong(
                        workflow -> workflow.path("start_epoch_ns").asLong()))
                .filter(workflow -> workflow.path("duration").isNumber())
                .map(workflow -> Math.round(workflow.path("duration").asDouble() * NANOS_PER_MILLI))
                .toList();
        return new Run(
                said.path("findings").valueStream().map(Finding::of).toList(),
                said.path("wall_ns").asDouble(),
                workflows,
                json(report.resolve("tokens.json")).at("/total/cost/usd").asDouble(0));
    }

    private static JsonNode json(Path file) throws IOException {
        return JSON.readTree(Files.readString(file));
    }

    /**
     * Returns the mean run time of the workflows in nanoseconds, without the first {@code skipped}: what a JVM's start adds to
     * them differs more between two runs than many a fault does.
     */
    double meanNanos(int skipped) {
        return workflows.stream()
                .skip(skipped)
                .mapToLong(Long::longValue)
                .average()
                .orElse(0);
    }

    /** Returns the first finding, or {@code null}. */
    Finding first() {
        return findings.isEmpty() ? null : findings.get(0);
    }

    /** Returns the findings that ask to be acted on. */
    List<Finding> loud() {
        return findings.stream().filter(Finding::isLoud).toList();
    }
}
