// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.time;

import io.agentprofiler.analyzer.answer.finding.Evidence;
import io.agentprofiler.analyzer.answer.finding.scan.CallTimes;
import io.agentprofiler.analyzer.answer.finding.scan.CallTimes.TimedCall;
import io.agentprofiler.analyzer.base.stat.Median;
import io.agentprofiler.analyzer.base.stat.Moments;
import io.agentprofiler.analyzer.view.cell.Units;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

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
record TakenInTurn(int atOnce, double turnNanos, double waitingNanos, List<Waiting> waiting) {
    /** Returns what calls of an operation wait for, of each process in which they do. */
    static List<TakenInTurn> in(CallTimes times) {
        return times.runs().stream()
                .map(run -> of(times.first(run)))
                .filter(Objects::nonNull)
                .toList();
    }

    /**
     * The waits of an operation in all processes.
     *
     * @param first what shows that its calls wait for each other
     * @param nanos how long all calls wait on the critical path, by those that were kept
     * @param calls how many calls wait
     * @param workflows how many workflows they are in
     * @param evidence the longest waits
     */
    record Total(TakenInTurn first, long nanos, long calls, long workflows, List<Evidence> evidence) {
        /** Returns it as the rest of a sentence about the calls. */
        String words() {
            return "wait for each other: " + (first.atOnce == 1 ? "one" : "only " + first.atOnce)
                    + " of them at a time gets through, in " + Units.duration(first.turnNanos)
                    + "; those that wait for their turn take " + Units.duration(first.waitingNanos);
        }
    }

    /** Returns the waits of an operation in all processes, {@code null} where nothing shows that calls wait for each other. */
    static Total total(CallTimes times) {
        List<TakenInTurn> found = in(times);
        if (found.isEmpty()) {
            return null;
        }
        List<Waiting> waiting =
                found.stream().flatMap(turns -> turns.waiting.stream()).toList();
        long kept =
                times.runs().stream().mapToLong(run -> times.first(run).size()).sum();
        double all = times.own().count() / (double) kept;
        long nanos = Math.round(all
                * waiting.stream()
                        .mapToLong(one -> Math.min(one.nanos(), one.call().pathNanos()))
                        .sum());
        long workflows =
                waiting.stream().map(one -> one.call().trace()).distinct().count();
        List<Evidence> longest = waiting.stream()
                .map(one -> one.call().evidence(one.nanos()))
                .sorted(Evidence.WEIGHTIEST_FIRST)
                .limit(Evidence.MOST)
                .toList();
        return new Total(found.get(0), nanos, Math.round(all * waiting.size()), workflows, longest);
    }

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
