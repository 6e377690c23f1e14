// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Forecasts the remaining work of workflows in progress, with a model that the analyzer trained:
 * {@code agentprofiler.forecast}.
 *
 * <p><b>Threading:</b> the ring's consumer; nothing of this runs on an application's thread.
 *
 * <p><b>Tests:</b> {@code ForecastSinkTest}, {@code ForecastModelFileTest}; {@code ForecastIT} of the integration tests.
 */
package io.agentprofiler.agent.forecast;
