// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The JDK's collections, maps and holders, whose own methods may be called because none of them leads into the application.
 *
 * <p><b>Threading:</b> stateless; any thread.
 *
 * <p><b>Tests:</b> {@code FieldReadTest} of {@code path}.
 */
package io.agentprofiler.rules.access.container;
