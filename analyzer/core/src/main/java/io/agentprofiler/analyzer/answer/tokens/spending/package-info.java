// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Spending: tokens, money, time and calls by model, agent, tool, workflow and conversation, context window usage, and
 * budgets.
 */
package io.agentprofiler.analyzer.answer.tokens.spending;
