// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Writes the trace into the running recordings.
 *
 * <p><b>Threading:</b> the ring's consumer.
 *
 * <p><b>Tests:</b> {@code JfrSinkTest}.
 */
package io.agentprofiler.agent.jfr.sink;
