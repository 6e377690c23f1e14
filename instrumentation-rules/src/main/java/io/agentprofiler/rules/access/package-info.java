// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Reads the application's objects without running its code: what a getter returns is worked out from its byte code and read
 * from fields.
 *
 * <p>{@code docs/rules.md} explains the effect on paths. {@code lookup} finds class files and fields, and decides which
 * objects are read as collections.
 *
 * <p><b>Threading:</b> any thread; results about a class are kept with that class.
 *
 * <p><b>Tests:</b> {@code FieldReadTest} and {@code AccessorTest} of {@code path}.
 */
package io.agentprofiler.rules.access;
