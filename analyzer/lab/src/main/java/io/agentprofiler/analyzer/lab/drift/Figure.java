// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.drift;

import io.agentprofiler.analyzer.answer.diff.Metric;
import io.agentprofiler.analyzer.answer.diff.side.Row;

/**
 * A figure that must not drift.
 *
 * @param word its name in options and files
 * @param row what it is about
 * @param metric which metric of that
 * @param usual how far it may move unless the user says otherwise
 */
public record Figure(String word, Row row, Metric metric, Tolerance usual) {
    /** Returns the same figure of another row. */
    Figure of(Row other) {
        return new Figure(word, other, metric, usual);
    }
}
