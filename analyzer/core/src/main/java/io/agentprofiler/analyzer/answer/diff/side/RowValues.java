// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.diff.side;

import io.agentprofiler.analyzer.answer.diff.Metric;
import io.agentprofiler.analyzer.answer.diff.side.Side.CallCost;
import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.SpanFlag;
import io.agentprofiler.analyzer.trace.Tokens;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.analyzer.trace.metric.workflow.WorkflowEnd;
import java.util.Arrays;

/**
 * What one workflow adds to one row.
 *
 * <p><b>Threading:</b> one thread at a time; not changed once its workflow has been handed on.
 */
public final class RowValues {
    private static final long[] NONE = {};

    /** Spans; in rows of workflows all spans of the workflow. */
    private long calls;
    /** What can fail: calls, in rows of workflows the workflow. */
    private long tries;

    private long errors;
    /** Workflows that failed themselves; in rows of workflows only. */
    private long failed;
    /** Of {@link #tries}, those of which the format does not say whether they failed. */
    private long untold;

    private long totalNanos;
    private long selfNanos;
    /** Calls whose format does not say how long they took, and spans of which it does not say how long they took themselves. */
    private long untimed;

    private long selfUntimed;
    /** Most calls at one moment; in rows of workflows only. */
    private long peak = Unknown.LONG;
    /** Calls that are paid by tokens, without those that failed before they used any. */
    private long tokenCalls;

    private Tokens tokens = Tokens.NONE;
    private long cost;
    private long pricedCalls;
    /** Calls of language models whose price nobody knows; such calls of embedding models do not make a cost unknown. */
    private long unpricedCalls;

    /** Model calls that answered and did not say what they used. */
    private long silentCalls;

    private long[] lengths = NONE;
    private int lengthCount;
    private long[] firsts = NONE;
    private int firstCount;

    /** Adds a call. */
    void call(Span span, CallCost prices) {
        tries++;
        errors += span.status() == SpanStatus.ERROR ? 1 : 0;
        untold += span.tellsStatus() ? 0 : 1;
        if (span.isMeasured()) {
            totalNanos += span.durationNanos();
            length(span.durationNanos());
        }
        untimed += span.isTimed() ? 0 : 1;
        add(span, prices, true);
    }

    /**
     * Makes this the values of a workflow's own row, without what is {@link #inside} it.
     *
     * @param mostAtOnce most model and tool calls at one moment, or absent
     */
    void workflow(Trace trace, long mostAtOnce) {
        peak = mostAtOnce;
        tries++;
        WorkflowEnd end = WorkflowEnd.of(trace);
        errors += end.hasFailures() ? 1 : 0;
        failed += end.ending() == WorkflowEnd.Ending.FAILED ? 1 : 0;
        untold += trace.root().tellsStatus() ? 0 : 1;
        if (trace.root().isMeasured()) {
            totalNanos += trace.durationNanos();
            length(trace.durationNanos());
        }
        untimed += trace.root().isTimed() ? 0 : 1;
    }

    /** Adds a span of the workflow to its own row; tokens are those of language models. */
    void inside(Span span, CallCost prices) {
        add(span, prices, Calls.isModelCall(span));
    }

    /** Adds the own time of a span. Of one that only wraps a call it is all there is to add. */
    void own(Span span) {
        // of a span without an end nobody knows how long it took: to the run's last event is no difference
        selfNanos += span.has(SpanFlag.UNFINISHED) ? 0 : span.selfNanos();
        selfUntimed += span.isSelfTimed() ? 0 : 1;
    }

    /** Adds a span that only wraps a call to its row, whose time is the own time. Whether it failed is told by the call that it wraps. */
    void overheadCall(Span wrapper) {
        calls++;
        own(wrapper);
        untimed += wrapper.isSelfTimed() ? 0 : 1;
        if (wrapper.isMeasured() && wrapper.isSelfTimed()) {
            totalNanos += wrapper.selfNanos();
            length(wrapper.selfNanos());
        }
    }

    private void add(Span span, CallCost prices, boolean withTokens) {
        calls++;
        own(span);
        if (span.chunks() != null && span.chunks().firstNanos() >= span.startNanos()) {
            if (firstCount == firsts.length) {
                firsts = Arrays.copyOf(firsts, Math.max(2, 2 * firstCount));
            }
            firsts[firstCount++] = span.chunks().firstNanos() - span.startNanos();
        }
        if (Calls.usesTokens(span)) {
            // a failed call that tells nothing used nothing, as far as anyone knows
            boolean nothing =
                    span.status() == SpanStatus.ERROR && !span.tokens().isKnown();
            tokenCalls += withTokens && !nothing ? 1 : 0;
            tokens = withTokens ? tokens.plus(Calls.usage(span)) : tokens;
            silentCalls += Calls.lacksUsage(span) ? 1 : 0;
            long price = prices.of(span);
            if (price >= 0) {
                pricedCalls++;
                cost += price;
            } else if (price == Unknown.LONG && Calls.isModelCall(span)) {
                unpricedCalls++;
            }
        }
    }

    private void length(long nanos) {
        if (lengthCount == lengths.length) {
            lengths = Arrays.copyOf(lengths, Math.max(2, 2 * lengthCount));
        }
        lengths[lengthCount++] = nanos;
    }

    /** Lets go of memory held for more values. */
    RowValues trimmed() {
        lengths = Arrays.copyOf(lengths, lengthCount);
        firsts = Arrays.copyOf(firsts, firstCount);
        return this;
    }

    public long calls() {
        return calls;
    }

    long unpricedCalls() {
        return unpricedCalls;
    }

    /** Returns the lengths of calls that were measured, in nanoseconds. */
    public long[] lengths() {
        return lengths;
    }

    /** Returns the times to the first chunk, in nanoseconds. */
    long[] firsts() {
        return firsts;
    }

    /** Returns the single values of a percentile. */
    public long[] valuesOf(Metric percentile) {
        return percentile == Metric.FIRST_P95 ? firsts : lengths;
    }

    /** Answers whether nothing could have been used, so that usage is none, not unknown. */
    public boolean hasNoUsage() {
        return tokenCalls == 0;
    }

    /** Answers whether there is a value of a metric that nobody told. */
    public boolean isUnknown(Metric metric) {
        return sum(metric) == Unknown.LONG && !(metric.isUsage() && hasNoUsage());
    }

    /** Returns what is above the line of a metric; {@link Unknown#LONG} where it was not reported. */
    public long sum(Metric metric) {
        return switch (metric) {
            case TIME -> Arrays.stream(lengths, 0, lengthCount).sum();
            case FIRST -> Arrays.stream(firsts, 0, firstCount).sum();
            // what some calls do not say is not known of all of them
            case TOTAL -> untimed > 0 ? Unknown.LONG : totalNanos;
            case SELF -> selfUntimed > 0 ? Unknown.LONG : selfNanos;
            case CALLS -> calls;
            case ERRORS -> errors;
            case FAILED -> failed;
            case TOKENS ->
                known(tokens.input() == Unknown.LONG ? tokens.output() : tokens.input() + Math.max(0, tokens.output()));
            case INPUT -> known(tokens.input());
            case OUTPUT -> known(tokens.output());
            case CACHED -> known(tokens.cacheRead());
            case REASONING -> known(tokens.reasoning());
            case PEAK -> peak;
            case COST -> unpricedCalls > 0 || pricedCalls == 0 ? Unknown.LONG : cost;
            case P50, P90, P95, P99, FIRST_P95 -> throw new IllegalArgumentException(metric + " is no sum");
        };
    }

    /** What some calls left out is not known of all of them. */
    private long known(long sum) {
        return silentCalls > 0 ? Unknown.LONG : sum;
    }

    /** Returns what is below the line of a metric per call. */
    public long count(Metric metric) {
        return switch (metric) {
            case TIME -> lengthCount;
            case FIRST -> firstCount;
            // a share of those whose outcome is known
            case ERRORS, FAILED -> tries - untold;
            default -> throw new IllegalArgumentException(metric + " is not per call");
        };
    }

    /** Returns how many numbers are kept. */
    long weight() {
        return 12L + lengthCount + firstCount;
    }
}
