// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Values without parts, made again of what was recorded of them: equal, or not at all.
 *
 * <p><b>Threading:</b> stateless.
 *
 * <p><b>Tests:</b> {@code ReplayTest} of {@code replay}, {@code ValueTypesTest} of {@code engine.replay.value}.
 */
package io.agentprofiler.agent.replay.scalar;
