// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** Budgets of tokens, money and time, and whether what was spent is within them. */
package io.agentprofiler.analyzer.answer.cost.budget;
