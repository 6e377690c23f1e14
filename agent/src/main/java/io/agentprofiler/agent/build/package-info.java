// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * What the build does with the agent's own class files before it packs them. None of it is in the jar.
 *
 * <p><b>Threading:</b> one thread.
 *
 * <p><b>Tests:</b> {@code LinkedAheadTest}; every integration test runs what came of it.
 */
package io.agentprofiler.agent.build;
