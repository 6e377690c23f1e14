// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * What a run reports at its end: the exit line, and which rules matched a class.
 *
 * <p><b>Threading:</b> the agent's thread, the shutdown hook, and for the footer the ring's consumer.
 *
 * <p><b>Tests:</b> {@code ExitLineTest}; {@code NotRecognisedIT} of the integration tests for coverage.
 */
package io.agentprofiler.agent.boot.report;
