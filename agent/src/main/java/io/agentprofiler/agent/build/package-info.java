// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Build steps that rewrite the agent's own class files before they are packed. This package is not in the jar.
 *
 * <p><b>Threading:</b> one thread.
 *
 * <p><b>Tests:</b> {@code LinkedAheadTest}; every integration test runs the result.
 */
package io.agentprofiler.agent.build;
