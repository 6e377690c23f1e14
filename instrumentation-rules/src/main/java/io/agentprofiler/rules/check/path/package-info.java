// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Where the paths of a rule lead, step by step, through the types of a class path.
 *
 * <p><b>Threading:</b> one thread at a time.
 *
 * <p><b>Tests:</b> {@code RuleCheckerTest} of {@code check}.
 */
package io.agentprofiler.rules.check.path;
