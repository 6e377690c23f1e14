// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.metric.calltree;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.trace.Span;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;

/** The bytes that a span's own thread allocated in the span itself. */
public final class OwnBytes {
    private OwnBytes() {}

    /** Returns them, without those of spans inside on the same thread; {@link Unknown#LONG} where they were not measured. */
    public static long of(Span span) {
        long own = span.allocatedBytes();
        if (own == Unknown.LONG) {
            return own;
        }
        Deque<Span> inside = new ArrayDeque<>(span.children());
        while (!inside.isEmpty()) {
            Span next = inside.pop();
            if (!Objects.equals(next.startThread(), span.startThread())) {
                continue;
            }
            if (next.allocatedBytes() == Unknown.LONG) {
                inside.addAll(next.children());
            } else {
                own -= next.allocatedBytes();
            }
        }
        // a span inside that outlives this one counts what came after it, too
        return Math.max(0, own);
    }
}
