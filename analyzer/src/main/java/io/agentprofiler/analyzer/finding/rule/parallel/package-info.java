// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Rules about calls that ran one after the other and need not.
 */
package io.agentprofiler.analyzer.finding.rule.parallel;
