// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The steps of a path, ready to run: one class each. What is absent, unknown or would run code of the application is told to
 * the roots.
 *
 * <p><b>Threading:</b> immutable; any thread.
 *
 * <p><b>Tests:</b> {@code PathReadTest}, {@code FieldReadTest} and {@code AccessorTest} of {@code path}.
 */
package io.agentprofiler.rules.path.node;
