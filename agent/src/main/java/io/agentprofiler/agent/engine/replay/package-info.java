// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Calls that a recording may answer: the values read on the application's thread, and how a result is re-created from the
 * recording and the declared types. A result is re-created only if both together determine the value.
 *
 * <p><b>Threading:</b> immutable; application threads.
 *
 * <p><b>Tests:</b> {@code ResultsTest}, {@code ValueTypesTest} here; {@code ReplayWeavingTest} of {@code weave};
 * {@code AnsweredIT} of the integration tests.
 */
package io.agentprofiler.agent.engine.replay;
