// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.critical;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.read.event.ChunkStats;
import io.agentprofiler.analyzer.read.event.HandlerTime;
import io.agentprofiler.analyzer.trace.Span;
import java.util.Arrays;
import java.util.List;

/**
 * The latency of one model call by part. The known parts sum to its duration.
 *
 * <p>While the application handles a chunk, nothing reads the next one. If this time was measured, it is a part of its own and is
 * subtracted from the other parts.
 *
 * <p>Requests are the HTTP spans that were {@linkplain Span#requestedBy made by} the call. Where none was recorded, waiting and
 * retrying are not known and are in the part that follows. An answer without chunks is one part.
 *
 * <p><b>Threading:</b> immutable.
 */
public final class LatencySplit {
    private static final LatencyPart[] PARTS = LatencyPart.values();

    /** Durations in the order of the parts; absent if a part is not known. */
    private final long[] parts = new long[PARTS.length];

    private final int requests;
    private final int spans;

    private LatencySplit(Span call) {
        Arrays.fill(parts, Unknown.LONG);
        List<Span> attempts = Attempts.of(call).attempts();
        this.requests = attempts.size();
        this.spans = call.size();
        long reached = call.startNanos();
        if (requests > 0) {
            Span last = attempts.get(requests - 1);
            reached = put(LatencyPart.WAITING, call, reached, attempts.get(0).startNanos());
            reached = put(LatencyPart.RETRYING, call, reached, last.startNanos());
        }
        ChunkStats chunks = call.chunks();
        if (chunks != null
                && chunks.count() > 0
                && chunks.firstNanos() != Unknown.LONG
                && chunks.lastNanos() != Unknown.LONG) {
            reached = put(LatencyPart.FIRST_CHUNK, call, reached, chunks.firstNanos());
            reached = put(LatencyPart.GENERATION, call, reached, chunks.lastNanos());
            put(LatencyPart.AFTER, call, reached, call.endNanos());
        } else if (requests > 0) {
            reached = put(
                    LatencyPart.ANSWER,
                    call,
                    reached,
                    attempts.get(requests - 1).endNanos());
            put(LatencyPart.AFTER, call, reached, call.endNanos());
        } else {
            put(LatencyPart.ANSWER, call, reached, call.endNanos());
        }
        takeOut(call.handler());
    }

    private void takeOut(HandlerTime handler) {
        if (handler == null) {
            return;
        }
        long taken;
        if (handler.betweenNanos() == Unknown.LONG || nanos(LatencyPart.GENERATION) == Unknown.LONG) {
            taken = takeOut(LatencyPart.ANSWER, handler.nanos());
        } else {
            taken = takeOut(LatencyPart.FIRST_CHUNK, handler.beforeFirstNanos())
                    + takeOut(LatencyPart.GENERATION, handler.betweenNanos())
                    + takeOut(LatencyPart.AFTER, handler.afterLastNanos());
        }
        parts[LatencyPart.HANDLER.ordinal()] = taken;
    }

    /** Takes the handler's time out of a part; answers how much there was to take. */
    private long takeOut(LatencyPart part, long nanos) {
        if (nanos(part) == Unknown.LONG) {
            return Math.min(nanos, 0);
        }
        long taken = Math.min(nanos, nanos(part));
        parts[part.ordinal()] -= taken;
        return taken;
    }

    /** Splits a call. */
    public static LatencySplit of(Span call) {
        return new LatencySplit(call);
    }

    /** Puts the time up to {@code to}, which may lie outside of the call by the differences of clocks. */
    private long put(LatencyPart part, Span call, long from, long to) {
        long until = Math.max(from, Math.min(to, call.endNanos()));
        parts[part.ordinal()] = until - from;
        return until;
    }

    /** Returns the length of a part in nanoseconds, {@link Unknown#LONG} when it is not known. */
    public long nanos(LatencyPart part) {
        return parts[part.ordinal()];
    }

    /** Returns the number of recorded requests of the call. */
    public int requests() {
        return requests;
    }

    /** Returns how many spans were recorded of it, itself included: what they cost the application is within the parts. */
    public int spans() {
        return spans;
    }

    @Override
    public String toString() {
        return Arrays.stream(PARTS)
                .filter(part -> nanos(part) != Unknown.LONG)
                .map(part -> part + "=" + nanos(part))
                .toList()
                .toString();
    }

    /** A part of the duration of a model call, in order of time. */
    public enum LatencyPart {
        /**
         * From the start of the call to its first request: building the request, waiting for a permit. What waits inside of the HTTP client,
         * for a connection of its pool, is in the request.
         */
        WAITING("waiting"),
        /** From the first request to the last one: failed attempts and the pauses between them. */
        RETRYING("retrying"),
        /** From the last request to the first chunk of a streamed answer. */
        FIRST_CHUNK("first_chunk"),
        /** From the first to the last chunk, excluding time in the application's handler. */
        GENERATION("generation"),
        /** What the application took for the chunks, in its handler or until it asked for the next. Unknown in older recordings. */
        HANDLER("handler"),
        /** From the last request to its end, where the answer was not streamed. */
        ANSWER("answer"),
        /** From there to the end of the call. */
        AFTER("after");

        private final String word;

        LatencyPart(String word) {
            this.word = word;
        }

        /** Returns the word written to files. */
        public String word() {
            return word;
        }
    }
}
