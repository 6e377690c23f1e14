// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * A path as text and as a tree.
 *
 * <p><b>Threading:</b> immutable; any thread.
 *
 * <p><b>Tests:</b> {@code PathParserTest} and {@code PathRoundTripTest} of {@code path}.
 */
package io.agentprofiler.rules.path.syntax;
