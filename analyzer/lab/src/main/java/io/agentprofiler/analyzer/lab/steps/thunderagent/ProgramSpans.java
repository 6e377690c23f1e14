// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.steps.thunderagent;

import io.agentprofiler.analyzer.base.stat.SplitMix64;
import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.lab.steps.StepAttributes;
import io.agentprofiler.analyzer.lab.steps.thunderagent.StepTable.StepRow;
import io.agentprofiler.analyzer.read.EventSink;
import io.agentprofiler.analyzer.read.Problems;
import io.agentprofiler.analyzer.read.event.AttributeSet;
import io.agentprofiler.analyzer.read.event.SpanEvent;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.shared.schema.Attributes;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.HashMap;
import java.util.Map;

/**
 * Makes a workflow of each program of a table: an agent with a model call for each step. The values of a step are told as attributes,
 * since they do not follow from the call's times alone.
 *
 * <p><b>Threading:</b> one thread a file.
 */
final class ProgramSpans {
    private final ProgramExtents extents;
    private final EventSink sink;
    private final Problems problems;
    private final Map<String, Long> sent = new HashMap<>();

    ProgramSpans(ProgramExtents extents, EventSink sink, Problems problems) {
        this.extents = extents;
        this.sink = sink;
        this.problems = problems;
    }

    /** Sends a step. */
    void send(StepRow row) {
        ProgramExtents.Extent extent = extents.of(row.program());
        if (extent == null) {
            problems.skipped(row.line(), "a step of one program too many; the line is left out");
            return;
        }
        TraceId trace = trace(row.program());
        long place = sent.merge(row.program(), 1L, Long::sum);
        if (place == 1) {
            start(trace, row.program(), extent);
        }
        step(trace, place, row);
        if (place == extent.rows()) {
            long end = extent.hasTime() ? extent.endNanos() : place + 1;
            end(trace, span(trace, 0), end);
            sink.traceEnded(trace, end, null);
        }
    }

    /** Returns the id of a program's workflow: that of an id is always the same. */
    static TraceId trace(String program) {
        long hash = SplitMix64.of(program);
        return new TraceId(hash, SplitMix64.mix(hash, program.length()));
    }

    /** Returns the id of a step's span, unique over all programs; that of the program itself is of step 0. */
    static long span(TraceId trace, long place) {
        return SplitMix64.mix(trace.high(), trace.low(), place) | 1;
    }

    private void start(TraceId trace, String program, ProgramExtents.Extent extent) {
        AttributeSet attributes = new AttributeSet.Builder()
                .add(Attributes.CONVERSATION_ID, program)
                .add(
                        Attributes.TIMING,
                        !extent.hasTime()
                                ? Attributes.TIMING_NONE
                                : extent.isMeasured() ? null : Attributes.TIMING_ESTIMATED)
                .build();
        long start = extent.hasTime() ? extent.startNanos() : 1;
        sink.span(new SpanEvent.Start(trace, span(trace, 0), 0, start, SpanKind.AGENT, program, attributes));
    }

    private void step(TraceId trace, long place, StepRow row) {
        boolean moment = row.completedNanos() != Unknown.LONG;
        AttributeSet attributes = new AttributeSet.Builder()
                .add(Attributes.INPUT_TOKENS, Unknown.boxed(row.tokens().input()))
                .add(Attributes.OUTPUT_TOKENS, Unknown.boxed(row.tokens().output()))
                .add(Attributes.CACHE_READ_TOKENS, Unknown.boxed(row.tokens().cached()))
                .add(StepAttributes.NUMBER, row.number())
                .add(StepAttributes.PREFILL, Unknown.boxed(row.times().prefillNanos()))
                .add(StepAttributes.DECODE, Unknown.boxed(row.times().decodeNanos()))
                .add(StepAttributes.PAUSE, Unknown.boxed(row.times().pauseNanos()))
                .add(StepAttributes.OUTSIDE, Unknown.boxed(row.times().outsideNanos()))
                .add(StepAttributes.KV_HIT_RATE, row.tokens().hitRate())
                .add(
                        Attributes.TIMING,
                        row.isMeasured() ? null : moment ? Attributes.TIMING_MOMENT : Attributes.TIMING_NONE)
                .build();
        long id = span(trace, place);
        // steps without a time stand in their order
        long start = moment ? row.startNanos() : place;
        sink.span(new SpanEvent.Start(trace, id, span(trace, 0), start, SpanKind.LLM, "chat", attributes));
        end(trace, id, moment ? row.completedNanos() : place);
    }

    private void end(TraceId trace, long span, long nanos) {
        sink.span(new SpanEvent.End(trace, span, nanos, null, AttributeSet.EMPTY));
    }
}
