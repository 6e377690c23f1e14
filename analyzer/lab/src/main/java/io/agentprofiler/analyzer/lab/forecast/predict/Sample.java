// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.forecast.predict;

import io.agentprofiler.analyzer.read.event.TraceId;

/**
 * One thing to forecast, what is known before it happens, and what happened.
 *
 * @param workflow place of the workflow among those looked at, by start
 * @param trace the workflow
 * @param call number of the model call after which the forecast is made, from 0
 * @param features what is known then, by {@link Features}; not to be changed
 * @param last the last value of the same kind: the naive forecast; NaN where there is none yet
 * @param actual what happened
 */
public record Sample(int workflow, TraceId trace, int call, double[] features, double last, double actual) {}
