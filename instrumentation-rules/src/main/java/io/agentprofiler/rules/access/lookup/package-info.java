// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Finds the bytes of a class, reads its fields, and decides which objects are read as collections.
 *
 * <p><b>Threading:</b> any thread.
 *
 * <p><b>Tests:</b> {@code FieldReaderTest}, {@code ClassFilesTest}, {@code FieldReadTest} of {@code path}.
 */
package io.agentprofiler.rules.access.lookup;
