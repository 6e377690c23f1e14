// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Forms over the elements of a list or stream: one value for each, grouped or joined.
 *
 * <p><b>Threading:</b> immutable; any thread.
 *
 * <p><b>Tests:</b> {@code ValuesTest} and {@code StreamValuesTest} of {@code value}.
 */
package io.agentprofiler.rules.value.list;
