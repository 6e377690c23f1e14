// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.whatif.cache;

import io.agentprofiler.analyzer.input.event.SpanStatus;
import io.agentprofiler.analyzer.input.event.TraceId;
import io.agentprofiler.analyzer.metric.Analysis;
import io.agentprofiler.analyzer.metric.operation.CallKey;
import io.agentprofiler.analyzer.metric.operation.Calls;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.whatif.Mixed;
import io.agentprofiler.schema.Attributes;
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
     * A call that asked something, or changed something.
     *
     * @param conversation the closest conversation around it, or its workflow, 64 bits of it
     * @param key what it asked, 64 bits of it
     * @param answer hash of what it was answered, or {@code null}
     * @param role what a cache has to do with it
     */
    record Asked(
            long startNanos,
            long endNanos,
            TraceId trace,
            long span,
            long conversation,
            long key,
            String answer,
            Role role) {
        static final Comparator<Asked> BY_START = Comparator.comparingLong(Asked::startNanos)
                .thenComparingLong(Asked::endNanos)
                .thenComparing(Asked::trace)
                .thenComparingLong(Asked::span);
    }

    /** What a cache has to do with a call. */
    enum Role {
        /** Its answer depends on what was asked alone. */
        PURE,
        /** Its answer may be another after something was written. */
        READ,
        /** It changes what others read. */
        WRITE
    }

    /** The analysis for calls of some kinds; the instance is the key of its answer. */
    public static final class Question implements Analysis<AskedLog> {
        private final Set<SpanKind> kinds;
        private final boolean anyTemperature;
        private final Set<String> writers;

        /**
         * Asks.
         *
         * @param anyTemperature whether model calls count that are not known to be at temperature 0
         * @param writers names of tools that change something
         */
        public Question(Set<SpanKind> kinds, boolean anyTemperature, Set<String> writers) {
            this.kinds = Set.copyOf(kinds);
            this.anyTemperature = anyTemperature;
            this.writers = Set.copyOf(writers);
        }

        /** Answers whether another answer is to be expected when the model is asked again, and that is not wanted. */
        boolean isRandom(Span call) {
            return !anyTemperature
                    && kinds.contains(SpanKind.LLM)
                    && Calls.isModelCall(call)
                    && !(call.attributes().get(Attributes.REQUEST_TEMPERATURE) instanceof Number temperature
                            && temperature.doubleValue() == 0);
        }

        boolean isAnyTemperature() {
            return anyTemperature;
        }

        Set<String> writers() {
            return writers;
        }

        @Override
        public AskedLog empty() {
            return new AskedLog();
        }

        @Override
        public AskedLog of(Trace trace) {
            AskedLog log = new AskedLog();
            for (Span span : trace.spans()) {
                boolean writes = span.kind() == SpanKind.TOOL && writers.contains(Calls.tool(span));
                if (writes) {
                    log.add(trace, span, 0, Role.WRITE);
                } else if (kinds.contains(span.kind()) && span.status() == SpanStatus.OK && !isRandom(span)) {
                    String key = CallKey.of(span);
                    boolean reads = span.kind() == SpanKind.TOOL || span.kind() == SpanKind.RETRIEVAL;
                    if (key != null) {
                        log.add(trace, span, bits(key), reads ? Role.READ : Role.PURE);
                    }
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

        @Override
        public String toString() {
            return "what was asked";
        }
    }

    private List<Asked> asked = new ArrayList<>();
    private long dropped;

    private AskedLog() {}

    private void add(Trace trace, Span span, long key, Role role) {
        asked.add(new Asked(
                span.startNanos(),
                span.endNanos(),
                trace.id(),
                span.id(),
                conversation(trace, span),
                key,
                CallKey.answer(span),
                role));
    }

    private static long conversation(Trace trace, Span call) {
        String id = call.conversation();
        return id != null ? bits(id) : Mixed.of(trace.id().high(), trace.id().low());
    }

    private static long bits(String key) {
        long bits = 0xcbf29ce484222325L;
        for (int i = 0; i < key.length(); i++) {
            bits = (bits ^ key.charAt(i)) * 0x100000001b3L;
        }
        return bits;
    }

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
