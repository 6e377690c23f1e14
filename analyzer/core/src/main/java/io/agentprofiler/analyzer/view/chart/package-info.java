// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/** Charts as PNG, drawn with Java2D and without a screen, and as what a page draws them from. Knows nothing of traces. */
package io.agentprofiler.analyzer.view.chart;
