// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.stats;

import io.agentprofiler.shared.schema.TraceFormat;

/** What travels in the ring, and what the counters count. */
public enum EventType {
    SPAN_START(TraceFormat.SPAN_START),
    SPAN_CHUNK(TraceFormat.SPAN_CHUNK),
    SPAN_END(TraceFormat.SPAN_END),
    /** Not in the ring but beside it, in a queue of its own; the counters show it only where a server is polled. */
    BACKEND(TraceFormat.BACKEND);

    private final String word;

    EventType(String word) {
        this.word = word;
    }

    /** Returns the word of the trace format. */
    public String word() {
        return word;
    }
}
