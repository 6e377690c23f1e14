// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** Statistics that know nothing of traces: distributions with percentiles, intervals, sums that do not overflow. */
package io.agentprofiler.analyzer.stat;
