// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The framework for rules: the assessment that rules receive, the candidate that they fill in, and the two common base
 * classes. The rules themselves are in the packages below, by subject.
 *
 * <p>{@code FindingsTest} and the tests of the rules cover these classes.
 */
package io.agentprofiler.analyzer.answer.finding.rule;
