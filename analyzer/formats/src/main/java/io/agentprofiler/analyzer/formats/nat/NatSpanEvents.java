// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.nat;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.formats.nat.NatStep.NatUsage;
import io.agentprofiler.analyzer.read.event.AttributeSet;
import io.agentprofiler.analyzer.read.event.SpanEvent;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.shared.schema.Attributes;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Turns the steps of a request into the events that every format is read into. */
final class NatSpanEvents {
    private static final double NANOS = 1e9;

    private NatSpanEvents() {}

    /** What a call failed with; files of ours hold {@code type: message}, others any text. */
    private record NatFailure(String type, String message) {
        private static final Pattern TYPED = Pattern.compile("([\\p{L}_$][\\w.$]*): (.*)", Pattern.DOTALL);
        private static final Pattern TYPE = Pattern.compile("[\\p{L}_$][\\w$]*(\\.[\\w$]+)+|\\w*(Error|Exception)");

        static NatFailure of(String text) {
            Matcher typed = TYPED.matcher(text);
            if (typed.matches()) {
                return new NatFailure(typed.group(1), typed.group(2));
            }
            return TYPE.matcher(text).matches() ? new NatFailure(text, null) : new NatFailure("error", text);
        }
    }

    /** Returns the id a request's trace gets: of its number and the UUID of its first step. */
    static TraceId traceId(NatRequest request) {
        String first = request.steps().isEmpty()
                ? ""
                : request.steps().get(0).subject().uuid();
        return new TraceId(NatSpan.uuidHash(first), NatSpan.uuidHash(first + '#' + request.number()));
    }

    /** Returns the 64 bits that stand for a UUID, never 0. */
    static long spanId(String uuid) {
        long hash = NatSpan.uuidHash(uuid);
        return hash == 0 ? 1 : hash;
    }

    /** Returns the time in nanoseconds. */
    static long nanos(double seconds) {
        double whole = Math.floor(seconds);
        return (long) whole * 1_000_000_000L + Math.round((seconds - whole) * NANOS);
    }

    /**
     * Hands over a request's events in their order.
     *
     * @return how many steps belong to no span: chunks whose span has neither START nor END
     */
    static int send(NatRequest request, Consumer<SpanEvent> sink) {
        TraceId trace = traceId(request);
        NatSpans spans = NatSpans.of(request);
        int lost = 0;
        for (NatStep step : request.steps()) {
            NatSpan span = spans.get(step.subject().uuid());
            if (span == null) {
                lost++;
            } else if (step.isStart()) {
                sink.accept(start(trace, span, step));
            } else if (step.isEnd()) {
                sink.accept(end(trace, span, step));
            } else {
                sink.accept(new SpanEvent.Chunk(
                        spanId(step.subject().uuid()),
                        nanos(step.time().timestamp()),
                        -1,
                        "text",
                        PythonText.str(step.data("chunk")).length()));
            }
        }
        return lost;
    }

    private static SpanEvent start(TraceId trace, NatSpan span, NatStep step) {
        return new SpanEvent.Start(
                trace,
                spanId(step.subject().uuid()),
                span.parent() == null ? 0 : spanId(span.parent().uuid()),
                nanos(step.time().timestamp()),
                kind(step.category()),
                step.subject().name() == null
                        ? step.category().toLowerCase(Locale.ROOT)
                        : step.subject().name(),
                startAttributes(step));
    }

    private static SpanKind kind(String category) {
        return switch (category) {
            case "LLM" -> SpanKind.LLM;
            case "TOOL" -> SpanKind.TOOL;
            case "WORKFLOW" -> SpanKind.WORKFLOW;
            default -> SpanKind.FUNCTION;
        };
    }

    private static AttributeSet startAttributes(NatStep step) {
        AttributeSet.Builder attributes = new AttributeSet.Builder();
        switch (step.category()) {
            case "LLM" ->
                attributes
                        .add(Attributes.REQUEST_MODEL, step.subject().name())
                        .add(Attributes.INPUT_MESSAGES, text(step.data("input")));
            case "TOOL" ->
                attributes
                        .add(Attributes.TOOL_NAME, step.subject().name())
                        .add(Attributes.TOOL_CALL_ARGUMENTS, text(step.data("input")));
            default -> {
                // nothing more is known of others
            }
        }
        return attributes.build();
    }

    private static SpanEvent end(TraceId trace, NatSpan span, NatStep step) {
        Object metadata = step.extras().get("metadata");
        Object error = metadata instanceof Map<?, ?> map ? map.get("error") : null;
        NatFailure failure = error == null ? null : NatFailure.of(PythonText.str(error));
        return new SpanEvent.End(
                trace,
                spanId(step.subject().uuid()),
                nanos(step.time().timestamp()),
                span.start() == null ? step.subject().name() : null,
                error == null ? SpanStatus.OK : SpanStatus.ERROR,
                null,
                Unknown.LONG,
                Unknown.LONG,
                null,
                failure == null ? null : failure.type(),
                failure == null ? null : failure.message(),
                endAttributes(step, span.start() == null));
    }

    private static AttributeSet endAttributes(NatStep step, boolean lone) {
        AttributeSet.Builder attributes = new AttributeSet.Builder();
        if (lone) {
            attributes.add(Attributes.OPERATION_NAME, kind(step.category()).genAiOperation());
        }
        if (step.category().equals("LLM")) {
            attributes
                    .add(Attributes.RESPONSE_MODEL, step.subject().name())
                    .add(Attributes.OUTPUT_MESSAGES, text(step.data("output")));
            usage(attributes, step.usageOrZero());
        } else if (step.category().equals("TOOL")) {
            attributes
                    .add(Attributes.TOOL_NAME, lone ? step.subject().name() : null)
                    .add(Attributes.TOOL_CALL_RESULT, text(step.data("output")));
        }
        return attributes.build();
    }

    /** NAT writes 0 for what it does not know: a call without a single prompt token has not been counted. */
    private static void usage(AttributeSet.Builder attributes, NatUsage usage) {
        if (usage.prompt() == 0 && usage.completion() == 0) {
            return;
        }
        attributes.add(Attributes.INPUT_TOKENS, usage.prompt()).add(Attributes.OUTPUT_TOKENS, usage.completion());
        if (usage.cached() > 0) {
            attributes.add(Attributes.CACHE_READ_TOKENS, usage.cached());
        }
        if (usage.reasoning() > 0) {
            attributes.add(Attributes.REASONING_TOKENS, usage.reasoning());
        }
    }

    private static Object text(Object value) {
        return value == null ? null : PythonText.str(value);
    }
}
