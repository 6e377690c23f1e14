// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * From what was seen to findings: the assessment that rules are given, the candidate that they fill in, and the two sorts of rules
 * that most rules are. The rules themselves are in the packages below, by what they look at.
 *
 * <p>{@code FindingsTest} and the tests of the rules cover these classes.
 */
package io.agentprofiler.analyzer.answer.finding.rule;
