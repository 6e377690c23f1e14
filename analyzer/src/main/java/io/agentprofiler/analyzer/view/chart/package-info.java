// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/** Charts as PNG, drawn with Java2D and without a screen. Knows nothing of traces. */
package io.agentprofiler.analyzer.view.chart;
