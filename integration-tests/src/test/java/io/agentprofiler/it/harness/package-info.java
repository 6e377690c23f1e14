// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Starts programs as JVMs of their own with the shipped agent jar, and reads back what was recorded, with readers of its
 * own: a fault of the product's readers cannot hide one of its writers.
 *
 * <p>{@link io.agentprofiler.it.harness.AgentProcess} starts, {@link io.agentprofiler.it.harness.trace.Segments} and {@link
 * io.agentprofiler.it.harness.trace.Recordings} read, {@link io.agentprofiler.it.harness.trace.SpanTree} compares. Used by the tests
 * of this module only, each object by one thread.
 */
package io.agentprofiler.it.harness;
