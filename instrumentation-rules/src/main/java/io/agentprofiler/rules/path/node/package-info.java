// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The executable steps of a path, one class each. They report to the roots what is absent, unknown or would run code of the
 * application.
 *
 * <p><b>Threading:</b> immutable; any thread.
 *
 * <p><b>Tests:</b> {@code PathReadTest}, {@code FieldReadTest} and {@code AccessorTest} of {@code path}.
 */
package io.agentprofiler.rules.path.node;
