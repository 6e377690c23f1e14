// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/** Tests of the statistics of workflows. */
package io.agentprofiler.analyzer.trace.metric.workflow;
