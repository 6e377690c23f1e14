// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Statistics that know nothing of traces: quantiles, medians, slopes, moments, distributions with percentiles, intervals, the rank
 * test and corrections for several tests, sums that do not overflow. Each formula exists here once, with its source. {@code bounded} has summaries of data of any
 * size.
 */
package io.agentprofiler.analyzer.base.stat;
