// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Reads rule files, strictly: every key, path, type and number is checked, and each problem is one line that says where it
 * is, what was found and what was expected.
 *
 * <p>{@link io.agentprofiler.rules.parse.RuleFiles} finds bundled and user files,
 * {@link io.agentprofiler.rules.parse.RuleParser} parses one, {@link io.agentprofiler.rules.parse.TraceSpec} the short
 * form of the {@code agentprofiler.trace} property. Callers: the agent's start-up (its own thread) and the rule checker.
 * Nothing here keeps state.
 */
package io.agentprofiler.rules.parse;
