// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.metric.sequence;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The number of concurrent calls over time, from the starts and ends of the calls.
 *
 * <p>The unit of time is the caller's; nanoseconds are exact up to 104 days from the caller's zero. A call runs from its
 * start up to but not including its end, so one that begins when another ends does not overlap it. Time and memory grow
 * with the number of calls (sorting aside).
 *
 * <p><b>Threading:</b> immutable.
 */
public final class Timeline {
    private static final double PERCENT = 100.0;

    private final double[] times;
    /** Level from the time of the same index to the next. */
    private final int[] levels;

    private final int boundaries;

    private Timeline(double[] times, int[] levels, int boundaries) {
        this.times = times;
        this.levels = levels;
        this.boundaries = boundaries;
    }

    /** A stretch of time with its constant or peak number of concurrent calls. */
    public record CallStretch(double from, double to, int calls) {
        public double length() {
            return to - from;
        }
    }

    /**
     * Sweeps over the calls.
     *
     * @param starts when each call began; left as it is
     * @param ends when each ended, not before its start
     */
    public static Timeline of(double[] starts, double[] ends) {
        double[] begins = starts.clone();
        double[] stops = ends.clone();
        Arrays.sort(begins);
        Arrays.sort(stops);
        double[] times = new double[2 * begins.length];
        int[] levels = new int[2 * begins.length];
        int boundaries = 0;
        int begun = 0;
        int stopped = 0;
        while (stopped < stops.length) {
            double time = begun < begins.length ? Math.min(begins[begun], stops[stopped]) : stops[stopped];
            while (begun < begins.length && begins[begun] == time) {
                begun++;
            }
            while (stopped < stops.length && stops[stopped] == time) {
                stopped++;
            }
            times[boundaries] = time;
            levels[boundaries++] = begun - stopped;
        }
        return new Timeline(times, levels, boundaries);
    }

    /**
     * Returns the largest number of calls that ran at one moment. A call of no length counts at its moment; several of
     * them at one moment came one after the other.
     */
    public static int peak(double[] starts, double[] ends) {
        double[] begins = starts.clone();
        double[] stops = ends.clone();
        double[] moments = new double[starts.length];
        int momentary = 0;
        for (int i = 0; i < starts.length; i++) {
            if (starts[i] == ends[i]) {
                moments[momentary++] = starts[i];
            }
        }
        Arrays.sort(begins);
        Arrays.sort(stops);
        Arrays.sort(moments, 0, momentary);
        int peak = 0;
        int stopped = 0;
        int moment = 0;
        for (int begun = 0; begun < begins.length; ) {
            double time = begins[begun];
            while (begun < begins.length && begins[begun] == time) {
                begun++;
            }
            while (stopped < stops.length && stops[stopped] <= time) {
                stopped++;
            }
            int here = 0;
            while (moment < momentary && moments[moment] <= time) {
                here |= moments[moment++] == time ? 1 : 0;
            }
            peak = Math.max(peak, begun - stopped + here);
        }
        return peak;
    }

    /** Returns the number of stretches between two moments at which a call began or ended. */
    public int stretches() {
        return Math.max(0, boundaries - 1);
    }

    /** Returns a stretch, in order of time. */
    public CallStretch stretch(int index) {
        return new CallStretch(times[index], times[index + 1], levels[index]);
    }

    /** Returns the time by number of concurrent calls, from 0. */
    public SortedMap<Integer, Double> byCalls() {
        SortedMap<Integer, Double> lengths = new TreeMap<>();
        for (int i = 0; i + 1 < boundaries; i++) {
            lengths.merge(levels[i], times[i + 1] - times[i], Double::sum);
        }
        return lengths;
    }

    /** Returns a percentile of concurrency over time; 0 if there is no time. */
    public static int percentile(SortedMap<Integer, Double> byCalls, double percent) {
        double total =
                byCalls.values().stream().mapToDouble(Double::doubleValue).sum();
        if (total <= 0) {
            return 0;
        }
        double below = 0;
        for (var entry : byCalls.entrySet()) {
            below += entry.getValue();
            if (below >= total * percent / PERCENT) {
                return entry.getKey();
            }
        }
        return byCalls.lastKey();
    }

    /** Returns the concurrency at a moment; 0 before the first call and from the end of the last. */
    public int at(double time) {
        int place = Arrays.binarySearch(times, 0, boundaries, time);
        int segment = place >= 0 ? place : -place - 2;
        return segment < 0 || segment + 1 >= boundaries ? 0 : levels[segment];
    }

    /** Returns the maximal stretches with at least this concurrency, with the peak of each. */
    public List<CallStretch> atLeast(int calls) {
        List<CallStretch> found = new ArrayList<>();
        int i = 0;
        while (i + 1 < boundaries) {
            if (levels[i] < calls) {
                i++;
                continue;
            }
            int from = i;
            int most = 0;
            while (i + 1 < boundaries && levels[i] >= calls) {
                most = Math.max(most, levels[i++]);
            }
            found.add(new CallStretch(times[from], times[i], most));
        }
        return found;
    }
}
