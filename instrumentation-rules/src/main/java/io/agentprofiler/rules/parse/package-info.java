// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Reads rule files, strictly: every key, path, type and number is checked, and each problem is one line that says where it is,
 * what was found and what was expected.
 *
 * <p>{@link io.agentprofiler.rules.parse.RuleFiles} finds bundled and user files, {@link
 * io.agentprofiler.rules.parse.RuleParser} parses one, {@link io.agentprofiler.rules.parse.TraceSpec} the short form of the
 * {@code agentprofiler.trace} property. Located JSON and its problems are in {@code json}, the parts of a rule in {@code rule}.
 *
 * <p><b>Threading:</b> the agent's start-up (its own thread) and the rule checker; nothing keeps state.
 *
 * <p><b>Tests:</b> beside the classes; {@code RuleProblemsTest} and {@code StreamRuleProblemsTest} for what is refused.
 */
package io.agentprofiler.rules.parse;
