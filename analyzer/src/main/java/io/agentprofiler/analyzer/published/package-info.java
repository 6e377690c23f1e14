// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** What agents forecast of workflows that went on, as they recorded it. {@code PublishedForecastsTest} covers it. */
package io.agentprofiler.analyzer.published;
