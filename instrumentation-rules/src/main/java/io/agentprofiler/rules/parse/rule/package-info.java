// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * One reader for each part of a rule: the match, its role, its values, signatures, replay.
 *
 * <p><b>Threading:</b> one thread; nothing is kept.
 *
 * <p><b>Tests:</b> {@code ValueFormsTest}, {@code SignatureParserTest}, {@code SchemaAgreementTest} here; {@code
 * RuleParserTest} and {@code RuleProblemsTest} of {@code parse}.
 */
package io.agentprofiler.rules.parse.rule;
