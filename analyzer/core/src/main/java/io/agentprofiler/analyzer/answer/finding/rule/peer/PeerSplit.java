// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.peer;

import io.agentprofiler.analyzer.base.stat.ConfidenceInterval;
import io.agentprofiler.analyzer.base.stat.Median;
import io.agentprofiler.analyzer.base.stat.RankTest;
import io.agentprofiler.analyzer.read.event.TraceId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/**
 * Calls of one operation that share a trait, and those that have another value of it, their peers.
 *
 * <p>The calls of one workflow are not independent of each other, so each workflow counts once on each side, by the median of its calls.
 * Work done is accounted for: the time of a call with a prompt or an answer longer than the peers' median is divided by how many times
 * longer it is. No call can need more than that for it, as long as time does not grow faster than work.
 *
 * <p><b>Threading:</b> immutable.
 *
 * @param trait name and value of the trait; of several that the same calls share, the first
 * @param others further traits that the same calls share
 * @param calls the calls, those of one workflow one after another
 * @param peers the others, likewise
 */
record PeerSplit(CallTrait trait, List<CallTrait> others, List<PeerCall> calls, List<PeerCall> peers) {
    /** A name and a value. */
    record CallTrait(String name, String value) {
        /** Returns it in words, after what happens. */
        String words() {
            return switch (name) {
                case CallTraits.AGENT -> "when agent " + value + " calls it";
                case CallTraits.PROCESS -> "in process " + value;
                case CallTraits.SERVER -> "at " + value;
                case CallTraits.ARGUMENTS -> "with one set of arguments " + value;
                default -> "with " + name + "=" + value;
            };
        }
    }

    /** Fewer workflows on a side are no evidence. */
    private static final int LEAST = 5;

    private static final double LEVEL = 0.95;

    /**
     * How the times of both sides compare.
     *
     * @param nanos the median of the calls' workflows
     * @param peerNanos that of the peers'
     * @param p the p-value of the rank test, two-sided; 1 where it was not made
     */
    record TimeComparison(double nanos, double peerNanos, double p) {
        double times() {
            return nanos / Math.max(1, peerNanos);
        }
    }

    /** Returns all splits of an operation's calls that have enough workflows on each side, those of the same calls once. */
    static List<PeerSplit> of(Collection<PeerCall> all) {
        List<PeerCall> ordered = byWorkflow(all);
        Map<String, Map<String, List<PeerCall>>> byTrait = new TreeMap<>();
        Map<String, List<PeerCall>> byName = new HashMap<>();
        for (PeerCall call : ordered) {
            call.traits().byName().forEach((name, value) -> {
                byTrait.computeIfAbsent(name, any -> new TreeMap<>())
                        .computeIfAbsent(value, any -> new ArrayList<>())
                        .add(call);
                byName.computeIfAbsent(name, any -> new ArrayList<>()).add(call);
            });
        }
        Map<List<PeerCall>, PeerSplit> splits = new LinkedHashMap<>();
        byTrait.forEach((name, byValue) -> {
            if (byValue.size() > 1) {
                byValue.forEach((value, calls) -> {
                    if (workflows(calls) >= LEAST) {
                        add(splits, new CallTrait(name, value), calls, byName.get(name));
                    }
                });
            }
        });
        return List.copyOf(splits.values());
    }

    /** Returns calls in an order in which those of one workflow follow each other. */
    static List<PeerCall> byWorkflow(Collection<PeerCall> calls) {
        List<PeerCall> ordered = new ArrayList<>(calls);
        ordered.sort(Comparator.comparing(PeerCall::ref));
        return ordered;
    }

    private static void add(
            Map<List<PeerCall>, PeerSplit> splits, CallTrait trait, List<PeerCall> calls, List<PeerCall> all) {
        List<PeerCall> peers = new ArrayList<>(all.size() - calls.size());
        int next = 0;
        for (PeerCall call : all) {
            // both are in the same order
            if (next < calls.size() && calls.get(next) == call) {
                next++;
            } else {
                peers.add(call);
            }
        }
        if (workflows(peers) >= LEAST) {
            splits.merge(calls, new PeerSplit(trait, List.of(), calls, peers), (known, same) -> known.also(trait));
        }
    }

    private PeerSplit also(CallTrait same) {
        return new PeerSplit(
                trait, Stream.concat(others.stream(), Stream.of(same)).toList(), calls, peers);
    }

    /** Returns the number of workflows that calls are of. */
    static long workflows(List<PeerCall> calls) {
        long workflows = 0;
        TraceId last = null;
        for (PeerCall call : calls) {
            workflows += call.ref().trace().equals(last) ? 0 : 1;
            last = call.ref().trace();
        }
        return workflows;
    }

    /** Returns what the calls have in common, in words. */
    String words() {
        StringBuilder words = new StringBuilder(trait.words());
        for (CallTrait other : others.subList(0, Math.min(2, others.size()))) {
            words.append(" and ").append(other.words());
        }
        return words.toString();
    }

    /** Answers whether all calls began before all peers, or after them: what changed meanwhile may be something else. */
    boolean isBeforeOrAfter() {
        long first = calls.stream().mapToLong(PeerCall::startNanos).min().orElse(0);
        long last = calls.stream().mapToLong(PeerCall::startNanos).max().orElse(0);
        return peers.stream().allMatch(peer -> peer.startNanos() < first)
                || peers.stream().allMatch(peer -> peer.startNanos() > last);
    }

    /** Returns the median length of prompts, or whatever else is asked for; not-a-number where it is not known. */
    static double median(List<PeerCall> calls, ToLongFunction<PeerCall> figure) {
        double[] known = calls.stream()
                .filter(call -> !call.failed())
                .mapToLong(figure)
                .filter(value -> value > 0)
                .mapToDouble(value -> value)
                .toArray();
        return known.length == 0 ? Double.NaN : Median.of(known);
    }

    /**
     * Compares times as they are.
     *
     * @param least how many times longer the calls take at least to be tested
     */
    TimeComparison asMeasured(double least) {
        return compare(call -> 1, least);
    }

    /** Compares the times that the same amount of work took. */
    TimeComparison forSameWork(double least) {
        return compare(work(), least);
    }

    /** Returns how many times the peers' usual work a call did; at least 1. */
    private ToDoubleFunction<PeerCall> work() {
        double in = median(peers, call -> call.figures().in());
        double out = median(peers, call -> call.figures().out());
        return call ->
                Math.max(times(call.figures().in(), in), times(call.figures().out(), out));
    }

    private static double times(long work, double usual) {
        return work <= 0 || Double.isNaN(usual) ? 1 : Math.max(1, work / usual);
    }

    private TimeComparison compare(ToDoubleFunction<PeerCall> work, double least) {
        double[] times = byWorkflow(calls, work);
        double[] usual = byWorkflow(peers, work);
        if (times.length < LEAST || usual.length < LEAST) {
            return new TimeComparison(0, 0, 1);
        }
        TimeComparison untested = new TimeComparison(Median.of(times), Median.of(usual), 1);
        return untested.times() > 1 && untested.times() >= least
                ? new TimeComparison(
                        untested.nanos(),
                        untested.peerNanos(),
                        RankTest.of(times, usual).p())
                : untested;
    }

    /** Returns the median time of each workflow, for the peers' usual amount of work. */
    private static double[] byWorkflow(List<PeerCall> calls, ToDoubleFunction<PeerCall> work) {
        double[] medians = new double[calls.size()];
        double[] times = new double[calls.size()];
        int workflows = 0;
        int ofWorkflow = 0;
        for (int i = 0; i < calls.size(); i++) {
            PeerCall call = calls.get(i);
            if (!call.failed()) {
                times[ofWorkflow++] = call.figures().nanos() / work.applyAsDouble(call);
            }
            boolean last = i + 1 == calls.size()
                    || !calls.get(i + 1).ref().trace().equals(call.ref().trace());
            if (last && ofWorkflow > 0) {
                medians[workflows++] = ofWorkflow == 1 ? times[0] : Median.of(Arrays.copyOf(times, ofWorkflow));
                ofWorkflow = 0;
            }
        }
        return Arrays.copyOf(medians, workflows);
    }

    /** Returns how much less workflows would have waited if the calls had taken the time of their peers: the ends of a 95 % interval. */
    ConfidenceInterval.Interval savedNanos() {
        ToDoubleFunction<PeerCall> work = work();
        double[] usual = byWorkflow(peers, work);
        Arrays.sort(usual);
        long[] ranks = ConfidenceInterval.percentileRanks(usual.length, 50, LEVEL);
        return new ConfidenceInterval.Interval(saved(work, usual[(int) ranks[1]]), saved(work, usual[(int) ranks[0]]));
    }

    private double saved(ToDoubleFunction<PeerCall> work, double usualNanos) {
        return calls.stream()
                .filter(call -> !call.failed())
                .mapToDouble(call -> Math.max(
                        0,
                        Math.min(
                                call.figures().waited(),
                                call.figures().nanos() - work.applyAsDouble(call) * usualNanos)))
                .sum();
    }

    /**
     * In how many workflows the calls, and their peers, failed.
     *
     * @param p the p-value of Fisher's exact test, doubled; 1 where the calls do not fail more often
     */
    record FailureComparison(long failed, long workflows, long peersFailed, long peerWorkflows, double p) {
        /** Returns by how much the shares differ. */
        double difference() {
            return failed / (double) workflows - peersFailed / (double) peerWorkflows;
        }
    }

    /** Compares how many workflows have a failed call. */
    FailureComparison failures() {
        long failed = failed(calls);
        long peersFailed = failed(peers);
        long workflows = workflows(calls);
        long peerWorkflows = workflows(peers);
        FailureComparison none = new FailureComparison(failed, workflows, peersFailed, peerWorkflows, 1);
        if (failed == 0 || none.difference() <= 0) {
            return none;
        }
        double p = 2
                * atLeast(
                        (int) failed, (int) workflows, (int) (failed + peersFailed), (int) (workflows + peerWorkflows));
        return new FailureComparison(failed, workflows, peersFailed, peerWorkflows, Math.min(1, p));
    }

    /** Returns how likely it is that, of those drawn from all by chance, so many or more are marked: the hypergeometric distribution. */
    private static double atLeast(int found, int drawn, int marked, int all) {
        double[] logFactorials = new double[all + 1];
        for (int i = 1; i <= all; i++) {
            logFactorials[i] = logFactorials[i - 1] + Math.log(i);
        }
        double likely = 0;
        for (int i = Math.max(found, drawn + marked - all); i <= Math.min(drawn, marked); i++) {
            likely += Math.exp(logChoices(logFactorials, marked, i)
                    + logChoices(logFactorials, all - marked, drawn - i)
                    - logChoices(logFactorials, all, drawn));
        }
        return likely;
    }

    private static double logChoices(double[] logFactorials, int all, int chosen) {
        return logFactorials[all] - logFactorials[chosen] - logFactorials[all - chosen];
    }

    private static long failed(List<PeerCall> calls) {
        return workflows(calls.stream().filter(PeerCall::failed).toList());
    }
}
