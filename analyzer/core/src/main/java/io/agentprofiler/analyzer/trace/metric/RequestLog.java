// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.metric;

import io.agentprofiler.analyzer.base.stat.SplitMix64;
import io.agentprofiler.analyzer.base.stat.bounded.BoundedList;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.analyzer.trace.metric.operation.EqualPayloads;
import io.agentprofiler.shared.schema.Attributes;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/**
 * The calls of all workflows that a cache could answer, and those that invalidate answers: up to {@value #MAX_CALLS}; of more,
 * those that began first.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
public final class RequestLog {
    /** How many calls are kept. */
    public static final int MAX_CALLS = 200_000;

    /**
     * A call.
     *
     * @param conversation hash of the closest conversation around it, or of its workflow
     * @param key hash of its input
     * @param answer hash of its answer, or {@code null}
     * @param role how it affects a cache
     */
    public record Request(
            long startNanos,
            long endNanos,
            TraceId trace,
            long span,
            long conversation,
            long key,
            String answer,
            Role role) {
        /** In the order they began. */
        public static final Comparator<Request> BY_START = Comparator.comparingLong(Request::startNanos)
                .thenComparingLong(Request::endNanos)
                .thenComparing(Request::trace)
                .thenComparingLong(Request::span);

        /**
         * Returns the request of a call that could be answered from a cache, {@code null} where its input was not recorded.
         *
         * @param payloads those of its workflow
         */
        public static Request of(Trace trace, Span call, EqualPayloads payloads) {
            String key = payloads.key(call);
            boolean reads = call.kind() == SpanKind.TOOL || call.kind() == SpanKind.RETRIEVAL;
            return key == null
                    ? null
                    : of(trace, call, SplitMix64.of(key), payloads.answer(call), reads ? Role.READ : Role.PURE);
        }

        private static Request of(Trace trace, Span call, long key, String answer, Role role) {
            return new Request(
                    call.startNanos(),
                    call.endNanos(),
                    trace.id(),
                    call.id(),
                    conversation(trace, call),
                    key,
                    answer,
                    role);
        }

        private static long conversation(Trace trace, Span call) {
            String id = call.conversation();
            return id != null
                    ? SplitMix64.of(id)
                    : SplitMix64.mix(trace.id().high(), trace.id().low());
        }
    }

    /** How a call affects a cache. */
    public enum Role {
        /** Its answer depends on its input alone. */
        PURE,
        /** Its answer may change after a write. */
        READ,
        /** It changes what other calls read. */
        WRITE
    }

    /**
     * The analysis for calls of some kinds.
     *
     * @param anyTemperature whether to include model calls that are not known to have temperature 0
     * @param writers names of tools that change data
     */
    public record CacheQuestion(Set<SpanKind> kinds, boolean anyTemperature, Set<String> writers)
            implements Analysis<RequestLog> {
        /** Answers whether a model call may get a different answer when it is repeated, and such calls are excluded. */
        public boolean isRandom(Span call) {
            return !anyTemperature && kinds.contains(SpanKind.LLM) && mayAnswerOtherwise(call);
        }

        /**
         * Answers whether a call is one that the cache is asked for, and its input was not recorded, so that nobody knows what it
         * repeats.
         *
         * @param payloads those of its workflow
         */
        public boolean isUnknown(Span call, EqualPayloads payloads) {
            return kinds.contains(call.kind())
                    && call.status() == SpanStatus.OK
                    && !Calls.isWrapper(call)
                    && !isRandom(call)
                    && !(call.kind() == SpanKind.TOOL && writers.contains(Calls.tool(call)))
                    && payloads.key(call) == null;
        }

        @Override
        public RequestLog empty() {
            return new RequestLog();
        }

        @Override
        public RequestLog of(Trace trace) {
            RequestLog log = new RequestLog();
            EqualPayloads payloads = EqualPayloads.of(trace);
            for (Span span : trace.spans()) {
                boolean writes = span.kind() == SpanKind.TOOL && writers.contains(Calls.tool(span));
                if (writes) {
                    log.requests.add(Request.of(trace, span, 0, null, Role.WRITE));
                } else if (kinds.contains(span.kind()) && span.status() == SpanStatus.OK && !isRandom(span)) {
                    Request request = Request.of(trace, span, payloads);
                    if (request != null) {
                        log.requests.add(request);
                    }
                }
            }
            return log;
        }

        @Override
        public RequestLog merge(RequestLog into, RequestLog more) {
            into.requests.add(more.requests);
            return into;
        }

        @Override
        public String toString() {
            return "requests";
        }
    }

    private final BoundedList<Request> requests = new BoundedList<>(MAX_CALLS, Request.BY_START);

    private RequestLog() {}

    /** Answers whether it is a model call that may get another answer when it is repeated: not known to have temperature 0. */
    public static boolean mayAnswerOtherwise(Span call) {
        return Calls.isModelCall(call)
                && !(call.attributes().get(Attributes.REQUEST_TEMPERATURE) instanceof Number temperature
                        && temperature.doubleValue() == 0);
    }

    /** Returns the calls in order of their starts. */
    public List<Request> inOrder() {
        return requests.inOrder();
    }

    /** Returns how many later calls are left out. */
    public long dropped() {
        return requests.dropped();
    }
}
