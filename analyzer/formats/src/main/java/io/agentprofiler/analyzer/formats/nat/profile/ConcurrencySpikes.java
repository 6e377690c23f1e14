// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.nat.profile;

import io.agentprofiler.analyzer.formats.nat.Numbers;
import io.agentprofiler.analyzer.formats.nat.profile.NatProfile.NatOptions;
import io.agentprofiler.analyzer.trace.metric.sequence.Timeline;
import io.agentprofiler.analyzer.trace.metric.sequence.Timeline.CallStretch;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import tools.jackson.core.JsonGenerator;

/**
 * The spike analysis: how many model and tool calls ran at once, when it was many, and what that cost.
 *
 * <p>Ids of calls are kept for {@value #MAX_IDS} calls, and {@value #MAX_LISTED} ids are listed in all; the numbers are of
 * all calls.
 */
final class ConcurrencySpikes {
    static final int MAX_IDS = 500_000;
    static final int MAX_LISTED = 1_000_000;

    private static final int[] PERCENTS = {50, 90, 95, 99};

    private final NatOptions options;
    private final Numbers.NumberColumn starts = new Numbers.NumberColumn();
    private final Numbers.NumberColumn ends = new Numbers.NumberColumn();
    private final Numbers.NumberColumn middles = new Numbers.NumberColumn();
    private final Numbers.NumberColumn promptTokens = new Numbers.NumberColumn();
    private final Numbers.NumberColumn totalTokens = new Numbers.NumberColumn();
    private final List<String> ids = new ArrayList<>();

    private SortedMap<Integer, Double> byCalls;
    private SortedMap<Integer, Double> latencies;
    private List<CallStretch> spikes;
    private int[] active;
    private List<List<String>> activeIds;
    private int threshold;
    private double promptMean;
    private double totalMean;

    ConcurrencySpikes(NatOptions options) {
        this.options = options;
    }

    void add(List<NatNode> nodes) {
        for (NatNode node : nodes) {
            if (node.isCall()) {
                starts.add(node.start());
                ends.add(node.end());
                middles.add(node.middle());
                promptTokens.add(node.span().usage().prompt());
                totalTokens.add(node.span().usage().total());
                if (ids.size() < MAX_IDS) {
                    ids.add(node.key());
                }
            }
        }
    }

    private void compute() {
        Timeline timeline = Timeline.of(starts.toArray(), ends.toArray());
        byCalls = timeline.byCalls();
        threshold = options.limits().spikeThreshold() > 0
                ? options.limits().spikeThreshold()
                : Math.max(1, Timeline.percentile(byCalls, 90));
        spikes = timeline.atLeast(threshold);
        latencies(timeline);
        active = new int[spikes.size()];
        activeIds = new ArrayList<>();
        spikes.forEach(spike -> activeIds.add(new ArrayList<>()));
        double[] spikeEnds = spikes.stream().mapToDouble(CallStretch::to).toArray();
        int listed = 0;
        double[] sums = new double[4];
        for (int call = 0; call < starts.size(); call++) {
            // spikes are sorted and do not overlap
            int first = Numbers.firstAfter(spikeEnds, starts.get(call));
            int spike = first;
            for (; spike < spikeEnds.length && spikes.get(spike).from() < ends.get(call); spike++) {
                active[spike]++;
                if (call < ids.size() && listed < MAX_LISTED) {
                    activeIds.get(spike).add(ids.get(call));
                    listed++;
                }
            }
            if (spike > first) {
                count(sums, 0, promptTokens.get(call));
                count(sums, 2, totalTokens.get(call));
            }
        }
        promptMean = sums[1] == 0 ? 0 : sums[0] / sums[1];
        totalMean = sums[3] == 0 ? 0 : sums[2] / sums[3];
    }

    private static void count(double[] sums, int at, double tokens) {
        if (tokens > 0) {
            sums[at] += tokens;
            sums[at + 1]++;
        }
    }

    private void latencies(Timeline timeline) {
        SortedMap<Integer, double[]> sums = new TreeMap<>();
        for (int call = 0; call < starts.size(); call++) {
            double length = ends.get(call) - starts.get(call);
            int level = length <= 0 ? 0 : timeline.at(middles.get(call));
            double[] sum = sums.computeIfAbsent(level, any -> new double[2]);
            sum[0] += length;
            sum[1]++;
        }
        latencies = new TreeMap<>();
        sums.forEach((level, sum) -> latencies.put(level, sum[0] / sum[1]));
    }

    /** Writes the result; returns the text of the report. */
    String write(JsonGenerator json) {
        compute();
        json.writeObjectPropertyStart("concurrency_spike_analysis");
        map(json, "concurrency_distribution", byCalls);
        for (int percent : PERCENTS) {
            Numbers.write(json, "p" + percent + "_concurrency", Timeline.percentile(byCalls, percent));
        }
        json.writeNumberProperty("spike_threshold", threshold);
        json.writeArrayPropertyStart("spike_intervals");
        for (int i = 0; i < spikes.size(); i++) {
            CallStretch spike = spikes.get(i);
            json.writeStartObject();
            Numbers.write(json, "start_time", spike.from());
            Numbers.write(json, "end_time", spike.to());
            json.writeNumberProperty("concurrency", spike.calls());
            json.writeArrayPropertyStart("active_uuids");
            activeIds.get(i).forEach(json::writeString);
            json.writeEndArray();
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeObjectPropertyStart("correlation_stats");
        Numbers.write(json, "avg_prompt_tokens", promptMean);
        Numbers.write(json, "avg_total_tokens", totalMean);
        json.writeEndObject();
        map(json, "average_latency_by_concurrency", latencies);
        json.writeEndObject();
        return text();
    }

    private static void map(JsonGenerator json, String name, SortedMap<Integer, Double> map) {
        json.writeObjectPropertyStart(name);
        map.forEach((level, value) -> Numbers.write(json, Integer.toString(level), value));
        json.writeEndObject();
    }

    private String text() {
        double time = byCalls.values().stream().mapToDouble(Double::doubleValue).sum();
        StringBuilder text = new StringBuilder("=== Concurrency Spike Analysis ===\nTotal calls in dataset: "
                + starts.size() + "\nTotal time observed: " + Numbers.fixed(time, 2)
                + " units (sum of concurrency timeline)\n\n-- Concurrency Distribution --\n");
        byCalls.forEach((level, at) -> text.append("  concurrency=" + level + ": " + Numbers.fixed(at, 2) + " time\n"));
        text.append("\nPercentiles => " + NestedStack.percentiles(byCalls) + "\nSpike threshold chosen: " + threshold
                + "\n\n-- Detected Spike Intervals --\n");
        for (int i = 0; i < spikes.size(); i++) {
            CallStretch spike = spikes.get(i);
            text.append((i + 1) + ") " + Numbers.fixed(spike.from(), 2) + "-" + Numbers.fixed(spike.to(), 2)
                    + ", concurrency=" + spike.calls() + ", length=" + Numbers.fixed(spike.length(), 2)
                    + ", #active_calls=" + active[i] + "\n");
        }
        text.append(spikes.isEmpty() ? "No intervals exceed concurrency spike threshold.\n" : "");
        text.append("\n-- Correlation Stats for Spiked Calls --\nAvg prompt_tokens in spike calls: "
                + Numbers.fixed(promptMean, 1) + "\nAvg total_tokens in spike calls : " + Numbers.fixed(totalMean, 1)
                + "\n\n-- Average Latency by Midpoint Concurrency --");
        latencies.forEach(
                (level, mean) -> text.append("\n  concurrency=" + level + " => avg_latency=" + Numbers.fixed(mean, 2)));
        return text.toString();
    }
}
