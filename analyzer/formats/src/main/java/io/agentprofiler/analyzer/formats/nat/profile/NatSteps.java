// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.nat.profile;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.formats.atif.OwnRecords;
import io.agentprofiler.analyzer.formats.nat.NatRequest;
import io.agentprofiler.analyzer.formats.nat.NatStep;
import io.agentprofiler.analyzer.formats.nat.NatStep.Function;
import io.agentprofiler.analyzer.formats.nat.NatStep.NatUsage;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.SpanFlag;
import io.agentprofiler.analyzer.trace.Tokens;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.shared.schema.Attributes;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The steps of a trace: those it was read from, else made of its spans.
 *
 * <p>A workflow span becomes WORKFLOW, a model call LLM, a tool run TOOL, an operation that only wraps a model call SPAN,
 * every other span FUNCTION; what is not a call and stands at the top is the WORKFLOW. A call at the top gets a WORKFLOW of its
 * name and times around it, as NAT knows no request without one. An HTTP attempt of a model call is
 * part of the call and has no steps: NAT knows none, and would take its time away from the model. {@code framework} stays
 * empty, as a trace does not name it. What steps cannot hold of the spans stands beside the first one.
 */
public final class NatSteps {
    private static final long SECOND = 1_000_000_000L;
    private static final double NANOS = 1e9;

    private final Trace trace;
    private final Function[] functions;

    private NatSteps(Trace trace) {
        this.trace = trace;
        this.functions = new Function[trace.spans().size()];
    }

    /** Returns the steps; the number is that of the file, -1 where there is none. */
    public static NatRequest of(Trace trace) {
        if (trace.original() instanceof NatRequest request && !request.steps().isEmpty()) {
            return request;
        }
        return new NatSteps(trace).request();
    }

    private record Timed(long nanos, int group, int order, NatStep step) {}

    private NatRequest request() {
        List<Timed> steps = new ArrayList<>();
        around(trace.root(), steps);
        for (Span span : trace.spans()) {
            functions[span.index()] = function(span);
            // a step is a moment: what has none is left out
            if (isAttempt(span) || !span.hasMoment()) {
                continue;
            }
            if (isStarted(span)) {
                steps.add(new Timed(span.startNanos(), 1, span.index(), start(span)));
            }
            if (!span.has(SpanFlag.UNFINISHED)) {
                // at one moment: what ends comes before what starts, and inner before outer ends
                int group = span.durationNanos() == 0 ? 2 : 0;
                steps.add(new Timed(span.endNanos(), group, -span.index(), end(span)));
            }
        }
        steps.sort(Comparator.comparingLong(Timed::nanos)
                .thenComparingInt(Timed::group)
                .thenComparingInt(Timed::order));
        List<NatStep> inOrder = new ArrayList<>(steps.stream().map(Timed::step).toList());
        if (!inOrder.isEmpty()) {
            inOrder.set(0, inOrder.get(0).withOwn(new OwnRecords(true).of(trace)));
        }
        return new NatRequest(-1, inOrder);
    }

    /** Adds the workflow around a call at the top: the first that starts and the last that ends. */
    private void around(Span root, List<Timed> steps) {
        if (root.parent() != null || category(root).equals("WORKFLOW") || !root.hasMoment()) {
            return;
        }
        double start = isStarted(root) ? seconds(root.startNanos()) : Double.NaN;
        if (!Double.isNaN(start)) {
            steps.add(new Timed(root.startNanos(), 1, -1, workflow(root, "_START", start, Double.NaN)));
        }
        if (!root.has(SpanFlag.UNFINISHED)) {
            int group = root.durationNanos() == 0 ? 2 : 0;
            steps.add(new Timed(root.endNanos(), group, 1, workflow(root, "_END", seconds(root.endNanos()), start)));
        }
    }

    /** Answers whether it is known when a span began: one of which only a moment is known has an end there and no start. */
    private static boolean isStarted(Span span) {
        return !span.has(SpanFlag.START_MISSING) && span.hasLength();
    }

    private static NatStep workflow(Span root, String state, double time, double spanTime) {
        return new NatStep(
                NatStep.ROOT,
                Function.NONE,
                "WORKFLOW" + state,
                new NatStep.NatTime(time, spanTime),
                new NatStep.NatSubject(null, root.name(), workflowId(root)),
                null,
                null,
                Map.of());
    }

    private static String workflowId(Span root) {
        return "workflow-" + TraceId.spanText(root.id());
    }

    /** Returns the id of what a span hangs below. */
    private static String parentId(Span span) {
        Span around = around(span);
        if (around != null) {
            return TraceId.spanText(around.id());
        }
        return span.parent() != null || category(span).equals("WORKFLOW") ? NatStep.ROOT : workflowId(span);
    }

    private static String category(Span span) {
        if (Calls.isWrapper(span)) {
            return "SPAN";
        }
        String category = span.kind().natCategory();
        return category.equals("FUNCTION") && span.parent() == null ? "WORKFLOW" : category;
    }

    /** Answers whether the span is an attempt of the model call around it. */
    private static boolean isAttempt(Span span) {
        return span.kind() == SpanKind.HTTP && span.parent() != null && Calls.usesTokens(asking(span.parent()));
    }

    /** Returns the span itself, or the closest one around it that is no HTTP attempt; the attempt at the top where there is none. */
    private static Span asking(Span span) {
        Span asking = span;
        while (asking.kind() == SpanKind.HTTP && asking.parent() != null) {
            asking = asking.parent();
        }
        return asking;
    }

    /** Returns the closest span around that has steps, or {@code null}. */
    private static Span around(Span span) {
        Span around = span.parent();
        while (around != null && isAttempt(around)) {
            around = around.parent();
        }
        return around;
    }

    private Function function(Span span) {
        Function around =
                span.parent() == null ? Function.NONE : functions[span.parent().index()];
        return !isAttempt(span)
                        && !Calls.isWrapper(span)
                        && span.kind().natCategory().equals("FUNCTION")
                ? new Function(TraceId.spanText(span.id()), name(span), around.id(), around.name())
                : around;
    }

    private static String name(Span span) {
        return switch (span.kind()) {
            case LLM -> Calls.model(span);
            case TOOL -> Calls.tool(span);
            case AGENT -> Calls.agentName(span);
            default -> span.name();
        };
    }

    private NatStep start(Span span) {
        return step(span, "_START", seconds(span.startNanos()), Double.NaN, null, data(span, false), Map.of());
    }

    private NatStep end(Span span) {
        Map<String, Object> extras = span.errorType() == null
                ? Map.of()
                : Map.of("metadata", Map.of("error", error(span.errorType(), span.errorMessage())));
        double start = isStarted(span) ? seconds(span.startNanos()) : Double.NaN;
        return step(span, "_END", seconds(span.endNanos()), start, usage(span), data(span, true), extras);
    }

    private NatStep step(
            Span span,
            String state,
            double time,
            double spanTime,
            NatUsage usage,
            Map<String, Object> data,
            Map<String, Object> extras) {
        return new NatStep(
                parentId(span),
                functions[span.index()],
                category(span) + state,
                new NatStep.NatTime(time, spanTime),
                new NatStep.NatSubject(null, name(span), TraceId.spanText(span.id())),
                usage,
                data,
                extras);
    }

    private static String error(String type, String message) {
        return message == null ? type : type + ": " + message;
    }

    private static NatUsage usage(Span span) {
        Tokens tokens = span.kind() == SpanKind.LLM ? Calls.usage(span) : Tokens.NONE;
        if (!tokens.isKnown()) {
            return null;
        }
        long input = Math.max(0, tokens.input());
        long output = Math.max(0, tokens.output());
        return new NatUsage(input, output, known(tokens.cacheRead()), known(tokens.reasoning()), input + output, 1, 0);
    }

    private static long known(long tokens) {
        return tokens == Unknown.LONG ? 0 : tokens;
    }

    private static Map<String, Object> data(Span span, boolean end) {
        Object input = null;
        Object output = null;
        if (span.kind() == SpanKind.LLM) {
            input = span.attributes().get(Attributes.INPUT_MESSAGES);
            output = span.attributes().get(Attributes.OUTPUT_MESSAGES);
        } else if (span.kind() == SpanKind.TOOL) {
            input = span.attributes().get(Attributes.TOOL_CALL_ARGUMENTS);
            output = span.attributes().get(Attributes.TOOL_CALL_RESULT);
        }
        if (input == null && output == null) {
            return null;
        }
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("input", input);
        data.put("output", end ? output : null);
        return data;
    }

    /** Returns the closest number of seconds; the fraction is added last, else the nanoseconds would be lost. */
    public static double seconds(long nanos) {
        return Math.floorDiv(nanos, SECOND) + Math.floorMod(nanos, SECOND) / NANOS;
    }
}
