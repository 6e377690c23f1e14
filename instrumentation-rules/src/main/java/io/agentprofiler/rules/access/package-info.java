// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Reads the application's objects without running its code: what a getter returns is worked out from its byte code and read
 * from fields.
 *
 * <p>{@code docs/rules.md} says what that means for paths. Which objects are read as collections, and how class
 * files and fields are found, is in {@code lookup}.
 *
 * <p><b>Threading:</b> any thread; what is found out about a class is kept with that class.
 *
 * <p><b>Tests:</b> {@code FieldReadTest} and {@code AccessorTest} of {@code path}.
 */
package io.agentprofiler.rules.access;
