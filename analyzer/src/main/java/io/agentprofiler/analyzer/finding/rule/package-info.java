// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * From what was seen to findings: the assessment that rules are given, the candidate they fill in, and how figures are said. The rules themselves are in the packages below, by what they look at.
 */
package io.agentprofiler.analyzer.finding.rule;
