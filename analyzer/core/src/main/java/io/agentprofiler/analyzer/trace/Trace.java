// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.shared.schema.Attributes;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.function.Function;

/**
 * One workflow: a root span and all below it.
 *
 * <p>Where records are missing a trace may have several spans at its top; {@link #root} is the first of them.
 *
 * <p><b>Threading:</b> immutable, as far as anybody can tell.
 */
public final class Trace {
    /** What is open for no longer than this after the end is being closed, no work. */
    private static final long CLOSING_NANOS = 10_000_000;

    /** Nor is what takes no larger part of the run time than one in so many. */
    private static final long CLOSING_PART = 20;

    private final TraceId id;
    private final List<Span> roots;
    private final List<Span> spans;
    private final Span root;
    private final long startNanos;
    private final long endNanos;
    private final Object original;
    private final String run;
    private final boolean timed;
    /** What was made of it last, {@code null} at first; by whichever thread. */
    private volatile Derived derived;

    private record Derived(Function<Trace, ?> maker, WeakReference<Object> made) {}

    public Trace(TraceId id, List<Span> roots, List<Span> spans, Object original) {
        this(id, roots, spans, original, null, Span.areTimed(spans));
    }

    private Trace(TraceId id, List<Span> roots, List<Span> spans, Object original, String run, boolean timed) {
        this.id = id;
        this.roots = roots;
        this.spans = spans;
        this.original = original;
        this.run = run;
        this.timed = timed;
        this.root = root(roots);
        this.startNanos = roots.get(0).startNanos();
        long end = Long.MIN_VALUE;
        for (Span root : roots) {
            end = Math.max(end, root.endNanos());
        }
        this.endNanos = end;
    }

    /**
     * Returns what a function makes of the trace, and mostly the same object again if it is asked for that next: several questions
     * need the same. It is given up when memory is short, as of a large trace it is large.
     *
     * @param maker a constant, whose result depends on the trace alone and can be used by any thread
     */
    @SuppressWarnings("unchecked") // what is known was made by the same function
    public <T> T derived(Function<Trace, T> maker) {
        Derived last = derived;
        Object known =
                last == null || last.maker() != maker ? null : last.made().get();
        if (known == null) {
            known = maker.apply(this);
            derived = new Derived(maker, new WeakReference<>(known));
        }
        return (T) known;
    }

    public TraceId id() {
        return id;
    }

    /** Returns the trace as one of a run. */
    public Trace inRun(String id) {
        return new Trace(this.id, roots, spans, original, id, timed);
    }

    /**
     * Returns the id of the run it was recorded in, or the file's name where the format knows none; {@code null} when
     * nobody told.
     */
    public String run() {
        return run;
    }

    /** Returns the spans at the top, by start time; never empty. */
    public List<Span> roots() {
        return roots;
    }

    /** Returns the span the workflow is named after: the first at the top that was recorded from its start. */
    public Span root() {
        return root;
    }

    /** Returns the id of the OpenTelemetry trace that the workflow began in, 32 hex digits; {@code null} if none is recorded. */
    public String openTelemetryId() {
        return root.attributes().text(Attributes.OTEL_TRACE_ID);
    }

    private static Span root(List<Span> roots) {
        for (Span root : roots) {
            if (!root.has(SpanFlag.START_MISSING)) {
                return root;
            }
        }
        return roots.get(0);
    }

    /** Returns all spans, each before its children, children by start time. */
    public List<Span> spans() {
        return spans;
    }

    /**
     * Returns what the trace was made of where its format holds more than spans and content was asked for, or
     * {@code null}.
     */
    public Object original() {
        return original;
    }

    public long startNanos() {
        return startNanos;
    }

    /** Returns when the last span at the top ended; work that outlives its workflow does not lengthen it. */
    public long endNanos() {
        return endNanos;
    }

    /** Returns the run time of the workflow in nanoseconds. */
    public long durationNanos() {
        return Intervals.length(startNanos, endNanos);
    }

    /**
     * Returns for how long after its start the workflow's work went on, in nanoseconds, where it outlived the workflow by more than a
     * moment; {@link Unknown#LONG} where it did not, or where times were not measured.
     */
    public long workNanos() {
        if (!timed || !root.isMeasured()) {
            return Unknown.LONG;
        }
        long last = endNanos;
        for (Span span : spans) {
            if (span.endNanos() > last && span.isMeasured()) {
                last = span.endNanos();
            }
        }
        long after = Intervals.length(endNanos, last);
        return after > Math.max(CLOSING_NANOS, durationNanos() / CLOSING_PART)
                ? Intervals.length(startNanos, last)
                : Unknown.LONG;
    }

    /** Answers whether all spans' times were measured, so that something may be concluded from them. */
    public boolean isTimed() {
        return timed;
    }

    /**
     * Answers whether the recording tells what waited for what: threads were recorded, as the agent does. Spans that other programs
     * recorded only show that one call began after another had ended.
     */
    public boolean tellsWaiting() {
        return root.startThread() != null;
    }

    /**
     * Answers whether this is no workflow but ends whose starts are not in the files. Of a workflow that has lost its start
     * but not its calls, the calls make the workflow.
     */
    public boolean isFragment() {
        return root().has(SpanFlag.START_MISSING);
    }
}
