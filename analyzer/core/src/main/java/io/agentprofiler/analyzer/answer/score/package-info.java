// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * How good answers were, beside what they took: scores that evaluators recorded in traces and scores from a file, by model
 * and configuration.
 */
package io.agentprofiler.analyzer.answer.score;
