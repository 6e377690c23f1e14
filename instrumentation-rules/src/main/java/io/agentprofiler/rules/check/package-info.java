// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Checks rules against a class path: whether the types, methods and paths a rule names are there, without loading a class.
 *
 * <p>{@link io.agentprofiler.rules.check.RuleChecker} is the entry; it reads class files through
 * {@link io.agentprofiler.rules.check.ClassPath} and answers with a {@link io.agentprofiler.rules.check.CheckReport}.
 * Callers: the version matrix of the tests, and the analyzer's {@code rules check}; the agent does not use it. A class path
 * keeps files open and is to be closed; everything else holds no state between calls. One thread at a time.
 */
package io.agentprofiler.rules.check;
