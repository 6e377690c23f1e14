// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Quality beside time and tokens: scores that evaluators recorded in traces and scores from files, by model and
 * configuration.
 */
package io.agentprofiler.analyzer.answer.score;
