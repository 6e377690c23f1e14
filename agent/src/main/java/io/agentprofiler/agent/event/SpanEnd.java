// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.event;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.rules.value.normal.SmallMap;
import java.util.Map;

/**
 * A span's end as the sinks see it; one reused instance, consumer thread only.
 *
 * <p>Chunk statistics are on {@link #span}.
 */
public final class SpanEnd {
    private static final int USUAL_ATTRIBUTES = 20;

    public Span span;
    /** Nanoseconds since 1970. */
    public long epochNanos;

    public String name;
    public Status status;
    public String threadName;
    public Thread thread;
    /** CPU time of the span's thread between start and end, -1 when the JVM cannot tell or it was not measured. */
    public long cpuNanos;
    /** Bytes allocated by the span's thread between start and end, -1 when unknown. */
    public long allocatedBytes;
    /** What says that the call failed, where it had to be read before; else {@code null}. */
    public Object failedWhen;
    /** Class name of the failure, or {@code null}. */
    public String errorType;

    public String errorMessage;
    /** Attributes read at the end, in rule order. Cleared after use. */
    public final Map<String, Object> attributes = new SmallMap(USUAL_ATTRIBUTES);

    /** How a span ended. */
    public enum Status {
        OK("ok"),
        ERROR("error"),
        CANCELLED("cancelled");

        private final String word;

        Status(String word) {
            this.word = word;
        }

        /** Returns the word of the trace format. */
        public String word() {
            return word;
        }
    }
}
