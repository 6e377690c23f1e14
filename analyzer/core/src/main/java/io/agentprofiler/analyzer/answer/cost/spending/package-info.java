// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What was spent on what: tokens, money, time and calls of each model, agent, tool, workflow and conversation, how full contexts
 * were, and whether budgets are kept.
 */
package io.agentprofiler.analyzer.answer.cost.spending;
