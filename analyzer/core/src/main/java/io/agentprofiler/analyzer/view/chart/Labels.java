// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.view.chart;

import io.agentprofiler.analyzer.view.cell.Fields;

/**
 * What is written around a chart.
 *
 * @param title what it shows
 * @param x what the horizontal axis means, with its unit
 * @param y what the vertical axis means, with its unit
 * @param caption what the marks are, how many, and what was left out; may be empty
 */
public record Labels(String title, String x, String y, String caption) {
    /** Returns the beginning of a chart of some kind. */
    Fields fields(String kind) {
        return new Fields().put("kind", kind).put("title", title).put("caption", caption);
    }
}
