// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.time;

import io.agentprofiler.analyzer.answer.finding.Evidence;
import io.agentprofiler.analyzer.answer.finding.Impact;
import io.agentprofiler.analyzer.answer.finding.Saving;
import io.agentprofiler.analyzer.answer.finding.Thresholds.Threshold;
import io.agentprofiler.analyzer.answer.finding.rule.Candidate;
import io.agentprofiler.analyzer.answer.finding.rule.OperationRule;
import io.agentprofiler.analyzer.answer.finding.scan.CallTimes;
import io.agentprofiler.analyzer.answer.finding.scan.CallTimes.TimedCall;
import io.agentprofiler.analyzer.answer.finding.scan.OperationFacts;
import io.agentprofiler.analyzer.answer.finding.scan.RuleInput;
import io.agentprofiler.analyzer.base.stat.Distribution;
import io.agentprofiler.analyzer.base.stat.Median;
import io.agentprofiler.analyzer.trace.metric.operation.Operation;
import io.agentprofiler.analyzer.view.cell.Units;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;

/**
 * Finds operations with a long self time, in most calls or in occasional ones. Their child calls, and CPU-bound operations, have
 * findings of their own.
 *
 * <p>That something takes long is no fault as such: it is of low impact unless workflows spend a good part of their time on it, it
 * takes longer than others of its kind, and there are several calls that did. The recording does not show how much of it can be
 * saved. For occasional slow calls, the other calls show how fast they could be.
 */
public abstract class SlowCalls extends OperationRule {
    static final Threshold SLOW_SHARE = new Threshold(
            "slow-share",
            0.2,
            "share of the run time spent waiting for a slow tool, retrieval or memory from which the impact is more than low");
    static final Threshold TAIL_TIMES =
            new Threshold("tail-times", 5, "multiple of the median from which an occasional call counts as slow");

    /** How much longer it takes than others of its kind. */
    private static final double TIMES_OTHERS = 2;

    /** Fewer calls than that are no evidence that it usually takes so long. */
    private static final int MIN_CALLS = 3;

    /** Minimum number of calls for a measure of their spread. */
    private static final int MIN_SPREAD = 10;
    /** Most calls of one sort of work, without the tenth at each end, are within this factor. */
    private static final double SPREAD = 5;

    private static final double LOW_PERCENTILE = 10;
    private static final double HIGH_PERCENTILE = 90;

    private final Threshold slowMillis;
    private final Set<SpanKind> kinds;
    private final String advice;

    /**
     * Makes a rule.
     *
     * @param slowMillis from which median on calls are slow, and how much longer those are that are slow now and then
     * @param kinds what it looks at
     * @param advice what to do
     */
    SlowCalls(String id, Threshold slowMillis, Set<SpanKind> kinds, String advice) {
        super(id, slowMillis, SLOW_SHARE, TAIL_TIMES);
        this.slowMillis = slowMillis;
        this.kinds = kinds;
        this.advice = advice;
    }

    @Override
    public final List<RuleInput<?>> inputs() {
        return List.of(CallTimes.BY_OPERATION);
    }

    @Override
    protected final void judge(Operation operation, OperationFacts facts, Candidate finding) {
        CallTimes times = finding.input(CallTimes.BY_OPERATION).get(operation);
        if (!kinds.contains(operation.kind()) || times == null) {
            return;
        }
        double limit = finding.of(slowMillis) * Threshold.MILLI;
        Tail tail = Tail.of(times, finding.of(TAIL_TIMES), limit);
        if (tail != null) {
            judge(operation, times, tail, finding);
        } else if (times.own().percentile(50) >= limit && !CpuBound.computes(operation, facts, finding::of)) {
            judge(operation, times, finding);
        }
    }

    private void judge(Operation operation, CallTimes times, Tail tail, Candidate finding) {
        List<TimedCall> calls = tail.calls();
        finding.occurrences(
                        calls.size(),
                        new TreeSet<>(calls.stream().map(TimedCall::trace).toList()).size())
                .time(tail.savedNanos())
                .saves(Saving.time(tail.savedNanos()))
                .evidence(calls.stream()
                        .limit(Evidence.MOST)
                        .map(call -> call.evidence(call.ownNanos()))
                        .toList())
                .over(TAIL_TIMES, tail.nanos() / Math.max(1, tail.medianNanos()))
                .report(
                        operation.label() + " is slow occasionally: " + Units.count(calls.size()) + " of "
                                + Units.count(times.own().count(), "call") + " took "
                                + Units.duration(tail.nanos()) + " (median), the others "
                                + Units.duration(tail.medianNanos()),
                        "find out what these calls have in common and wait for; give them a timeout");
    }

    private void judge(Operation operation, CallTimes times, Candidate finding) {
        double median = times.own().percentile(50);
        double others = others(operation, finding);
        if (median <= others) {
            // nothing says that it could be faster
            return;
        }
        double usual = Double.isNaN(others) ? 0 : others;
        // without others, a finished log tells neither that it could be faster nor that anything waited for it
        boolean unknown = Double.isNaN(others) && !finding.isOfAgent();
        long most = unknown
                ? 0
                : Math.max(0, times.pathNanos() - Math.round(usual * times.own().count()));
        finding.time(times.pathNanos());
        if (unknown
                || finding.timeShare() < finding.of(SLOW_SHARE)
                || median < TIMES_OTHERS * usual
                || times.own().count() < MIN_CALLS
                || doesDifferentWork(times)) {
            finding.impact(Impact.LOW);
        } else if (Double.isNaN(others)) {
            // it takes long; that it is slow is known only beside others
            finding.impact(Impact.MEDIUM);
        }
        finding.saves(Saving.upTo(most))
                .over(slowMillis, median / Threshold.MILLI)
                .report(
                        operation.label() + " takes " + Units.duration(median) + " (median, n="
                                + times.own().count()
                                + ")"
                                + (Double.isNaN(others) ? "" : "; others of its kind take " + Units.duration(others))
                                + "; workflows wait for it " + Units.share(finding.timeShare(), 1)
                                + " of their time",
                        finding.isOfAgent() ? advice : "see what these calls do, and whether they could do less");
    }

    /** Answers whether its calls differ so much that their median says little: a shell runs whatever it is told. */
    private static boolean doesDifferentWork(CallTimes times) {
        return times.own().count() >= MIN_SPREAD
                && times.own().percentile(HIGH_PERCENTILE)
                        >= SPREAD * times.own().percentile(LOW_PERCENTILE);
    }

    /** Returns the median of the usual own times of other operations of its kind, {@link Double#NaN} where there are none. */
    private double others(Operation operation, Candidate finding) {
        double[] medians = finding.input(CallTimes.BY_OPERATION).entrySet().stream()
                .filter(other -> other.getKey().kind() == operation.kind()
                        && !other.getKey().equals(operation))
                .mapToDouble(other -> other.getValue().own().percentile(50))
                .toArray();
        return medians.length == 0 ? Double.NaN : Median.of(medians);
    }

    /**
     * The tail of an operation: the few calls that took many times the median.
     *
     * @param calls the longest first
     * @param medianNanos own time of most calls
     * @param savedNanos how much less workflows would have waited if they had taken the median
     */
    private record Tail(List<TimedCall> calls, double medianNanos, long savedNanos) {
        private static final int MIN_OF_ALL = 10;
        private static final int MIN_CALLS = 2;
        private static final double MOST_OF_ALL = 0.25;
        /** So much of it comes late: what fills a cache at the start, or starts with the process, does not. */
        private static final double LATE = 0.3;
        /** Maximum number of calls between half the slow limit and the limit, as a share of the slow calls. */
        private static final double MOST_BETWEEN = 0.4;

        private static final double ALL = 100;
        private static final int STEPS = 20;

        /**
         * Returns the calls that are slow now and then, {@code null} where there are none.
         *
         * @param times how many times longer than the median
         * @param leastNanos how much longer at least
         */
        static Tail of(CallTimes all, double times, double leastNanos) {
            double median = all.own().percentile(50);
            Set<TimedCall> starting = new HashSet<>();
            all.runs().forEach(run -> starting.addAll(all.starting(run)));
            List<TimedCall> calls = all.longest().stream()
                    .filter(call -> call.ownNanos() >= times * median && call.ownNanos() - median >= leastNanos)
                    .filter(call -> !starting.contains(call))
                    .toList();
            long late = calls.stream().filter(all::isLate).count();
            boolean is = all.own().count() >= MIN_OF_ALL
                    && calls.size() >= MIN_CALLS
                    && calls.size() <= MOST_OF_ALL * all.own().count()
                    && late >= LATE * calls.size()
                    && isApart(all.own(), times * median);
            return is
                    ? new Tail(
                            calls,
                            median,
                            calls.stream()
                                    .mapToLong(call -> call.waitedBeyond(median))
                                    .sum())
                    : null;
        }

        /**
         * Answers whether few calls are between most and the slow ones: then something else happened in these. Of calls that do more or less
         * work each time, many are.
         */
        private static boolean isApart(Distribution own, double slowNanos) {
            double slow = shareFrom(own, slowNanos);
            return shareFrom(own, slowNanos / 2) <= (1 + MOST_BETWEEN) * slow;
        }

        /** Returns the share of calls that took so long, or longer. */
        private static double shareFrom(Distribution own, double nanos) {
            double low = 0;
            double high = ALL;
            for (int i = 0; i < STEPS; i++) {
                double middle = (low + high) / 2;
                if (own.percentile(middle) < nanos) {
                    low = middle;
                } else {
                    high = middle;
                }
            }
            return 1 - high / ALL;
        }

        /** Returns the median of their own times. */
        double nanos() {
            return Median.of(calls.stream().mapToDouble(TimedCall::ownNanos).toArray());
        }
    }

    /** Finds tools and retrievals whose time is CPU time of their own thread. */
    public static final class CpuBound extends OperationRule {
        static final Threshold CPU_SHARE =
                new Threshold("cpu-share", 0.70, "share of a tool's time in which its own thread computes");
        static final Threshold CPU_MS = new Threshold("cpu-ms", 50, "mean CPU time of such a tool's calls");

        public CpuBound() {
            super("cpu-bound", CPU_SHARE, CPU_MS);
        }

        /** Answers whether an operation computes for most of its time. */
        static boolean computes(Operation operation, OperationFacts facts, ToDoubleFunction<Threshold> limits) {
            return (operation.kind() == SpanKind.TOOL || operation.kind() == SpanKind.RETRIEVAL)
                    && facts.cpuCalls() > 0
                    && facts.cpuNanos() >= limits.applyAsDouble(CPU_SHARE) * facts.timedNanos()
                    && facts.cpuNanos() >= limits.applyAsDouble(CPU_MS) * Threshold.MILLI * facts.cpuCalls();
        }

        @Override
        protected void judge(Operation operation, OperationFacts facts, Candidate finding) {
            if (computes(operation, facts, finding::of)) {
                double share = facts.cpuNanos() / (double) facts.timedNanos();
                finding.waitedFor(operation)
                        .over(CPU_SHARE, share)
                        .report(
                                title(operation, facts, share),
                                "it computes rather than waits: a CPU profile of these spans shows where");
            }
        }

        private static String title(Operation operation, OperationFacts facts, double share) {
            double bytes = facts.meanAllocatedBytes();
            return operation.label() + " computes for " + Units.share(share, 1) + " of its time, "
                    + Units.duration(facts.cpuNanos() / (double) facts.cpuCalls()) + " a call"
                    + (Double.isNaN(bytes) ? "" : ", and allocates " + Units.bytes(Math.round(bytes)));
        }
    }

    /** Finds tools that are slow, in general or occasionally. */
    public static final class SlowTool extends SlowCalls {
        static final Threshold SLOW_TOOL_MS =
                new Threshold("slow-tool-ms", 200, "median own time of a tool's calls, without what they call");

        public SlowTool() {
            super(
                    "slow-tool",
                    SLOW_TOOL_MS,
                    Set.of(SpanKind.TOOL),
                    "find out what it waits for; cache its results or give it a timeout");
        }
    }

    /** Finds retrievers, rerankers and embedding models that are slow, in general or occasionally. */
    public static final class SlowRetrieval extends SlowCalls {
        static final Threshold SLOW_RETRIEVAL_MS = new Threshold(
                "slow-retrieval-ms",
                100,
                "median own time of a retriever's, reranker's or embedding model's calls, without what they call");

        public SlowRetrieval() {
            super(
                    "slow-retrieval",
                    SLOW_RETRIEVAL_MS,
                    Set.of(SpanKind.RETRIEVAL, SpanKind.RERANK, SpanKind.EMBEDDING),
                    "look at its index and how much it fetches; keep the answers of queries that come again");
        }
    }

    /** Finds conversation memories with slow reads or writes, in general or occasionally. */
    public static final class SlowMemory extends SlowCalls {
        static final Threshold SLOW_MEMORY_MS =
                new Threshold("slow-memory-ms", 30, "median own time of reads or writes of conversation memory");

        public SlowMemory() {
            super(
                    "slow-memory",
                    SLOW_MEMORY_MS,
                    Set.of(SpanKind.MEMORY),
                    "keep it closer, read and write less of it, or write it after the answer was given");
        }
    }
}
