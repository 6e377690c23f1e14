// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * JSON with the line of each value, its keys and types checked, and the problems found in it.
 *
 * <p><b>Threading:</b> one thread; nothing is kept.
 *
 * <p><b>Tests:</b> {@code NearestTest} here; {@code RuleParserTest}, {@code RuleFileLimitsTest} and {@code RuleParserFuzzTest}
 * of {@code parse}.
 */
package io.agentprofiler.rules.parse.json;
