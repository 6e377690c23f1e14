// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.scan;

import io.agentprofiler.analyzer.answer.critical.Attempts;
import io.agentprofiler.analyzer.answer.critical.ClientTime;
import io.agentprofiler.analyzer.answer.critical.CriticalPath.PathStretch;
import io.agentprofiler.analyzer.answer.critical.ServerTime;
import io.agentprofiler.analyzer.answer.finding.Evidence;
import io.agentprofiler.analyzer.base.stat.Distribution;
import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.base.stat.bounded.BoundedList;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.metric.operation.Operation;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * The own times of one operation's calls: of models, tools, retrievals, memory and the like, and of functions inside of those; or of
 * agents and functions around them. The first calls of each process are kept, because they may pay for its start and because they
 * show which calls wait for each other, and the longest.
 *
 * <p>Only calls whose start and end were recorded count. Bounded: {@value #FIRST} calls of each of {@value #RUNS} processes, {@value
 * #LONGEST} of all.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
public final class CallTimes {
    /** Maximum number of calls kept from the start of a process. */
    public static final int FIRST = 100;

    private static final int RUNS = 50;
    private static final int LONGEST = 100;

    private final Distribution own = new Distribution();
    private final Distribution before = new Distribution();
    /** Those of the processes whose names come first. */
    private final SortedMap<String, BoundedList<TimedCall>> first = new TreeMap<>();

    private final BoundedList<TimedCall> longest = new BoundedList<>(LONGEST, TimedCall.LONGEST_FIRST);
    private long pathNanos;
    private long firstStart = Long.MAX_VALUE;
    private long lastStart = Long.MIN_VALUE;

    /** The calls of a workflow that are looked at, in order. */
    public static final Function<WorkflowScan, List<Span>> CALLS = workflow -> {
        List<Span> calls = new ArrayList<>();
        BitSet counts = new BitSet();
        for (Span span : workflow.trace().spans()) {
            boolean is = switch (span.kind()) {
                case LLM, TOOL, RETRIEVAL, EMBEDDING, MEMORY, GUARDRAIL, EVALUATION, RERANK -> !span.isWrapper();
                // around those, a function's own time is mostly the framework's
                case FUNCTION ->
                    span.parent() != null && counts.get(span.parent().index());
                case WORKFLOW, AGENT, PROMPT, HTTP -> false;
            };
            if (is) {
                counts.set(span.index());
                calls.add(span);
            }
        }
        return calls;
    };

    /** The agents and functions that have such calls below them, in order. */
    public static final Function<WorkflowScan, List<Span>> AROUND = workflow -> {
        BitSet calls = new BitSet();
        for (Span call : workflow.shared(CALLS)) {
            calls.set(call.index());
        }
        BitSet around = new BitSet();
        for (Span call : workflow.shared(CALLS)) {
            for (Span span = call.parent(); span != null && !around.get(span.index()); span = span.parent()) {
                around.set(span.index());
            }
        }
        around.andNot(calls);
        List<Span> found = new ArrayList<>();
        for (int i = around.nextSetBit(0); i >= 0; i = around.nextSetBit(i + 1)) {
            Span span = workflow.trace().spans().get(i);
            if (span.kind() == SpanKind.WORKFLOW || span.kind() == SpanKind.AGENT || span.kind() == SpanKind.FUNCTION) {
                found.add(span);
            }
        }
        return found;
    };

    /** Of all operations. */
    public static final RuleInput<SortedMap<Operation, CallTimes>> BY_OPERATION =
            input(workflow -> workflow.shared(CALLS));

    /** Of agents, and of functions around calls. */
    public static final RuleInput<SortedMap<Operation, CallTimes>> AROUND_CALLS =
            input(workflow -> workflow.shared(AROUND));

    private static final Function<WorkflowScan, long[]> WAITED = CallTimes::waited;

    private static RuleInput<SortedMap<Operation, CallTimes>> input(Function<WorkflowScan, List<Span>> calls) {
        return new RuleInput<>(
                TreeMap::new,
                (into, workflow) -> add(into, workflow, calls.apply(workflow)),
                (into, more) -> more.forEach((operation, times) ->
                        into.computeIfAbsent(operation, any -> new CallTimes()).add(times)));
    }

    private static void add(SortedMap<Operation, CallTimes> into, WorkflowScan workflow, List<Span> calls) {
        if (calls.isEmpty()) {
            return;
        }
        long[] waited = workflow.shared(WAITED);
        String run = workflow.trace().run() == null ? "" : workflow.trace().run();
        for (Span call : calls) {
            if (call.isMeasured()) {
                into.computeIfAbsent(Operation.of(call), none -> new CallTimes())
                        .add(workflow, call, run, waited[call.index()]);
            }
        }
    }

    /** Returns how long the workflow waited for each span's own time, by its index; requests count for the call that made them. */
    private static long[] waited(WorkflowScan workflow) {
        long[] waited = new long[workflow.trace().spans().size()];
        for (PathStretch piece : workflow.path().pieces()) {
            Span call = piece.span() == null || piece.span().requestedBy() == null
                    ? piece.span()
                    : piece.span().requestedBy();
            if (call != null) {
                ServerTime time = workflow.path().serverTime(call);
                waited[call.index()] +=
                        time == null ? piece.nanos() : time.within(piece.startNanos(), piece.endNanos());
            }
        }
        return waited;
    }

    private void add(WorkflowScan workflow, Span span, String run, long waited) {
        boolean model = span.kind() == SpanKind.LLM || span.kind() == SpanKind.EMBEDDING;
        ServerTime time = model ? workflow.path().serverTime(span) : null;
        long ownNanos = time == null ? span.selfNanos() : time.within(span.startNanos(), span.endNanos());
        ClientTime client = model ? ClientTime.before(span, time) : null;
        long beforeNanos = client == null || !client.isKnown() ? Unknown.LONG : client.nanos();
        if (span.kind() != SpanKind.LLM && !span.children().isEmpty()) {
            // what passed before the last attempt is no time of the call itself: retries have a finding of their own
            ownNanos = Math.max(
                    0,
                    ownNanos
                            - Attempts.of(span).retries().stream()
                                    .mapToLong(Attempts.Retry::nanos)
                                    .sum());
        }
        own.add(ownNanos);
        before.addIfKnown(beforeNanos);
        pathNanos += waited;
        firstStart = Math.min(firstStart, span.startNanos());
        lastStart = Math.max(lastStart, span.startNanos());
        BoundedList<TimedCall> firstOfRun = firstOf(run);
        if (isAfter(firstOfRun.bound(), span.startNanos()) && isShorter(longest.bound(), ownNanos)) {
            // as of most calls once there are many
            firstOfRun.drop();
            longest.drop();
            return;
        }
        TimedCall call = new TimedCall(
                workflow.trace().id(),
                span.id(),
                span.startNanos(),
                span.endNanos(),
                ownNanos,
                waited,
                beforeNanos,
                span.cpuNanos());
        firstOfRun.add(call);
        longest.add(call);
    }

    private static boolean isAfter(TimedCall bound, long startNanos) {
        return bound != null && startNanos > bound.startNanos();
    }

    private static boolean isShorter(TimedCall bound, long ownNanos) {
        return bound != null && ownNanos < bound.ownNanos();
    }

    /** Returns the first calls of a process, for which others' may be given up. */
    private BoundedList<TimedCall> firstOf(String run) {
        BoundedList<TimedCall> calls = first.get(run);
        if (calls == null) {
            calls = firstCalls();
            first.put(run, calls);
            keepFirstRuns();
        }
        return calls;
    }

    private static BoundedList<TimedCall> firstCalls() {
        return new BoundedList<>(FIRST, TimedCall.EARLIEST_FIRST);
    }

    private void add(CallTimes more) {
        own.add(more.own);
        before.add(more.before);
        pathNanos += more.pathNanos;
        firstStart = Math.min(firstStart, more.firstStart);
        lastStart = Math.max(lastStart, more.lastStart);
        more.first.forEach(
                (run, calls) -> first.computeIfAbsent(run, any -> firstCalls()).add(calls));
        keepFirstRuns();
        longest.add(more.longest);
    }

    private void keepFirstRuns() {
        while (first.size() > RUNS) {
            first.remove(first.lastKey());
        }
    }

    /** Returns the own times, in nanoseconds. */
    public Distribution own() {
        return own;
    }

    /** Returns the times before the first request, of those calls of which that {@linkplain ClientTime is known}. */
    public Distribution before() {
        return before;
    }

    /** Returns how long workflows waited for the own time of all calls. */
    public long pathNanos() {
        return pathNanos;
    }

    /** Answers whether a call began in the later half of the time in which calls of it began. */
    public boolean isLate(TimedCall call) {
        return call.startNanos() - firstStart > (lastStart - firstStart) / 2;
    }

    /** Returns the names of the processes whose first calls are kept. */
    public List<String> runs() {
        return List.copyOf(first.keySet());
    }

    /** Returns the calls that began first in a process, at most {@value #FIRST}, in that order. */
    public List<TimedCall> first(String run) {
        return first.containsKey(run) ? first.get(run).inOrder() : Collections.emptyList();
    }

    /**
     * Returns the calls of a process that may have paid for its start, or for that of the client or the server that it asks: its first
     * call, and those that began before that one was over.
     */
    public List<TimedCall> starting(String run) {
        List<TimedCall> calls = first(run);
        return calls.stream()
                .takeWhile(call -> call.startNanos() < calls.get(0).endNanos() || call.equals(calls.get(0)))
                .toList();
    }

    /** Returns the calls whose own time is longest, the longest first. */
    public List<TimedCall> longest() {
        return longest.inOrder();
    }

    /**
     * The times of one call. All times are nanoseconds.
     *
     * @param trace its workflow
     * @param span its id
     * @param startNanos since 1970
     * @param endNanos since 1970
     * @param ownNanos its own time, without what it called: of a model call its requests, where they were recorded
     * @param pathNanos how long its workflow waited for that own time
     * @param beforeNanos of a model call the client's time before its first request; {@link Unknown#LONG} where neither a request nor a
     *     wrapper was recorded
     * @param cpuNanos CPU time of its thread, or absent
     */
    public record TimedCall(
            TraceId trace,
            long span,
            long startNanos,
            long endNanos,
            long ownNanos,
            long pathNanos,
            long beforeNanos,
            long cpuNanos) {
        /** The earliest first; then the same order however they were found. */
        static final Comparator<TimedCall> EARLIEST_FIRST = (one, other) -> {
            int order = Long.compare(one.startNanos, other.startNanos);
            if (order == 0) {
                order = one.trace.compareTo(other.trace);
            }
            return order == 0 ? Long.compare(one.span, other.span) : order;
        };

        /** Those first whose own time is longest; then the same order however they were found. */
        static final Comparator<TimedCall> LONGEST_FIRST = (one, other) -> {
            int order = Long.compare(other.ownNanos, one.ownNanos);
            return order == 0 ? EARLIEST_FIRST.compare(one, other) : order;
        };

        /** Returns the length. */
        public long nanos() {
            return endNanos - startNanos;
        }

        /** Returns by how much its own time is longer than that, as far as its workflow waited for it. */
        public long waitedBeyond(double usualNanos) {
            return Math.max(0, Math.min(Math.round(ownNanos - usualNanos), pathNanos));
        }

        /** Returns it as evidence of so much time. */
        public Evidence evidence(long weight) {
            return new Evidence(trace, span, weight);
        }
    }
}
