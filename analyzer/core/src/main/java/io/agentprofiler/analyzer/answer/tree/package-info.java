// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** Workflows as drawings: {@code tree}, {@code waterfall} and {@code flame}. A drawing is a table with a column of tracks. */
package io.agentprofiler.analyzer.answer.tree;
