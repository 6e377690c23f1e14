// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.whatif;

import io.agentprofiler.analyzer.analysis.Analysis;
import io.agentprofiler.analyzer.finding.CallKey;
import io.agentprofiler.analyzer.read.SpanStatus;
import io.agentprofiler.analyzer.read.TraceId;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.schema.SpanKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/**
 * What was asked, by whom and when, of all workflows together: up to {@value #MAX_CALLS} calls; of more, those that
 * began first.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
public final class AskedLog {
    /** How many calls are kept. */
    public static final int MAX_CALLS = 200_000;

    /**
     * A call that asked something.
     *
     * @param key what it asked, 64 bits of it
     * @param answer hash of what it was answered, or {@code null}
     */
    record Asked(long startNanos, long endNanos, TraceId trace, long span, long key, String answer) {
        static final Comparator<Asked> BY_START = Comparator.comparingLong(Asked::startNanos)
                .thenComparingLong(Asked::endNanos)
                .thenComparing(Asked::trace)
                .thenComparingLong(Asked::span);
    }

    /** The analysis for calls of some kinds; the instance is the key of its answer. */
    public static final class Question implements Analysis<AskedLog> {
        private final Set<SpanKind> kinds;

        /** Asks. */
        public Question(Set<SpanKind> kinds) {
            this.kinds = Set.copyOf(kinds);
        }

        @Override
        public AskedLog empty() {
            return new AskedLog();
        }

        @Override
        public AskedLog of(Trace trace) {
            AskedLog log = new AskedLog();
            for (Span span : trace.spans()) {
                String key = kinds.contains(span.kind()) && span.status() == SpanStatus.OK ? CallKey.of(span) : null;
                if (key != null) {
                    log.asked.add(new Asked(
                            span.startNanos(),
                            span.endNanos(),
                            trace.id(),
                            span.id(),
                            bits(key),
                            CallKey.answer(span)));
                }
            }
            return log;
        }

        @Override
        public AskedLog merge(AskedLog into, AskedLog more) {
            into.asked.addAll(more.asked);
            into.dropped += more.dropped;
            if (into.asked.size() > 2 * MAX_CALLS) {
                into.keepFirst();
            }
            return into;
        }

        private static long bits(String key) {
            long bits = 0xcbf29ce484222325L;
            for (int i = 0; i < key.length(); i++) {
                bits = (bits ^ key.charAt(i)) * 0x100000001b3L;
            }
            return bits;
        }

        @Override
        public String toString() {
            return "what was asked";
        }
    }

    private List<Asked> asked = new ArrayList<>();
    private long dropped;

    private AskedLog() {}

    private void keepFirst() {
        asked.sort(Asked.BY_START);
        if (asked.size() > MAX_CALLS) {
            dropped += asked.size() - MAX_CALLS;
            asked = new ArrayList<>(asked.subList(0, MAX_CALLS));
        }
    }

    /** Returns the calls in order of their starts. */
    List<Asked> inOrder() {
        keepFirst();
        return List.copyOf(asked);
    }

    /** Returns how many later calls are left out. */
    long dropped() {
        return dropped + Math.max(0, asked.size() - MAX_CALLS);
    }
}
