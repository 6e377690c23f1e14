// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Rules about calls that ran one after another without need. {@code SequentialCallsTest} covers {@link
 * io.agentprofiler.analyzer.answer.finding.rule.parallel.IndependentCalls}.
 */
package io.agentprofiler.analyzer.answer.finding.rule.parallel;
