// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.event;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.rules.value.normal.SmallMap;
import java.util.Map;

/**
 * A span's start as the sinks see it. One instance is reused for every start: a sink that keeps anything copies it.
 *
 * <p><b>Threading:</b> the ring's consumer only.
 */
public final class SpanStart {
    private static final int USUAL_ATTRIBUTES = 20;

    public Span span;
    /** Id of the parent span that was written, 0 for a root. */
    public long parentId;
    /** Nanoseconds since 1970. */
    public long epochNanos;

    public String name;
    public String threadName;
    /** The thread, while it is known; for sinks that can store one. */
    public Thread thread;
    /** Attributes in rule order: String, Long, Double, Boolean, List or Map. Cleared after use. */
    public final Map<String, Object> attributes = new SmallMap(USUAL_ATTRIBUTES);
}
