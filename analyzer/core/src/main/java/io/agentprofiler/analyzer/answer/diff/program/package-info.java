// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** Whether two sides are runs of the same program, and if not, what of it differs, with the words that say so. */
package io.agentprofiler.analyzer.answer.diff.program;
