// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Kotlin's suspended functions: one span for a call that returns several times and goes on elsewhere, and the span under which
 * each frame of a resumed coroutine runs.
 *
 * <p>What the objects of suspended coroutines say is read from their fields, by the names that {@link
 * io.agentprofiler.rules.model.Coroutines} gives them; nothing of the application is called.
 *
 * <p><b>Threading:</b> application threads.
 *
 * <p><b>Tests:</b> {@code SuspendedCallsTest}; {@code SuspendWeavingTest} of the weaver for the join points.
 */
package io.agentprofiler.agent.engine.coroutine;
