// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** Figures of whole workflows: by name, the slowest, and those selected by id. */
package io.agentprofiler.analyzer.trace.metric.workflow;
