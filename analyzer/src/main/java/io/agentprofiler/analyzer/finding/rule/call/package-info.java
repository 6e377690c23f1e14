// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Rules about calls as such: calls that fail, repeat, loop, are many or start cold, and what part of the time is waited for them.
 * {@code LoopsTest} covers {@link io.agentprofiler.analyzer.finding.rule.call.SimilarLoop}, too.
 */
package io.agentprofiler.analyzer.finding.rule.call;
