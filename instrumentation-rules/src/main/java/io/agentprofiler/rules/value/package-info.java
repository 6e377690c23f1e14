// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * What rule files write as attribute values: one class for each form of {@link io.agentprofiler.rules.model.Value}. Forms over
 * the elements of something are in {@code list}.
 *
 * <p>Results are normal values (see {@link io.agentprofiler.rules.value.normal.Normal}): String, Long, Double, Boolean, List or
 * Map of these, {@code null} for absent.
 *
 * <p><b>Threading:</b> immutable; the rule parser makes them, the engine evaluates them, mostly on the ring's consumer.
 *
 * <p><b>Tests:</b> {@code ValuesTest}, {@code StreamValuesTest}.
 */
package io.agentprofiler.rules.value;
