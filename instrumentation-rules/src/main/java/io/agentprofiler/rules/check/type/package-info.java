// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * A class path, its classes, and the types of their members, type variables resolved, and where the paths of a rule
 * lead through them, step by step.
 *
 * <p><b>Threading:</b> one thread at a time.
 *
 * <p><b>Tests:</b> {@code RuleCheckerTest} of {@code check}.
 */
package io.agentprofiler.rules.check.type;
