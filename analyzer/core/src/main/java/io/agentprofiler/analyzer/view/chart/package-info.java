// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/** Charts as PNG, drawn with Java2D without a screen, and as data for the page. Knows nothing about traces. */
package io.agentprofiler.analyzer.view.chart;
