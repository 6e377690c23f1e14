// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Facts about an application's objects for paths: accessors, elements, class names, and messages of throwables.
 *
 * <p><b>Threading:</b> any thread.
 *
 * <p><b>Tests:</b> {@code ClassNamesTest} here; {@code AccessorTest} and {@code PathReadTest} of {@code path};
 * {@code ThrowablesTest} of the agent's {@code log}.
 */
package io.agentprofiler.rules.path.object;
