// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** What ran at the same time. */
package io.agentprofiler.analyzer.trace.metric.concurrency;
