// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.time;

import io.agentprofiler.analyzer.answer.critical.CriticalPath.PathStretch;
import io.agentprofiler.analyzer.answer.finding.Confidence;
import io.agentprofiler.analyzer.answer.finding.Evidence;
import io.agentprofiler.analyzer.answer.finding.FindingRule;
import io.agentprofiler.analyzer.answer.finding.Impact;
import io.agentprofiler.analyzer.answer.finding.Saving;
import io.agentprofiler.analyzer.answer.finding.Thresholds.Threshold;
import io.agentprofiler.analyzer.answer.finding.rule.Assessment;
import io.agentprofiler.analyzer.answer.finding.rule.Candidate;
import io.agentprofiler.analyzer.answer.finding.scan.Aggregate;
import io.agentprofiler.analyzer.answer.finding.scan.CallTimes;
import io.agentprofiler.analyzer.answer.finding.scan.CallTimes.TimedCall;
import io.agentprofiler.analyzer.answer.finding.scan.RuleInput;
import io.agentprofiler.analyzer.answer.finding.scan.WorkflowScan;
import io.agentprofiler.analyzer.base.stat.Median;
import io.agentprofiler.analyzer.base.stat.Moments;
import io.agentprofiler.analyzer.read.event.JvmEvents;
import io.agentprofiler.analyzer.read.event.JvmPauses;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.metric.operation.Operation;
import io.agentprofiler.analyzer.view.cell.Units;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Finds waits for locks on the critical path. With a flight recording, these are the waits of a span's own thread. Without one, they
 * are calls that are {@linkplain TakenInTurn taken in turn}, whatever the cause.
 */
public final class LockWaits extends FindingRule {
    static final Threshold LOCK_SHARE = new Threshold(
            "lock-share",
            0.02,
            "share of the run time spent waiting for locks of one class, or for each other's calls");

    /** Fewer waits are of low impact: as a program starts, its threads load the same classes. */
    private static final int MANY = 8;

    /** With a recording, this part of the waits for turns is told by its locks. */
    private static final double TOLD = 0.5;

    public LockWaits() {
        super("lock-waits", LOCK_SHARE);
    }

    @Override
    public List<RuleInput<?>> inputs() {
        return List.of(CallTimes.BY_OPERATION);
    }

    @Override
    public void scan(WorkflowScan workflow) {
        Map<String, PathStretches> locks = new TreeMap<>();
        for (PathStretch piece : PathStretches.pieces(workflow)) {
            String thread = piece.span().startThread();
            if (thread != null && !thread.isEmpty()) {
                for (JvmEvents.JvmStretch wait : workflow.jvm().locks(thread, piece.startNanos(), piece.endNanos())) {
                    if (wait.what().equals(JvmPauses.CLASS_LOADING)) {
                        // threads that start together load the same classes once
                        continue;
                    }
                    String lock = "lock " + wait.what();
                    locks.computeIfAbsent(lock, any -> new PathStretches()).add(wait, piece, true);
                    workflow.explains(
                            this,
                            lock,
                            Confidence.STRONG,
                            piece.span(),
                            Math.max(wait.startNanos(), piece.startNanos()),
                            Math.min(wait.endNanos(), piece.endNanos()));
                }
            }
        }
        for (Map.Entry<String, PathStretches> each : locks.entrySet()) {
            workflow.note(
                    this, each.getKey(), Confidence.STRONG, each.getValue().seen(workflow));
        }
        for (Span call : workflow.shared(CallTimes.CALLS)) {
            if (isApplications(call.kind())) {
                workflow.explains(this, Operation.of(call).label(), Confidence.STRONG, List.of(call));
            }
        }
    }

    /** Models are waited for at their servers. */
    private static boolean isApplications(SpanKind kind) {
        return kind != SpanKind.LLM && kind != SpanKind.EMBEDDING;
    }

    @Override
    public void assess(Assessment assessment) {
        assessment.observed(this).forEach((subject, seen) -> judge(seen, assessment.about(this, subject, seen)));
        long recorded = assessment.observed(this).values().stream()
                .mapToLong(Aggregate::nanos)
                .sum();
        assessment.input(CallTimes.BY_OPERATION).forEach((operation, times) -> {
            if (isApplications(operation.kind())) {
                judge(operation, times, recorded, assessment);
            }
        });
    }

    private static void judge(Aggregate seen, Candidate finding) {
        if (finding.timeShare() < finding.of(LOCK_SHARE)) {
            return;
        }
        if (seen.occurrences() < MANY && finding.timeShare() < finding.of(Impact.HIGH_FROM)) {
            finding.impact(Impact.LOW);
        }
        finding.over(LOCK_SHARE, finding.timeShare())
                .report(
                        "workflows waited " + Units.duration(seen.nanos()) + " for a " + finding.subject() + " ("
                                + Units.count(seen.occurrences(), "wait") + ")",
                        "hold it for a shorter time, or avoid it, where workflows run concurrently");
    }

    private void judge(Operation operation, CallTimes times, long recorded, Assessment assessment) {
        List<TakenInTurn> found = times.runs().stream()
                .map(run -> TakenInTurn.of(times.first(run)))
                .filter(turns -> turns != null)
                .toList();
        if (found.isEmpty()) {
            return;
        }
        List<TakenInTurn.Waiting> waiting =
                found.stream().flatMap(turns -> turns.waiting().stream()).toList();
        long kept =
                times.runs().stream().mapToLong(run -> times.first(run).size()).sum();
        double all = times.own().count() / (double) kept;
        long saved = Math.round(all
                * waiting.stream()
                        .mapToLong(one -> Math.min(one.nanos(), one.call().pathNanos()))
                        .sum());
        TakenInTurn turns = found.get(0);
        Candidate finding = assessment
                .about(this, operation.label())
                .confidence(Confidence.STRONG)
                .occurrences(
                        Math.round(all * waiting.size()),
                        new TreeSet<>(waiting.stream()
                                        .map(one -> one.call().trace())
                                        .toList())
                                .size())
                .time(saved)
                .saves(Saving.time(saved))
                .evidence(waiting.stream()
                        .map(one -> one.call().evidence(one.nanos()))
                        .sorted(Evidence.WEIGHTIEST_FIRST)
                        .limit(Evidence.MOST)
                        .toList());
        if (finding.timeShare() >= finding.of(LOCK_SHARE) && recorded < TOLD * saved) {
            finding.over(LOCK_SHARE, finding.timeShare())
                    .report(
                            "calls of " + operation.label() + " wait for each other: "
                                    + (turns.atOnce() == 1 ? "one" : "only " + turns.atOnce())
                                    + " of them at a time gets through, in " + Units.duration(turns.turnNanos())
                                    + "; those that wait for their turn take " + Units.duration(turns.waitingNanos()),
                            "a lock, a pool of threads or connections, or a rate limit lets in too few: record with"
                                    + " -Dagentprofiler.jfr.file to see which lock");
        }
    }

    /**
     * Calls of one operation in one process that wait for each other, as they do for a lock, for a pool of a few threads or connections,
     * or for a rate limit: so many get through at a time, and each begins when one before it is over.
     *
     * <p>Then the time from there to its end is about the same for all calls, however long they take altogether, and calls that nobody was
     * before take no longer than that. Calls that are merely slow, or that keep a processor busy, are not like that: they take as long
     * alone, and end at any time.
     *
     * @param atOnce how many get through at a time
     * @param turnNanos how long a turn takes
     * @param waitingNanos the median length of calls that wait for their turn
     * @param waiting those calls and how long each waits, those that wait longest first
     */
    private record TakenInTurn(int atOnce, double turnNanos, double waitingNanos, List<Waiting> waiting) {
        private static final int MOST_AT_ONCE = 4;
        private static final int MIN_WAITING = 10;
        /** Minimum wait, as a share of a turn. */
        private static final double LEAST_WAIT = 0.25;
        /** Minimum share of turns with a typical duration. */
        private static final double ALIKE = 0.9;
        /** If several get through at a time, the turns of calls that do not wait for each other look alike more often. */
        private static final double ALIKE_OF_SEVERAL = 0.95;

        private static final double ABOUT_OF_SEVERAL = 0.25;
        private static final int MIN_WAITING_OF_SEVERAL = 16;
        private static final double PART_OF_SEVERAL = 0.5;

        private static final double ABOUT = 0.5;
        private static final double ALONE = 1.25;
        private static final double LONGER = 1.5;
        private static final double FAR_MORE = 2;
        private static final double COMPUTING = 0.5;

        /**
         * A call that waits.
         *
         * @param call the call
         * @param nanos how long it waits for its turn
         */
        record Waiting(TimedCall call, long nanos) {}

        /** Returns what calls of one process wait for, {@code null} where nothing shows that they do. */
        static TakenInTurn of(List<TimedCall> calls) {
            List<TimedCall> byEnd = calls.stream()
                    .sorted(Comparator.comparingLong(TimedCall::endNanos).thenComparingLong(TimedCall::startNanos))
                    .toList();
            for (int atOnce = 1; atOnce <= MOST_AT_ONCE; atOnce++) {
                TakenInTurn found = of(byEnd, atOnce);
                if (found != null) {
                    return found;
                }
            }
            return null;
        }

        private static TakenInTurn of(List<TimedCall> byEnd, int atOnce) {
            if (byEnd.size() < atOnce + MIN_WAITING) {
                return null;
            }
            long[] waits = new long[byEnd.size()];
            double[] turns = new double[byEnd.size()];
            for (int i = 0; i < waits.length; i++) {
                TimedCall call = byEnd.get(i);
                waits[i] = i < atOnce ? 0 : Math.max(0, byEnd.get(i - atOnce).endNanos() - call.startNanos());
                turns[i] = call.nanos() - waits[i];
            }
            double turn = Median.of(turns);
            Moments lengths = new Moments();
            Moments turnsOfWaiting = new Moments();
            List<Waiting> waiting = new ArrayList<>();
            int alike = 0;
            double alone = Double.MAX_VALUE;
            for (int i = 0; i < waits.length; i++) {
                if (waits[i] >= LEAST_WAIT * turn) {
                    waiting.add(new Waiting(byEnd.get(i), waits[i]));
                    lengths.add(byEnd.get(i).nanos());
                    turnsOfWaiting.add(turns[i]);
                    alike += Math.abs(turns[i] - turn) <= (atOnce == 1 ? ABOUT : ABOUT_OF_SEVERAL) * turn ? 1 : 0;
                } else {
                    alone = Math.min(alone, byEnd.get(i).nanos());
                }
            }
            boolean enough = atOnce == 1
                    ? waiting.size() >= MIN_WAITING && alike >= ALIKE * waiting.size()
                    : waiting.size() >= Math.max(MIN_WAITING_OF_SEVERAL, PART_OF_SEVERAL * waits.length)
                            && alike >= ALIKE_OF_SEVERAL * waiting.size();
            if (!enough) {
                return null;
            }
            double length = Median.of(
                    waiting.stream().mapToDouble(one -> one.call().nanos()).toArray());
            // either one that had nobody before it was as fast as a turn, or calls differ by their waits only
            boolean shown = alone <= ALONE * turn
                    || lengths.deviation() >= Math.max(FAR_MORE * turnsOfWaiting.deviation(), LEAST_WAIT * turn);
            // those that share processors look as if so many got through at a time
            if (length < LONGER * turn || !shown || computes(byEnd, turn / atOnce)) {
                return null;
            }
            waiting.sort(Comparator.comparingLong(Waiting::nanos)
                    .reversed()
                    .thenComparing(one -> one.call().trace())
                    .thenComparingLong(one -> one.call().span()));
            return new TakenInTurn(atOnce, turn, length, List.copyOf(waiting));
        }

        /** Answers whether calls are known to keep a processor busy for much of a turn: those wait for processors. */
        private static boolean computes(List<TimedCall> calls, double turn) {
            return calls.stream()
                            .mapToLong(TimedCall::cpuNanos)
                            .filter(cpu -> cpu >= 0)
                            .average()
                            .orElse(0)
                    > COMPUTING * turn;
        }
    }
}
