// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Limits from options and files, and their checks: the figures of each workflow, the data kept for all of them, and the
 * outcome of each limit.
 */
package io.agentprofiler.analyzer.answer.gate.check;
