// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * What is read of a call on the application's thread, because it decides what the call is: keys, conditions, the chunk that an
 * element is, what is kept of elements, the caller's {@code traceparent}.
 *
 * <p><b>Threading:</b> immutable, application threads, but for {@code Call} and {@code KeptList}, which belong to one call or
 * span.
 *
 * <p><b>Tests:</b> {@code RootsTest}, {@code TraceParentTest} and {@code ContentAtTheEndTest} here; {@code RolesTest} of {@code
 * engine.joinpoint} for keys and conditions; {@code ShapesTest} of {@code engine.shape} for elements and snapshots.
 */
package io.agentprofiler.agent.engine.call;
