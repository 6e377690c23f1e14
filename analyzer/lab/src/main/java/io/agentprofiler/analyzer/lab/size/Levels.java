// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.size;

import io.agentprofiler.analyzer.lab.size.Level.Item;
import io.agentprofiler.analyzer.trace.metric.sequence.Timeline;
import io.agentprofiler.analyzer.trace.metric.workflow.WorkflowLog.LoggedWorkflow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.DoubleStream;

/**
 * Makes levels of workflows: of several runs, each with one number of workflows at once, or of one run whose number
 * changes. Time grows with the number of workflows (sorting aside).
 */
public final class Levels {
    /** A cut's level has at least so many workflows: fewer do not support a 95th percentile. */
    static final int MIN_WORKFLOWS = 20;

    private static final double NANOS = 1e9;
    private static final double MEDIAN = 50;

    private final SortedMap<Integer, Group> groups = new TreeMap<>();

    /** Workflows of one level, and how long they were watched. */
    private static final class Group {
        private final List<LoggedWorkflow> entries = new ArrayList<>();
        private double seconds;
        private boolean interrupted;
    }

    /**
     * Adds a run at one number of workflows at once; runs of the same number become one level.
     *
     * @param interrupted whether the run was cut off
     */
    public void addRun(int concurrency, List<LoggedWorkflow> entries, boolean interrupted) {
        Group group = groups.computeIfAbsent(concurrency, any -> new Group());
        group.entries.addAll(entries);
        group.seconds += seconds(entries);
        group.interrupted |= interrupted;
    }

    private static double seconds(List<LoggedWorkflow> entries) {
        long first = entries.stream().mapToLong(LoggedWorkflow::start).min().orElse(0);
        long last = entries.stream().mapToLong(LoggedWorkflow::end).max().orElse(0);
        return (last - first) / NANOS;
    }

    /** Returns the levels, fewest workflows at once first. */
    public List<Level> levels() {
        List<Level> levels = new ArrayList<>();
        groups.forEach((concurrency, group) ->
                levels.add(level(concurrency, group.entries, group.seconds, group.interrupted)));
        return List.copyOf(levels);
    }

    /**
     * Returns how many workflows ran at once in a run, as it was for at least half of the time in which any ran; 0 when
     * none was measured.
     */
    public static int observed(List<LoggedWorkflow> entries) {
        Timeline timeline = timeline(measured(entries));
        SortedMap<Integer, Double> busy = new TreeMap<>(timeline.byCalls());
        busy.remove(0);
        return Timeline.percentile(busy, MEDIAN);
    }

    /**
     * Cuts one run: each workflow counts for the mean number of workflows that ran during it, itself included. Levels with
     * fewer than {@value #MIN_WORKFLOWS} workflows are joined with the next.
     */
    public static List<Level> cut(List<LoggedWorkflow> entries) {
        List<LoggedWorkflow> measured = measured(entries);
        SortedMap<Integer, List<LoggedWorkflow>> byLevel = new TreeMap<>();
        Area area = new Area(timeline(measured), zero(measured));
        for (LoggedWorkflow entry : measured) {
            byLevel.computeIfAbsent(area.meanDuring(entry), any -> new ArrayList<>())
                    .add(entry);
        }
        List<Level> levels = new ArrayList<>();
        List<LoggedWorkflow> open = new ArrayList<>();
        double sum = 0;
        for (Map.Entry<Integer, List<LoggedWorkflow>> one : byLevel.entrySet()) {
            open.addAll(one.getValue());
            sum += (double) one.getKey() * one.getValue().size();
            if (open.size() >= MIN_WORKFLOWS || one.getKey().equals(byLevel.lastKey())) {
                levels.add(level((int) Math.round(sum / open.size()), open, Double.NaN, false));
                open = new ArrayList<>();
                sum = 0;
            }
        }
        return List.copyOf(levels);
    }

    private static List<LoggedWorkflow> measured(List<LoggedWorkflow> entries) {
        return entries.stream().filter(LoggedWorkflow::measured).toList();
    }

    /** Times are told from here, so that they are exact as floating-point numbers. */
    private static long zero(List<LoggedWorkflow> entries) {
        return entries.stream().mapToLong(LoggedWorkflow::start).min().orElse(0);
    }

    private static Timeline timeline(List<LoggedWorkflow> entries) {
        long zero = zero(entries);
        return Timeline.of(
                entries.stream().mapToDouble(entry -> entry.start() - zero).toArray(),
                entries.stream().mapToDouble(entry -> entry.end() - zero).toArray());
    }

    private static Level level(int concurrency, List<LoggedWorkflow> entries, double seconds, boolean interrupted) {
        List<Item> items = new ArrayList<>();
        DoubleStream.Builder latencies = DoubleStream.builder();
        for (LoggedWorkflow entry : entries) {
            if (entry.measured() && entry.ok()) {
                double[] own = entry.calls().stream()
                        .filter(call -> !call.tool() && call.ok())
                        .mapToDouble(call -> call.nanos() / NANOS)
                        .toArray();
                for (double latency : own) {
                    latencies.add(latency);
                }
                items.add(new Item(Level.p95(own), (entry.end() - entry.start()) / NANOS));
            }
        }
        double[] all = latencies.build().toArray();
        return new Level(
                concurrency,
                Level.p95(all),
                Level.p95(items.stream().mapToDouble(Item::runTime).toArray()),
                seconds,
                new Level.LevelCounts(items.size(), entries.size() - items.size(), all.length),
                interrupted,
                List.copyOf(items));
    }

    /** Workflows times nanoseconds up to each moment, for means over stretches of time. */
    private static final class Area {
        private final double[] times;
        private final int[] calls;
        private final double[] before;
        private final long zero;

        Area(Timeline timeline, long zero) {
            int stretches = timeline.stretches();
            this.times = new double[stretches];
            this.calls = new int[stretches];
            this.before = new double[stretches];
            this.zero = zero;
            double sum = 0;
            for (int i = 0; i < stretches; i++) {
                Timeline.CallStretch stretch = timeline.stretch(i);
                times[i] = stretch.from();
                calls[i] = stretch.calls();
                before[i] = sum;
                sum += stretch.length() * stretch.calls();
            }
        }

        private double upTo(double time) {
            int place = Arrays.binarySearch(times, time);
            int stretch = place >= 0 ? place : -place - 2;
            return stretch < 0 ? 0 : before[stretch] + (time - times[stretch]) * calls[stretch];
        }

        /** Returns the mean number of workflows during one, itself included: at least 1. */
        int meanDuring(LoggedWorkflow entry) {
            double from = entry.start() - zero;
            double to = entry.end() - zero;
            return to <= from ? 1 : (int) Math.max(1, Math.round((upTo(to) - upTo(from)) / (to - from)));
        }
    }
}
