// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.view.chart;

/**
 * What is written around a chart.
 *
 * @param title what it shows
 * @param x what the horizontal axis means, with its unit
 * @param y what the vertical axis means, with its unit
 * @param caption what the marks are, how many, and what was left out; may be empty
 */
public record Labels(String title, String x, String y, String caption) {}
