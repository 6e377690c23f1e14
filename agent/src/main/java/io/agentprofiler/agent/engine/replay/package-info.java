// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Calls that a recording may answer: what is read of them on the application's thread, and how a result is made again by
 * the types that are declared: only where the two together tell what the value was.
 *
 * <p><b>Threading:</b> immutable; application threads.
 *
 * <p><b>Tests:</b> {@code ResultsTest}, {@code ValueTypesTest} here; {@code ReplayWeavingTest} of {@code weave}; {@code AnsweredIT} of the integration tests.
 */
package io.agentprofiler.agent.engine.replay;
