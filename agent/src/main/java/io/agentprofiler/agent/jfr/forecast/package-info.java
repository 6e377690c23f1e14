// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The event of a forecast.
 *
 * <p><b>Threading:</b> the ring's consumer.
 *
 * <p><b>Tests:</b> {@code JfrSinkTest}, {@code JfrDocumentationTest}.
 */
package io.agentprofiler.agent.jfr.forecast;
