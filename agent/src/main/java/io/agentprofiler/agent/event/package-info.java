// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Events as the sinks see them, and the two interfaces between which they pass: {@link io.agentprofiler.agent.event.SpanReader}
 * fills them in, {@link io.agentprofiler.agent.event.TraceSink} writes them.
 *
 * <p><b>Threading:</b> the ring's consumer, but for {@link io.agentprofiler.agent.event.ReadGuard}, which another thread
 * watches.
 *
 * <p><b>Tests:</b> {@code HangingReaderTest} of {@code writer} for the guard; the rest are values.
 */
package io.agentprofiler.agent.event;
