// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Where a class's bytes lie, how its fields are read, and which objects are read as collections.
 *
 * <p><b>Threading:</b> any thread.
 *
 * <p><b>Tests:</b> {@code FieldReaderTest}, {@code ClassFilesTest}, {@code FieldReadTest} of {@code path}.
 */
package io.agentprofiler.rules.access.lookup;
