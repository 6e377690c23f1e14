// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The cost of calls: sums of tokens and money by model, agent, tool and workflow, and the command {@code tokens} with its
 * outputs.
 */
package io.agentprofiler.analyzer.answer.tokens;
