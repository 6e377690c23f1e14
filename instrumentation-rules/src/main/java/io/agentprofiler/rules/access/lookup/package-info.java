// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Where a class's bytes lie, and how its fields are read.
 *
 * <p><b>Threading:</b> any thread.
 *
 * <p><b>Tests:</b> {@code FieldReaderTest}, {@code ClassFilesTest}, {@code FieldReadTest} of {@code path}.
 */
package io.agentprofiler.rules.access.lookup;
