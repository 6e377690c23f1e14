// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.forecast;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.event.SpanChunk;
import io.agentprofiler.agent.event.SpanEnd;
import io.agentprofiler.agent.event.SpanStart;
import io.agentprofiler.agent.event.StageForecast;
import io.agentprofiler.agent.event.TraceSink;
import io.agentprofiler.agent.stats.PipelineCounters;
import io.agentprofiler.shared.forecast.Outlook;
import io.agentprofiler.shared.forecast.Stage;
import io.agentprofiler.shared.forecast.StageLookup;
import io.agentprofiler.shared.schema.Attributes;
import io.agentprofiler.shared.schema.SpanKind;
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
}
