// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * What rule files write as attribute values: one class for each form of {@link io.agentprofiler.rules.model.Value}.
 *
 * <p>The rule parser makes them, the engine evaluates them, mostly on the ring's consumer. All are immutable. Results are
 * normal values (see {@link io.agentprofiler.rules.value.Normal}): String, Long, Double, Boolean, List or Map of these,
 * {@code null} for absent.
 */
package io.agentprofiler.rules.value;
