// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What calls cost: sums of tokens and money by what they were spent on, and the command {@code tokens} with its answer for people and
 * programs.
 */
package io.agentprofiler.analyzer.answer.cost;
