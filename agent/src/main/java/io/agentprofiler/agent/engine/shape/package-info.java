// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Decides when a span ends, by the result of its call: with the call, with a future, an iterator or a stream, or with an
 * operation that is started later.
 *
 * <p><b>Threading:</b> shapes are immutable; what stands in for a result runs on whichever thread the application uses it,
 * and never throws anything of ours.
 *
 * <p><b>Tests:</b> {@code ShapesTest} for all of them, {@code FutureResultTest}, {@code PulledResultTest} for iterators and
 * streams, {@code ElementsTest}.
 */
package io.agentprofiler.agent.engine.shape;
