// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.nat.profile;

import io.agentprofiler.analyzer.base.stat.bounded.BoundedList;
import io.agentprofiler.analyzer.formats.nat.NatSpan;
import io.agentprofiler.analyzer.formats.nat.Numbers;
import io.agentprofiler.analyzer.trace.metric.sequence.Timeline;
import java.io.IOException;
import java.io.Writer;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.stream.Collectors;
import tools.jackson.core.JsonGenerator;

/**
 * The nested-stack analysis: every call in its tree, with self and subtree time and how much ran beside it.
 *
 * <p>Two passes: the first collects times, the second writes a line for every call, so that no call has to be kept.
 */
final class NestedStack {
    private static final int TOP = 5;
    private static final int[] PERCENTS = {50, 90, 95, 99};

    private final Numbers.NumberColumn starts = new Numbers.NumberColumn();
    private final Numbers.NumberColumn ends = new Numbers.NumberColumn();
    private final BoundedList<NatNode> top = new BoundedList<>(
            TOP, Comparator.comparingDouble(NatNode::subtreeTime).reversed());
    private final UuidSet seen = new UuidSet();
    private UuidSet seenAgain = new UuidSet();
    private Timeline timeline;

    /** Tells UUIDs that came up in an earlier request, by 64 bits of each. */
    private static final class UuidSet {
        private final Set<Long> hashes = new HashSet<>();

        void renameIfSeen(List<NatNode> nodes, int request) {
            for (NatNode node : nodes) {
                if (!hashes.add(NatSpan.uuidHash(node.key()))) {
                    node.rename(request);
                }
            }
        }
    }

    void add(List<NatNode> nodes, int request) {
        seen.renameIfSeen(nodes, request);
        for (NatNode node : nodes) {
            starts.add(node.start());
            ends.add(node.end());
            top.add(node);
        }
    }

    /** Writes what stands before the calls. */
    void begin(JsonGenerator json, Writer report) throws IOException {
        timeline = Timeline.of(starts.toArray(), ends.toArray());
        seenAgain = new UuidSet();
        SortedMap<Integer, Double> byCalls = timeline.byCalls();
        json.writeObjectPropertyStart("nested_stack_analysis");
        json.writeObjectPropertyStart("concurrency");
        json.writeArrayPropertyStart("timeline_segments");
        for (int i = 0; i < timeline.stretches(); i++) {
            Timeline.CallStretch stretch = timeline.stretch(i);
            json.writeStartArray();
            Numbers.write(json, stretch.from());
            Numbers.write(json, stretch.to());
            json.writeNumber(stretch.calls());
            json.writeEndArray();
        }
        json.writeEndArray();
        for (int percent : PERCENTS) {
            Numbers.write(json, "p" + percent, Timeline.percentile(byCalls, percent));
        }
        json.writeEndObject();
        json.writeObjectPropertyStart("node_metrics");
        if (starts.size() == 0) {
            report.write("No calls found.");
        } else {
            head(report, byCalls);
        }
    }

    private void head(Writer report, SortedMap<Integer, Double> byCalls) throws IOException {
        report.write("=== Multi-Example Nested Call Profiling Report ===\nTotal calls (across all examples): "
                + starts.size() + "\n\n-- Concurrency Distribution (all examples) --\n");
        report.write(percentiles(byCalls));
        report.write("\n\n-- Top 5 Calls by Bottleneck Score (subtree_time) --\n");
        int place = 0;
        for (NatNode node : top.inOrder()) {
            report.write(++place + ") " + node.topLine(timeline) + "\n");
        }
        report.write("\n-- Full Tree(s) (All Examples) --");
    }

    static String percentiles(SortedMap<Integer, Double> byCalls) {
        return Arrays.stream(PERCENTS)
                .mapToObj(percent -> "p" + percent + "=" + Numbers.fixed(Timeline.percentile(byCalls, percent), 1))
                .collect(Collectors.joining(", "));
    }

    /** Writes the calls of a request, in the order of the first pass. */
    void write(JsonGenerator json, Writer report, List<NatNode> nodes, int request) throws IOException {
        seenAgain.renameIfSeen(nodes, request);
        for (NatNode node : nodes) {
            json.writeName(node.key());
            node.write(json, timeline);
            report.write('\n');
            report.write(node.treeLine());
        }
    }

    /** Writes what stands behind the calls. */
    void end(JsonGenerator json) {
        json.writeEndObject();
        json.writeArrayPropertyStart("top_bottlenecks");
        top.inOrder().forEach(node -> node.write(json, timeline));
        json.writeEndArray();
        json.writeEndObject();
    }
}
