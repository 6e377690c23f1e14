// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.metric.sequence;

import io.agentprofiler.analyzer.base.stat.Distribution;
import io.agentprofiler.analyzer.trace.metric.CallLog;
import io.agentprofiler.analyzer.trace.metric.sequence.Timeline.CallStretch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * The concurrency of model and tool calls: its distribution, its spikes with their calls, and its effect on latency.
 *
 * <p>Percentiles are over the busy time and exclude idle time between workflows. Times are nanoseconds.
 *
 * <p><b>Threading:</b> immutable.
 */
public final class Concurrency {
    /** Maximum number of listed spikes. */
    static final int MAX_SPIKES = 1_000;

    private final CallLog log;
    private final long zero;
    private final double[] starts;
    private final double[] ends;
    private final Timeline timeline;
    private final SortedMap<Integer, Double> busy;
    private final double idle;
    private final int threshold;
    private final List<Spike> spikes;
    private final int spikeCount;
    private final double spikeTime;

    /**
     * A stretch of time with many concurrent calls.
     *
     * @param startNanos when it began
     * @param nanos how long it lasted
     * @param most most calls at one moment
     * @param calls calls that ran in it
     * @param byName how many of them, by kind and name
     */
    public record Spike(long startNanos, double nanos, int most, int calls, SortedMap<String, Integer> byName) {}

    private Concurrency(CallLog calls, int wantedThreshold) {
        log = calls.withinLimit();
        int n = log.size();
        zero = IntStream.range(0, n).mapToLong(log::start).min().orElse(0);
        starts = new double[n];
        ends = new double[n];
        for (int i = 0; i < n; i++) {
            starts[i] = log.start(i) - zero;
            ends[i] = log.end(i) - zero;
        }
        timeline = Timeline.of(starts, ends);
        busy = timeline.byCalls();
        Double none = busy.remove(0);
        idle = none == null ? 0 : none;
        // one call at a time is no spike, nor is what runs half of the time
        int usual = Math.max(Timeline.percentile(busy, 90), Timeline.percentile(busy, 50) + 1);
        threshold = Math.max(2, wantedThreshold > 0 ? wantedThreshold : usual);
        List<CallStretch> stretches = timeline.atLeast(threshold);
        spikeCount = stretches.size();
        spikeTime = stretches.stream().mapToDouble(CallStretch::length).sum();
        spikes = spikes(stretches);
    }

    /**
     * Computes.
     *
     * @param threshold concurrent calls that make a spike; 0: the 90th percentile, or one more than the median where that is
     *     as large; at least 2
     */
    public static Concurrency of(CallLog calls, int threshold) {
        return new Concurrency(calls, threshold);
    }

    private List<Spike> spikes(List<CallStretch> stretches) {
        List<CallStretch> longest = new ArrayList<>(stretches);
        longest.sort(Comparator.comparingDouble(CallStretch::length).reversed().thenComparingDouble(CallStretch::from));
        List<CallStretch> kept = new ArrayList<>(longest.subList(0, Math.min(MAX_SPIKES, longest.size())));
        kept.sort(Comparator.comparingDouble(CallStretch::from));
        double[] froms = kept.stream().mapToDouble(CallStretch::from).toArray();
        List<SortedMap<String, Integer>> byName = new ArrayList<>();
        int[] counts = new int[kept.size()];
        kept.forEach(any -> byName.add(new TreeMap<>()));
        for (int call = 0; call < starts.length; call++) {
            int first = Arrays.binarySearch(froms, starts[call]);
            first = Math.max(0, first >= 0 ? first : -first - 2);
            for (int i = first; i < kept.size() && froms[i] < ends[call]; i++) {
                if (kept.get(i).to() > starts[call]) {
                    byName.get(i).merge(log.label(call), 1, Integer::sum);
                    counts[i]++;
                }
            }
        }
        List<Spike> found = new ArrayList<>();
        for (int i = 0; i < kept.size(); i++) {
            CallStretch stretch = kept.get(i);
            found.add(new Spike(
                    zero + (long) stretch.from(),
                    stretch.length(),
                    stretch.calls(),
                    counts[i],
                    Collections.unmodifiableSortedMap(byName.get(i))));
        }
        return List.copyOf(found);
    }

    /** Returns the number of analyzed calls. */
    public int calls() {
        return log.size();
    }

    /** Returns the number of later calls that were left out. */
    public long dropped() {
        return log.dropped();
    }

    /** Returns the busy time by number of concurrent calls, from 1. */
    public SortedMap<Integer, Double> busy() {
        return Collections.unmodifiableSortedMap(busy);
    }

    /** Returns the idle time between the first and the last call. */
    public double idleNanos() {
        return idle;
    }

    /** Returns the busy time, in which at least one call ran. */
    public double busyNanos() {
        return busy.values().stream().mapToDouble(Double::doubleValue).sum();
    }

    /** Returns a percentile of concurrency over the busy time. */
    public int percentile(double percent) {
        return Timeline.percentile(busy, percent);
    }

    /** Returns the peak concurrency. */
    public int most() {
        return busy.isEmpty() ? Math.min(1, log.size()) : busy.lastKey();
    }

    public int threshold() {
        return threshold;
    }

    /** Returns the spikes in order of time, the longest {@value #MAX_SPIKES}. */
    public List<Spike> spikes() {
        return spikes;
    }

    /** Returns how many spikes there are. */
    public int spikeCount() {
        return spikeCount;
    }

    /** Returns the time of all spikes. */
    public double spikeNanos() {
        return spikeTime;
    }

    /** Returns the durations of model calls by the concurrency half-way through them. */
    public SortedMap<Integer, Distribution> modelLatencies() {
        SortedMap<Integer, Distribution> latencies = new TreeMap<>();
        for (int call = 0; call < starts.length; call++) {
            if (!log.isTool(call) && ends[call] > starts[call]) {
                int level = timeline.at((starts[call] + ends[call]) / 2);
                latencies.computeIfAbsent(level, any -> new Distribution()).add((long) (ends[call] - starts[call]));
            }
        }
        return latencies;
    }

    /** Returns the peak concurrency of each model and tool, by kind and name. */
    public SortedMap<String, Integer> peaks() {
        Map<String, int[]> places = new HashMap<>();
        Map<String, Integer> counts = new HashMap<>();
        for (int call = 0; call < starts.length; call++) {
            int count = counts.merge(log.label(call), 1, Integer::sum);
            int[] list = places.get(log.label(call));
            if (list == null || count > list.length) {
                list = list == null ? new int[8] : Arrays.copyOf(list, count * 2);
                places.put(log.label(call), list);
            }
            list[count - 1] = call;
        }
        SortedMap<String, Integer> peaks = new TreeMap<>();
        places.forEach((label, list) -> {
            int[] own = Arrays.copyOf(list, counts.get(label));
            peaks.put(
                    label,
                    Timeline.peak(
                            Arrays.stream(own).mapToDouble(i -> starts[i]).toArray(),
                            Arrays.stream(own).mapToDouble(i -> ends[i]).toArray()));
        });
        return peaks;
    }

    /** Returns mean input tokens of calls in the listed spikes and outside, {@link Double#NaN} where none is known. */
    public double[] meanInputTokens() {
        double[] sums = new double[2];
        int[] counts = new int[2];
        double[] froms =
                spikes.stream().mapToDouble(spike -> spike.startNanos() - zero).toArray();
        for (int call = 0; call < starts.length; call++) {
            if (log.inputTokens(call) >= 0) {
                int place = Arrays.binarySearch(froms, ends[call]);
                int last = place >= 0 ? place - 1 : -place - 2;
                boolean within = last >= 0 && froms[last] + spikes.get(last).nanos() > starts[call];
                sums[within ? 0 : 1] += log.inputTokens(call);
                counts[within ? 0 : 1]++;
            }
        }
        return new double[] {sums[0] / counts[0], sums[1] / counts[1]};
    }
}
