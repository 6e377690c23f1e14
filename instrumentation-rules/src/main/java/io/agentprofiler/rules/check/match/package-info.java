// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The methods that a rule matches, and why one is missing.
 *
 * <p><b>Threading:</b> one thread at a time.
 *
 * <p><b>Tests:</b> {@code RuleCheckerTest} of {@code check}.
 */
package io.agentprofiler.rules.check.match;
