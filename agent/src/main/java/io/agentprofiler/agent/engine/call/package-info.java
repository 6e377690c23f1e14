// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Values of a call that must be read on the application's thread, because they decide how the call is handled: keys,
 * conditions, chunks, kept elements, the caller's {@code traceparent}.
 *
 * <p><b>Threading:</b> immutable, application threads, but for {@code Call} and {@code KeptList}, which belong to one call
 * or span.
 *
 * <p><b>Tests:</b> {@code RootsTest}, {@code TraceParentTest} and {@code ContentAtTheEndTest} here; {@code RolesTest} of
 * {@code engine.joinpoint} for keys and conditions; {@code ShapesTest} of {@code engine.shape} for elements and snapshots.
 */
package io.agentprofiler.agent.engine.call;
