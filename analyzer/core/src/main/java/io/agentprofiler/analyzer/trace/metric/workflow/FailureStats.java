// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.metric.workflow;

import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.shared.schema.Attributes;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.Comparator;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The calls, failures and errors of one operation.
 *
 * <p>Of more than {@value #MAX_ERRORS} different errors those with the smallest hashes are kept, each with its exact number: a
 * sample that depends on the errors alone.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
public final class FailureStats {
    /** Errors, by type and message, that are kept. */
    static final int MAX_ERRORS = 64;

    private static final int MESSAGE_CHARS = 300;
    private static final String NO_TYPE = "error";
    private static final Pattern SPACE = Pattern.compile("\\s+");

    private long calls;
    private long failed;
    private long failedNanos;
    private long workflows;
    private long rateLimited;
    private boolean selected;
    private final SortedMap<Failure, Long> errors = new TreeMap<>();

    FailureStats() {}

    /**
     * What a call failed with.
     *
     * @param type class of the failure
     * @param message its message on one line, cut; empty where it was not recorded
     */
    private record Failure(long hash, String type, String message) implements Comparable<Failure> {
        private static final Comparator<Failure> ORDER = Comparator.comparingLong(Failure::hash)
                .thenComparing(Failure::type)
                .thenComparing(Failure::message);

        static Failure of(Span span) {
            String type = span.errorType() == null ? NO_TYPE : span.errorType();
            String text = span.errorMessage() == null
                    ? ""
                    : SPACE.matcher(span.errorMessage()).replaceAll(" ").strip();
            String message = text.length() <= MESSAGE_CHARS ? text : text.substring(0, MESSAGE_CHARS) + "…";
            long bits = (type.hashCode() * 0x9E3779B97F4A7C15L ^ message.hashCode()) * 0xBF58476D1CE4E5B9L;
            return new Failure(bits ^ bits >>> 29, type, message);
        }

        @Override
        public int compareTo(Failure other) {
            return ORDER.compare(this, other);
        }
    }

    void called(boolean inSelected) {
        calls++;
        selected |= inSelected;
    }

    void failed(Span span, boolean firstOfWorkflow) {
        failed++;
        failedNanos += span.isMeasured() ? span.durationNanos() : 0;
        workflows += firstOfWorkflow ? 1 : 0;
        rateLimited += RateLimit.hasRefused(span) ? 1 : 0;
        errors.merge(Failure.of(span), 1L, Long::sum);
        keepBounds();
    }

    void add(FailureStats more) {
        calls += more.calls;
        failed += more.failed;
        failedNanos += more.failedNanos;
        workflows += more.workflows;
        rateLimited += more.rateLimited;
        selected |= more.selected;
        more.errors.forEach((error, count) -> errors.merge(error, count, Long::sum));
        keepBounds();
    }

    private void keepBounds() {
        while (errors.size() > MAX_ERRORS) {
            errors.remove(errors.lastKey());
        }
    }

    /** Returns how many calls ended, of which it is known whether they failed. */
    public long calls() {
        return calls;
    }

    /** Returns how many of them failed by themselves. */
    public long failed() {
        return failed;
    }

    /** Returns the part of the calls that failed, 0 to 1. */
    public double rate() {
        return calls == 0 ? 0 : failed / (double) calls;
    }

    /**
     * Answers whether some of the workflows were recorded for what happened in them ({@code agentprofiler.sample.keep}): then
     * failed calls are over-represented, and {@link #rate} says nothing of all calls.
     */
    public boolean isSelected() {
        return selected;
    }

    /** Returns how long the failed calls took, in nanoseconds. */
    public long failedNanos() {
        return failedNanos;
    }

    /** Returns in how many workflows a call failed. */
    public long workflows() {
        return workflows;
    }

    /** Answers whether most failures are refusals because too much was asked for: to wait helps, to change the call does not. */
    public boolean isRateLimited() {
        return 2 * rateLimited > failed;
    }

    /** What is known of limits by their failures: the status 429 of HTTP, and the words that libraries and providers have for it. */
    private static final class RateLimit {
        private static final long TOO_MANY_REQUESTS = 429;
        private static final Pattern TYPE =
                Pattern.compile("RateLimit|TooManyRequests|Throttl|QuotaExceeded|ResourceExhausted");
        private static final Pattern MESSAGE =
                Pattern.compile("\\b429\\b|rate[ _-]?limit|too many requests|throttl", Pattern.CASE_INSENSITIVE);

        private RateLimit() {}

        static boolean hasRefused(Span span) {
            String type = span.errorType();
            String message = span.errorMessage();
            return type != null && TYPE.matcher(type).find()
                    || message != null && MESSAGE.matcher(message).find()
                    || isLastAttemptRefused(span);
        }

        private static boolean isLastAttemptRefused(Span span) {
            Span last = null;
            for (Span child : span.children()) {
                last = child.kind() == SpanKind.HTTP ? child : last;
            }
            return last != null && last.attributes().number(Attributes.HTTP_STATUS) == TOO_MANY_REQUESTS;
        }
    }

    /** Returns the most frequent type of error, {@code null} where nothing failed. */
    public String errorType() {
        SortedMap<String, Long> types = new TreeMap<>();
        errors.forEach((error, count) -> types.merge(error.type(), count, Long::sum));
        return mostFrequent(types);
    }

    /** Returns the most frequent message of errors of that type, {@code null} where none was recorded. */
    public String message() {
        return mostFrequent(messages());
    }

    /** Answers whether that message is only one of several of that type, and not that of most of them. */
    public boolean messagesDiffer() {
        SortedMap<String, Long> messages = messages();
        long all = messages.values().stream().mapToLong(Long::longValue).sum();
        return messages.size() > 1 && 2 * messages.get(message()) <= all;
    }

    private SortedMap<String, Long> messages() {
        String type = errorType();
        SortedMap<String, Long> messages = new TreeMap<>();
        errors.forEach((error, count) -> {
            if (error.type().equals(type) && !error.message().isEmpty()) {
                messages.merge(error.message(), count, Long::sum);
            }
        });
        return messages;
    }

    private static String mostFrequent(SortedMap<String, Long> counts) {
        return counts.entrySet().stream()
                .max(Map.Entry.<String, Long>comparingByValue()
                        .thenComparing(Map.Entry.comparingByKey(Comparator.reverseOrder())))
                .map(Map.Entry::getKey)
                .orElse(null);
    }
}
