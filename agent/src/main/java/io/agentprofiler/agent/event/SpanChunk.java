// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.event;

import io.agentprofiler.agent.context.Span;

/**
 * One part of a streamed result as the sinks see it; one reused instance, consumer thread only.
 */
public final class SpanChunk {
    public Span span;
    /** Nanoseconds since 1970. */
    public long epochNanos;
    /** Number of the chunk in its span, from 0. */
    public int index;
    /** {@code text}, {@code thinking}, {@code tool_call} or {@code item}. */
    public String type;
    /** Length in chars, -1 when unknown. */
    public int chars;
}
