// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.model;

import io.agentprofiler.analyzer.answer.critical.CriticalPath.PathStretch;
import io.agentprofiler.analyzer.answer.critical.LatencySplit;
import io.agentprofiler.analyzer.answer.critical.LatencySplit.LatencyPart;
import io.agentprofiler.analyzer.answer.critical.Supposition;
import io.agentprofiler.analyzer.answer.finding.Confidence;
import io.agentprofiler.analyzer.answer.finding.Saving;
import io.agentprofiler.analyzer.answer.finding.Thresholds.Threshold;
import io.agentprofiler.analyzer.answer.finding.rule.Candidate;
import io.agentprofiler.analyzer.answer.finding.rule.WorkflowRule;
import io.agentprofiler.analyzer.answer.finding.scan.Aggregate;
import io.agentprofiler.analyzer.answer.finding.scan.WorkflowScan;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.analyzer.trace.metric.operation.Operation;
import io.agentprofiler.analyzer.view.cell.Units;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Finds streamed answers that are slow because the application takes long for each chunk.
 *
 * <p>Of a model call, nobody takes the next chunk while the handler runs. The recording does not show whether the model continues in
 * the meantime: chunks may queue up in the connection, or be made one at a time when they are asked for. So at least what the handler
 * took after the last chunk would be saved, and at most all of its time. Where a stream only passes through an agent to which the
 * elements come on another thread, the model is not held up, and the agent's own time after it is the handler's as far as that ran
 * for longer than all the rest of the span. What the handler calls meanwhile, such as a tool, is not its own time.
 */
public final class SlowConsumer extends WorkflowRule {
    private static final Threshold HANDLER_SHARE = new Threshold(
            "handler-share",
            0.4,
            "share of a streamed answer, from its first chunk on, that the application spends in its chunk handler");

    private static final Threshold HANDLER_TIME_SHARE =
            new Threshold("handler-time-share", 0.05, "share of the run time spent in such handlers");

    public SlowConsumer() {
        super("slow-consumer", HANDLER_SHARE, HANDLER_TIME_SHARE);
    }

    /**
     * What the handler of a stream takes.
     *
     * @param least time that would be saved at least without it
     * @param most at most
     * @param share part that it takes of the stream
     */
    private record Taken(long least, long most, double share) {
        /** Returns what the handler of a model's answer takes, {@code null} where that is not known. */
        static Taken ofModel(Span call, long called) {
            LatencySplit split = LatencySplit.of(call);
            long handler = split.nanos(LatencyPart.HANDLER) - called;
            if (handler <= 0) {
                return null;
            }
            long rest = Math.max(0, split.nanos(LatencyPart.GENERATION)) + Math.max(0, split.nanos(LatencyPart.AFTER));
            long after = Math.max(0, call.handler().afterLastNanos());
            return new Taken(
                    Math.max(0, Math.min(after - called, handler)), handler, handler / (double) (handler + rest));
        }

        /** Returns what the handler takes of a span's own time after all below it, {@code null} where that is nothing. */
        static Taken ofPassing(Span span, long called, PathStretch last) {
            if (last == null || last.endNanos() < span.endNanos()) {
                return null;
            }
            long handler = span.handler().nanos() - called;
            long before = span.durationNanos() - last.nanos();
            long least = Math.max(0, Math.min(last.nanos(), handler - before));
            return least == 0
                    ? null
                    : new Taken(
                            least,
                            Math.min(last.nanos(), handler),
                            Math.min(1, handler / (double) span.durationNanos()));
        }
    }

    @Override
    public void scan(WorkflowScan workflow) {
        Map<Span, PathStretch> last = null;
        Map<String, Map<Span, Taken>> slow = new TreeMap<>();
        for (Span span : workflow.trace().spans()) {
            if (span.handler() == null || span.handler().nanos() == 0 || !span.isMeasured()) {
                continue;
            }
            if (last == null) {
                last = lastStretches(workflow);
            }
            long called = called(workflow, span);
            Taken taken = Calls.isModelCall(span)
                    ? Taken.ofModel(span, called)
                    : Taken.ofPassing(span, called, last.get(span));
            if (taken != null && taken.share() >= workflow.of(HANDLER_SHARE) && workflow.waited(span) > 0) {
                slow.computeIfAbsent(Operation.of(span).label(), any -> new HashMap<>())
                        .put(span, taken);
            }
        }
        for (Map.Entry<String, Map<Span, Taken>> each : slow.entrySet()) {
            note(workflow, each.getKey(), each.getValue());
        }
    }

    /** Returns how long calls took that began beside a stream on the thread it ended on: its handler made them. */
    private static long called(WorkflowScan workflow, Span span) {
        List<Span> beside =
                span.parent() == null ? workflow.trace().roots() : span.parent().children();
        long called = 0;
        for (int i = firstAfter(span.startNanos(), beside); i < beside.size(); i++) {
            Span other = beside.get(i);
            if (other.startNanos() >= span.endNanos()) {
                break;
            }
            if (other.startThread() != null && other.startThread().equals(span.endThread())) {
                called += Math.min(other.endNanos(), span.endNanos()) - other.startNanos();
            }
        }
        return called;
    }

    /** Returns the place of the first of spans in order that began after a time. */
    private static int firstAfter(long nanos, List<Span> spans) {
        int low = 0;
        int high = spans.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (spans.get(middle).startNanos() > nanos) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    private static Map<Span, PathStretch> lastStretches(WorkflowScan workflow) {
        Map<Span, PathStretch> last = new HashMap<>();
        for (PathStretch piece : workflow.path().pieces()) {
            if (piece.span() != null) {
                last.put(piece.span(), piece);
            }
        }
        return last;
    }

    private void note(WorkflowScan workflow, String name, Map<Span, Taken> spans) {
        Aggregate seen = new Aggregate(spans.size());
        spans.forEach((span, taken) -> {
            seen.most(taken.share()).evidence(workflow.trace(), span, taken.most());
            workflow.explains(this, name, Confidence.STRONG, span, span.endNanos() - taken.most(), span.endNanos());
        });
        long most = workflow.saved(shorter(spans, true)).mostNanos();
        long least = workflow.saved(shorter(spans, false)).nanos();
        workflow.note(this, name, Confidence.STRONG, seen.saves(Saving.between(Math.min(least, most), most)));
    }

    private static Supposition shorter(Map<Span, Taken> spans, boolean most) {
        return new Supposition() {
            @Override
            public long length(Span span, long nanos) {
                Taken taken = spans.get(span);
                return taken == null ? nanos : Math.max(0, nanos - (most ? taken.most() : taken.least()));
            }
        };
    }

    @Override
    protected void judge(Aggregate seen, Candidate finding) {
        if (finding.timeShare() >= finding.of(HANDLER_TIME_SHARE)) {
            finding.over(HANDLER_SHARE, seen.most())
                    .report(
                            "the application takes " + Units.duration(seen.nanos() / (double) seen.occurrences())
                                    + " for the chunks of a streamed answer of " + finding.subject()
                                    + " on average (" + Units.count(seen.occurrences(), "answer")
                                    + ", up to " + Units.share(seen.most(), 1)
                                    + " of the time from the first chunk on)",
                            "this is the consumer, not the model: while its handler has a chunk nobody takes the next one. Hand"
                                    + " chunks over to another thread, take several at once, or do the slow part when the answer is"
                                    + " complete");
        }
    }
}
