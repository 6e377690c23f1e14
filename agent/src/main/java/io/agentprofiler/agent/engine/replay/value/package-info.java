// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Values made again of what was recorded, by the types that are declared: only where the two together tell what the value was.
 *
 * <p><b>Threading:</b> immutable; any thread.
 *
 * <p><b>Tests:</b> {@code ValueTypesTest} here.
 */
package io.agentprofiler.agent.engine.replay.value;
