// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.score;

/**
 * How good a workflow was.
 *
 * @param workflow trace id or conversation id of the workflow
 * @param metric what was judged
 * @param value the judgement
 */
public record Score(String workflow, String metric, double value) {}
