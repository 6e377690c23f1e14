// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Checks rules against a class path: whether the types, methods and paths a rule names are there, without loading a class.
 *
 * <p>{@link io.agentprofiler.rules.check.RuleChecker} is the entry point and returns a
 * {@link io.agentprofiler.rules.check.CheckReport}. Classes, their types, and where paths lead in them are in {@code type}.
 * Callers: the version matrix of the tests, and the analyzer's {@code rules check}; the agent does not use it.
 *
 * <p><b>Threading:</b> one thread at a time. A class path keeps files open and must be closed; everything else holds no
 * state between calls.
 *
 * <p><b>Tests:</b> {@code RuleCheckerTest} for this package and the one below.
 */
package io.agentprofiler.rules.check;
