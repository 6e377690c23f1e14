// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Rules about an agent that goes round in circles: calls of one tool in a row with the same, or nearly the same, arguments. {@code
 * LoopsTest} covers {@link io.agentprofiler.analyzer.answer.finding.rule.loop.SimilarLoop}, too.
 */
package io.agentprofiler.analyzer.answer.finding.rule.loop;
