// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** One side of a comparison: exact sums over all workflows, and a bounded sample of workflows for what needs single values. */
package io.agentprofiler.analyzer.answer.diff.side;
