// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Rules about tools, retrievals and memory: their time, and how much of it they compute. {@code SlowCallsTest} covers the rules that
 * extend {@link io.agentprofiler.analyzer.answer.finding.rule.tool.SlowCalls}, and {@link
 * io.agentprofiler.analyzer.answer.finding.rule.tool.Tail}.
 */
package io.agentprofiler.analyzer.answer.finding.rule.tool;
