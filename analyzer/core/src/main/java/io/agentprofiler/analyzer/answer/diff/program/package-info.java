// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** Decides whether two sides are runs of the same program, finds the differences, and describes them. */
package io.agentprofiler.analyzer.answer.diff.program;
