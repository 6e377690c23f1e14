// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Kotlin's suspend functions: one span for a call that returns several times and continues on other threads, and the span
 * for each frame of a resumed coroutine.
 *
 * <p>The state of suspended coroutines is read from their fields, by the names in
 * {@link io.agentprofiler.rules.model.Coroutines}; no application code is called.
 *
 * <p><b>Threading:</b> application threads.
 *
 * <p><b>Tests:</b> {@code SuspendedCallsTest}; {@code SuspendWeavingTest} of the weaver for the join points.
 */
package io.agentprofiler.agent.engine.coroutine;
