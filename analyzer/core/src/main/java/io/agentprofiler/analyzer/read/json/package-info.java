// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Small JSON files that people write: settings, price lists, budgets. What is wrong in them is told with file, line and
 * column.
 */
package io.agentprofiler.analyzer.read.json;
