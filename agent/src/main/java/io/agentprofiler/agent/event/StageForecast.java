// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.event;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.shared.forecast.Outlook;

/**
 * What is forecast of a workflow that goes on, as the sinks see it.
 *
 * @param span the call that ended, or the workflow's first span when it has begun
 * @param epochNanos when that was, nanoseconds since 1970
 * @param outlook what is told
 */
public record StageForecast(Span span, long epochNanos, Outlook outlook) {}
