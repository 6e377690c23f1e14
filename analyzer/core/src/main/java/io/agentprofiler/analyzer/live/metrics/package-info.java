// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** Totals since the start for Prometheus. */
package io.agentprofiler.analyzer.live.metrics;
