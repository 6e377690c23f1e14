// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Recordings, read by the tests' own readers and compared as trees.
 *
 * <p>{@link io.agentprofiler.it.harness.trace.Segments} and {@link io.agentprofiler.it.harness.trace.Recordings} read,
 * {@link io.agentprofiler.it.harness.trace.SpanTree} compares. Knows nothing about processes, and uses no class of the
 * product.
 *
 * <p><b>Threading:</b> each object by one thread.
 *
 * <p><b>Tests:</b> {@code SpanTreeTest}.
 */
package io.agentprofiler.it.harness.trace;
