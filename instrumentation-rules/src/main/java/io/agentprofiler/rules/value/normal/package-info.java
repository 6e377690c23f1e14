// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Normal values: what any object of the application becomes before it is an attribute.
 *
 * <p><b>Threading:</b> stateless; any thread.
 *
 * <p><b>Tests:</b> {@code NormalTest}, {@code StructureTest}.
 */
package io.agentprofiler.rules.value.normal;
