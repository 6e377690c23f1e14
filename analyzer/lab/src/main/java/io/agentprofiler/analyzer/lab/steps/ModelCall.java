// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.steps;

import io.agentprofiler.analyzer.answer.critical.LatencySplit;
import io.agentprofiler.analyzer.answer.critical.LatencySplit.LatencyPart;
import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.read.event.AttributeSet;
import io.agentprofiler.analyzer.read.event.SpanRef;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Tokens;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.shared.schema.Attributes;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * A call of a model that ended, as it is recorded. Times are nanoseconds since 1970, lengths nanoseconds; what is not known is {@link
 * Unknown#LONG}, {@code null} or not-a-number.
 *
 * @param ref its span
 * @param conversation the conversation it is part of
 * @param times when it ran
 * @param parts what it took
 * @param told what only some formats tell
 * @param model the model asked for, {@code null} where nobody told
 * @param finishReason why the answer ended
 */
record ModelCall(
        SpanRef ref,
        String conversation,
        CallTimes times,
        CallParts parts,
        ToldParts told,
        Tokens tokens,
        String model,
        String finishReason) {
    /**
     * When it ran.
     *
     * @param startNanos when it began; where that is not known it keeps calls in their order
     * @param endNanos when it ended
     * @param started whether {@code startNanos} is known
     */
    record CallTimes(long startNanos, long endNanos, boolean started) {}

    /**
     * What it took.
     *
     * @param prefillNanos from the request that was answered to the first chunk
     * @param decodeNanos from the first chunk to the last, without what the application took for them
     * @param pauseNanos from the call to the request that was answered
     */
    record CallParts(long prefillNanos, long decodeNanos, long pauseNanos) {}

    /**
     * What only some formats tell.
     *
     * @param toldOutsideNanos from the end of the step before, where the format tells it
     * @param toldHitRate the share of the prompt read from a cache, where the format tells no tokens
     */
    record ToldParts(long toldOutsideNanos, double toldHitRate) {}

    /** In the order they began. */
    static final Comparator<ModelCall> BY_START = Comparator.comparingLong(
                    (ModelCall each) -> each.times().startNanos())
            .thenComparing(ModelCall::ref);

    static ModelCall of(Trace trace, Span span, String conversation) {
        AttributeSet attributes = span.attributes();
        boolean told = attributes.get(StepAttributes.NUMBER) != null;
        LatencySplit split = told || !span.isMeasured() ? null : LatencySplit.of(span);
        return new ModelCall(
                new SpanRef(trace.id(), span.id()),
                conversation,
                new ModelCall.CallTimes(
                        span.startNanos(),
                        told || span.isMeasured() ? span.endNanos() : Unknown.LONG,
                        told ? span.isTimed() : span.hasMoment()),
                new ModelCall.CallParts(
                        told ? attributes.number(StepAttributes.PREFILL) : part(split, LatencyPart.FIRST_CHUNK),
                        told ? attributes.number(StepAttributes.DECODE) : part(split, LatencyPart.GENERATION),
                        told ? attributes.number(StepAttributes.PAUSE) : pause(split)),
                new ModelCall.ToldParts(
                        attributes.number(StepAttributes.OUTSIDE),
                        attributes.get(StepAttributes.KV_HIT_RATE) instanceof Number rate
                                ? rate.doubleValue()
                                : Double.NaN),
                span.tokens(),
                model(span),
                finishReason(span));
    }

    private static String model(Span span) {
        String model = Calls.model(span);
        return model.equals(Calls.UNKNOWN_MODEL) ? null : model;
    }

    private static long part(LatencySplit split, LatencyPart part) {
        return split == null ? Unknown.LONG : split.nanos(part);
    }

    /** Without its requests nobody knows when the call was sent. */
    private static long pause(LatencySplit split) {
        return split == null || split.requests() == 0
                ? Unknown.LONG
                : split.nanos(LatencyPart.WAITING) + split.nanos(LatencyPart.RETRYING);
    }

    private static String finishReason(Span span) {
        if (span.tellsStatus() && span.status() != SpanStatus.OK) {
            return span.statusWord();
        }
        Object reasons = span.attributes().get(Attributes.RESPONSE_FINISH_REASONS);
        String text = reasons instanceof List<?> list
                ? list.stream().map(String::valueOf).distinct().collect(Collectors.joining(", "))
                : reasons instanceof String one ? one : "";
        return text.isBlank() ? null : text.toLowerCase(Locale.ROOT);
    }

    /** Returns the share of the prompt that was read from a cache, from 0 to 1; not-a-number where it is not known. */
    double hitRate() {
        return tellsCache() ? Math.min(1, (double) tokens.cacheRead() / tokens.input()) : told.toldHitRate();
    }

    /** Answers whether it told how many tokens of how many were read from a cache. */
    boolean tellsCache() {
        return tokens.cacheRead() != Unknown.LONG && tokens.input() > 0;
    }
}
