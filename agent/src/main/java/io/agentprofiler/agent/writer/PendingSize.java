// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.writer;

import io.agentprofiler.agent.event.SpanChunk;
import io.agentprofiler.agent.event.SpanEnd;
import io.agentprofiler.agent.event.SpanStart;
import java.util.List;
import java.util.Map;

/** Estimates what an event takes in memory while it is held, by what a 64-bit JVM with compressed references needs. */
final class PendingSize {
    /** An event, with the span that it keeps alive. */
    private static final int EVENT = 300;

    private static final int ENTRY = 48;
    private static final int OBJECT = 24;

    private PendingSize() {}

    static long of(SpanStart start) {
        return EVENT + of(start.name) + of(start.attributes);
    }

    static long of(SpanChunk chunk) {
        return EVENT / 4;
    }

    static long of(SpanEnd end) {
        return EVENT + of(end.errorMessage) + of(end.attributes);
    }

    private static long of(Object value) {
        if (value == null) {
            return 0;
        }
        if (value instanceof String text) {
            // two bytes a char: a text with one char beyond Latin-1 takes them for all
            return 2L * OBJECT + 2L * text.length();
        }
        long sum = OBJECT;
        if (value instanceof Map<?, ?> map) {
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                sum += ENTRY + of(entry.getValue());
            }
        } else if (value instanceof List<?> list) {
            for (Object element : list) {
                sum += OBJECT / 3 + of(element);
            }
        }
        return sum;
    }
}
