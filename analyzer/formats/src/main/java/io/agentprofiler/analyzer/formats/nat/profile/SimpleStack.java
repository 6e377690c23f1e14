// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.nat.profile;

import io.agentprofiler.analyzer.base.stat.Samples;
import io.agentprofiler.analyzer.formats.nat.NatSpan;
import io.agentprofiler.analyzer.formats.nat.NatSpans;
import io.agentprofiler.analyzer.formats.nat.Numbers;
import io.agentprofiler.analyzer.trace.metric.sequence.Timeline;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import tools.jackson.core.JsonGenerator;

/** The simple-stack analysis: how often, how long and how many at once, per model and tool. */
final class SimpleStack {
    private static final int TOP = 3;

    private final SortedMap<Key, Operation> operations =
            new TreeMap<>(Comparator.comparing(Key::type).thenComparing(Key::name));

    private record Key(String type, String name) {}

    private static final class Operation {
        private final Samples durations = new Samples();
        private final Numbers.NumberColumn starts = new Numbers.NumberColumn();
        private final Numbers.NumberColumn ends = new Numbers.NumberColumn();
        private int peak;

        double score() {
            return durations.mean() * peak;
        }
    }

    void add(NatSpans spans) {
        for (NatSpan span : spans.all()) {
            String type = span.category();
            if (span.isMeasured() && (type.equals("LLM") || type.equals("TOOL"))) {
                String name = span.start().subject().name() == null
                        ? ""
                        : span.start().subject().name();
                Operation operation = operations.computeIfAbsent(new Key(type, name), any -> new Operation());
                operation.durations.add(span.seconds());
                operation.starts.add(span.startSeconds());
                operation.ends.add(span.endSeconds());
            }
        }
    }

    private int overallPeak() {
        Numbers.NumberColumn starts = new Numbers.NumberColumn();
        Numbers.NumberColumn ends = new Numbers.NumberColumn();
        for (Operation operation : operations.values()) {
            operation.peak = Timeline.peak(operation.starts.toArray(), operation.ends.toArray());
            for (int i = 0; i < operation.starts.size(); i++) {
                starts.add(operation.starts.get(i));
                ends.add(operation.ends.get(i));
            }
        }
        return Timeline.peak(starts.toArray(), ends.toArray());
    }

    /** Writes the map of operations; returns the text of the report. */
    String write(JsonGenerator json) {
        int peak = overallPeak();
        json.writeObjectPropertyStart("simple_stack_analysis");
        operations.forEach((key, operation) -> {
            json.writeObjectPropertyStart(key.type() + ":" + key.name());
            json.writeStringProperty("operation_type", key.type());
            json.writeStringProperty("operation_name", key.name());
            json.writeNumberProperty("usage_count", operation.durations.count());
            Numbers.write(json, "avg_duration", operation.durations.mean());
            Numbers.write(json, "p95_duration", operation.durations.percentile(95));
            Numbers.write(json, "p99_duration", operation.durations.percentile(99));
            json.writeNumberProperty("max_concurrency", operation.peak);
            Numbers.write(json, "bottleneck_score", operation.score());
            json.writeEndObject();
        });
        json.writeEndObject();
        return text(peak);
    }

    private String text(int peak) {
        if (operations.isEmpty()) {
            return "No operations found to profile.";
        }
        StringBuilder text = new StringBuilder("---- BOTTLENECK REPORT ----\nTotal distinct operations found: "
                + operations.size() + "\nOverall max concurrency (all ops): " + peak
                + "\nTop 3 Bottlenecks by bottleneck_score (avg_duration * max_concurrency):");
        List<SortedMap.Entry<Key, Operation>> byScore = new ArrayList<>(operations.entrySet());
        byScore.sort(Comparator.comparingDouble((SortedMap.Entry<Key, Operation> entry) ->
                        entry.getValue().score())
                .reversed());
        for (int i = 0; i < Math.min(TOP, byScore.size()); i++) {
            Key key = byScore.get(i).getKey();
            Operation operation = byScore.get(i).getValue();
            text.append("\n" + (i + 1) + ") " + key.type() + " '" + key.name() + "': score="
                    + Numbers.fixed(operation.score(), 2) + ", avg_dur=" + Numbers.fixed(operation.durations.mean(), 2)
                    + ", max_concurrency=" + operation.peak);
        }
        return text.toString();
    }
}
