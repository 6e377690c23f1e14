// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.writer;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.event.SpanChunk;
import io.agentprofiler.agent.event.SpanEnd;
import io.agentprofiler.agent.event.SpanStart;
import io.agentprofiler.agent.event.StageForecast;
import io.agentprofiler.agent.event.TraceSink;
import io.agentprofiler.agent.stats.PipelineCounters;
import io.agentprofiler.shared.forecast.CallName;
import io.agentprofiler.shared.forecast.Outlook;
import io.agentprofiler.shared.forecast.Stage;
import io.agentprofiler.shared.forecast.StageLookup;
import io.agentprofiler.shared.schema.Attributes;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Follows the workflows that the model knows, and tells the other sinks what is to be expected: when a workflow begins, and whenever
 * one of its model or tool calls has ended.
 *
 * <p>It stands behind the sinks it tells, so that a forecast follows its span. What it does wrong costs no span.
 *
 * <p><b>Threading:</b> the ring's consumer.
 */
public final class ForecastSink implements TraceSink {
    /** Workflows that are followed at a time. Of more, the oldest is forgotten, and nothing more is told of it. */
    static final int MOST_WORKFLOWS = 4096;

    private final StageLookup model;
    private final List<TraceSink> sinks;
    private final Map<Trace, RunningWorkflow> running = new LinkedHashMap<>();

    private record Trace(long high, long low) {}

    /**
     * Creates a sink.
     *
     * @param model what tells
     * @param sinks are told
     */
    public ForecastSink(StageLookup model, List<TraceSink> sinks) {
        this.model = model;
        this.sinks = List.copyOf(sinks);
    }

    @Override
    public boolean start(SpanStart start) {
        Span span = start.span;
        Trace trace = new Trace(span.traceHigh, span.traceLow);
        RunningWorkflow workflow = running.get(trace);
        if (workflow == null) {
            boolean begins = start.parentId == 0 || Boolean.TRUE.equals(start.attributes.get(Attributes.REMOTE_PARENT));
            if (begins && start.name != null && model.knows(start.name)) {
                begin(trace, start);
            }
        } else if (isCall(span)) {
            workflow.started(start, isTool(span));
        }
        return true;
    }

    private void begin(Trace trace, SpanStart start) {
        if (running.size() >= MOST_WORKFLOWS) {
            running.remove(running.keySet().iterator().next());
        }
        RunningWorkflow workflow = new RunningWorkflow(start);
        running.put(trace, workflow);
        tell(start.span, start.epochNanos, workflow.begun());
    }

    @Override
    public boolean chunk(SpanChunk chunk) {
        return true;
    }

    @Override
    public boolean end(SpanEnd end) {
        Span span = end.span;
        Trace trace = new Trace(span.traceHigh, span.traceLow);
        RunningWorkflow workflow = running.get(trace);
        if (workflow == null) {
            return true;
        }
        if (workflow.beginsWith(span.id)) {
            running.remove(trace);
        } else if (isCall(span) && !Boolean.TRUE.equals(end.attributes.get(Attributes.WRAPPER))) {
            Stage stage = workflow.ended(end, isTool(span));
            if (stage.ended() < Stage.MOST) {
                tell(span, end.epochNanos, stage);
            }
        }
        return true;
    }

    private void tell(Span span, long epochNanos, Stage stage) {
        Outlook outlook = model.at(stage);
        if (outlook != null) {
            StageForecast forecast = new StageForecast(span, epochNanos, outlook);
            for (TraceSink sink : sinks) {
                sink.forecast(forecast);
            }
        }
    }

    private static boolean isCall(Span span) {
        return span.rule.kind() == SpanKind.LLM || isTool(span);
    }

    private static boolean isTool(Span span) {
        return span.rule.kind() == SpanKind.TOOL;
    }

    @Override
    public void counters(PipelineCounters.Snapshot counters) {
        // nothing is written here
    }

    @Override
    public void flush() {
        // nothing waits here
    }

    @Override
    public void close(PipelineCounters.Snapshot counters) {
        running.clear();
    }

    /**
     * What of a workflow that goes on says at which stage it is.
     *
     * <p><b>Threading:</b> the ring's consumer.
     */
    private static final class RunningWorkflow {
        /** Open calls whose names are remembered; of more, those that begin then are named by what their end says. */
        private static final int MOST_OPEN = 256;

        private static final double NANOS = 1e9;

        private final long root;
        private final String name;
        private final long start;
        /** What the start of an open call said of its model, or its tool; by the span's id. */
        private final Map<Long, String> open = new HashMap<>();

        private int ended;
        private int models;
        private double input = -1;
        private double output = -1;

        RunningWorkflow(SpanStart first) {
            root = first.span.id;
            name = first.name;
            start = first.epochNanos;
        }

        boolean beginsWith(long span) {
            return root == span;
        }

        int ended() {
            return ended;
        }

        Stage begun() {
            return new Stage(name, 0, 0, "", 0, -1, -1);
        }

        void started(SpanStart call, boolean isTool) {
            String named = text(call.attributes, isTool ? Attributes.TOOL_NAME : Attributes.REQUEST_MODEL);
            if (named != null && open.size() < MOST_OPEN) {
                open.put(call.span.id, named);
            }
        }

        /** Takes the end of a call; returns the stage that begins with it. */
        Stage ended(SpanEnd call, boolean isTool) {
            String atStart = open.remove(call.span.id);
            String atEnd = text(call.attributes, isTool ? Attributes.TOOL_NAME : Attributes.REQUEST_MODEL);
            String named = atEnd == null ? atStart : atEnd;
            ended++;
            if (!isTool) {
                models++;
                input = number(call.attributes, Attributes.INPUT_TOKENS);
                output = number(call.attributes, Attributes.OUTPUT_TOKENS);
            }
            String label = CallName.label(
                    isTool,
                    isTool
                            ? CallName.tool(named, call.name)
                            : CallName.model(named, text(call.attributes, Attributes.RESPONSE_MODEL)));
            return new Stage(name, ended, models, label, (call.epochNanos - start) / NANOS, input, output);
        }

        private static String text(Map<String, Object> attributes, String attribute) {
            return attributes.get(attribute) instanceof String text ? text : null;
        }

        private static double number(Map<String, Object> attributes, String attribute) {
            return attributes.get(attribute) instanceof Number number ? Math.max(-1, number.longValue()) : -1;
        }
    }
}
