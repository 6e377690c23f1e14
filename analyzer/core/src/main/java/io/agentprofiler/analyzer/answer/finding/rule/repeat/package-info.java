// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Rules about calls that fail, are too many, repeat earlier calls, or loop. {@code LoopsTest} covers
 * {@link io.agentprofiler.analyzer.answer.finding.rule.repeat.Loops.SimilarLoop}, too.
 */
package io.agentprofiler.analyzer.answer.finding.rule.repeat;
