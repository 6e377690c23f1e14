// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Readers of what rule files say of types, beside their rules: reactive types and how coroutines are compiled.
 *
 * <p><b>Threading:</b> one thread; nothing is kept.
 *
 * <p><b>Tests:</b> {@code RuleParserTest} and {@code RuleProblemsTest} of {@code parse}; {@code SchemaAgreementTest} of {@code
 * parse.rule}.
 */
package io.agentprofiler.rules.parse.type;
