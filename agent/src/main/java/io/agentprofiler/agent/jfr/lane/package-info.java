// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * JFR on application threads: the flag that says whether a recording runs, and the small event that shows a span on its
 * thread's lane.
 *
 * <p><b>Threading:</b> application threads; never blocks or throws.
 *
 * <p><b>Tests:</b> {@code JfrSinkTest} of {@code jfr}, {@code FlightControlTest} of {@code jfr}.
 */
package io.agentprofiler.agent.jfr.lane;
