// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.nat.profile;

import io.agentprofiler.analyzer.base.stat.Samples;
import io.agentprofiler.analyzer.formats.nat.NatRequest;
import io.agentprofiler.analyzer.formats.nat.NatSpan;
import io.agentprofiler.analyzer.formats.nat.NatSpans;
import io.agentprofiler.analyzer.formats.nat.NatStep;
import io.agentprofiler.analyzer.formats.nat.Numbers;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import tools.jackson.core.JsonGenerator;

/**
 * {@code prediction_trie.json}: what to expect of a model call, by the functions that lead to it and its place among the
 * calls of its function.
 */
public final class PredictionTrie {
    private static final double MILLIS = 1000;
    private static final int MAX_DEPTH = 100;
    /** Functions lead to at most so many different paths; further ones count at the path above. */
    private static final int MAX_NODES = 50_000;

    private final TrieNode root = new TrieNode(NatStep.ROOT);
    private int nodes = 1;
    private double last = Double.NEGATIVE_INFINITY;

    private static final class TrieNode {
        private final String name;
        private final SortedMap<Integer, Prediction> byIndex = new TreeMap<>();
        private final Prediction any = new Prediction();
        private final SortedMap<String, TrieNode> children = new TreeMap<>();

        TrieNode(String name) {
            this.name = name;
        }

        void add(int callIndex, double remaining, double toNext, double output, double score) {
            byIndex.computeIfAbsent(callIndex, anyIndex -> new Prediction()).add(remaining, toNext, output, score);
            any.add(remaining, toNext, output, score);
        }
    }

    private static final class Prediction {
        private final Samples remaining = new Samples();
        private final Samples toNext = new Samples();
        private final Samples output = new Samples();
        private final Samples scores = new Samples();

        void add(double remainingCalls, double millisToNext, double outputTokens, double score) {
            remaining.add(remainingCalls);
            if (!Double.isNaN(millisToNext)) {
                toNext.add(millisToNext);
            }
            output.add(outputTokens);
            scores.add(score);
        }
    }

    /** Adds a request. */
    public void add(NatRequest request, NatSpans spans) {
        List<NatStep> ends = new ArrayList<>();
        Numbers.NumberColumn starts = new Numbers.NumberColumn();
        for (NatStep step : request.steps()) {
            if (step.eventType().equals("LLM_END")) {
                ends.add(step);
            } else if (step.eventType().equals("LLM_START")) {
                starts.add(step.time().timestamp());
            }
        }
        if (request.steps().isEmpty()) {
            return;
        }
        last = Math.max(last, request.lastSeconds());
        ends.sort(Comparator.comparingDouble(each -> each.time().timestamp()));
        double[] begins = starts.sorted();
        double[] scores = Sensitivity.scores(ends, spans, request.lastSeconds() - request.firstSeconds());
        Map<String, Integer> calls = new HashMap<>();
        for (int i = 0; i < ends.size(); i++) {
            NatStep end = ends.get(i);
            int next = Numbers.firstAfter(begins, end.time().timestamp());
            double toNext = next < begins.length ? (begins[next] - end.time().timestamp()) * MILLIS : Double.NaN;
            int callIndex = calls.merge(end.function().id(), 1, Integer::sum);
            Iterator<String> path = path(end, spans).iterator();
            for (TrieNode node = root; node != null; node = path.hasNext() ? child(node, path.next()) : null) {
                node.add(
                        callIndex,
                        ends.size() - i - 1.0,
                        toNext,
                        end.usageOrZero().completion(),
                        scores[i]);
            }
        }
    }

    private TrieNode child(TrieNode above, String function) {
        TrieNode child = above.children.get(function);
        if (child == null && nodes < MAX_NODES) {
            child = new TrieNode(function);
            above.children.put(function, child);
            nodes++;
        }
        return child;
    }

    /** Returns the functions that lead to a call, outermost first. */
    private static List<String> path(NatStep end, NatSpans spans) {
        LinkedList<String> path = new LinkedList<>();
        NatStep.Function function = end.function();
        while (function.name() != null && !isTop(function) && path.size() < MAX_DEPTH) {
            path.addFirst(function.name());
            NatSpan parent = function.parentId() == null ? null : spans.get(function.parentId());
            if (parent != null && parent.first().function().id().equals(function.parentId())) {
                function = parent.first().function();
            } else if (function.parentName() != null && !NatStep.ROOT.equals(function.parentName())) {
                path.addFirst(function.parentName());
                break;
            } else {
                break;
            }
        }
        return path;
    }

    private static boolean isTop(NatStep.Function function) {
        return NatStep.ROOT.equals(function.id()) && NatStep.ROOT.equals(function.name());
    }

    /** Writes the file's content; {@code generated_at} is the time of the last step, so the same input gives the same file. */
    public void write(JsonGenerator json) {
        json.writeStartObject();
        json.writeStringProperty("version", "1.0");
        Instant at = Double.isFinite(last)
                ? Instant.ofEpochSecond((long) Math.floor(last), (long) ((last - Math.floor(last)) * 1e9))
                : Instant.EPOCH;
        json.writeStringProperty("generated_at", at.toString().replace("Z", "+00:00"));
        json.writeStringProperty("workflow_name", "profiled_workflow");
        json.writeName("root");
        write(json, root);
        json.writeEndObject();
    }

    private static void write(JsonGenerator json, TrieNode node) {
        json.writeStartObject();
        json.writeStringProperty("name", node.name);
        json.writeObjectPropertyStart("predictions_by_call_index");
        node.byIndex.forEach((index, prediction) -> {
            json.writeName(Integer.toString(index));
            write(json, prediction);
        });
        json.writeEndObject();
        json.writeName("predictions_any_index");
        if (node.any.output.count() == 0) {
            json.writeNull();
        } else {
            write(json, node.any);
        }
        json.writeObjectPropertyStart("children");
        node.children.forEach((name, child) -> {
            json.writeName(name);
            write(json, child);
        });
        json.writeEndObject();
        json.writeEndObject();
    }

    private static void write(JsonGenerator json, Prediction prediction) {
        json.writeStartObject();
        metrics(json, "remaining_calls", prediction.remaining);
        metrics(json, "interarrival_ms", prediction.toNext);
        metrics(json, "output_tokens", prediction.output);
        json.writeNumberProperty("latency_sensitivity", Sensitivity.level(prediction.scores.mean()));
        json.writeEndObject();
    }

    private static void metrics(JsonGenerator json, String name, Samples samples) {
        json.writeObjectPropertyStart(name);
        json.writeNumberProperty("sample_count", samples.count());
        Numbers.write(json, "mean", samples.mean());
        for (int percent : new int[] {50, 90, 95}) {
            Numbers.write(json, "p" + percent, samples.percentile(percent));
        }
        json.writeEndObject();
    }

    /** How much a request's latency depends on each of its model calls, by NAT's score with its default weights. */
    private static final class Sensitivity {
        private static final double CRITICAL = 0.5;
        private static final double FANOUT = 0.3;
        private static final double POSITION = 0.2;
        private static final int SCALE = 5;
        private static final double EVEN = 0.5;

        private Sensitivity() {}

        /**
         * Returns a score from 0 to 1 for each call.
         *
         * @param ends the calls' ends by time
         * @param requestSeconds length of the request
         */
        static double[] scores(List<NatStep> ends, NatSpans spans, double requestSeconds) {
            int n = ends.size();
            double[] starts = new double[n];
            for (int i = 0; i < n; i++) {
                starts[i] = start(ends.get(i), spans.get(ends.get(i).subject().uuid()));
            }
            int[] group = groups(ends, starts);
            int last = Arrays.stream(group).max().orElse(0);
            double[] raw = new double[n];
            for (int i = 0; i < n; i++) {
                double length = Math.max(0, ends.get(i).time().timestamp() - starts[i]);
                double critical = requestSeconds <= 0 ? 1 : Math.min(1, length / requestSeconds);
                double place = last == 0 ? 0 : (double) group[i] / last;
                double fanout = last == 0 ? 0 : (double) (last - group[i]) / last;
                double position = last == 0 ? 1 : Math.max(1 - place, place);
                raw[i] = CRITICAL * critical + FANOUT * fanout + POSITION * position;
            }
            double least = Arrays.stream(raw).min().orElse(0);
            double most = Arrays.stream(raw).max().orElse(0);
            return Arrays.stream(raw)
                    .map(score -> most == least ? EVEN : (score - least) / (most - least))
                    .toArray();
        }

        /** The START of the same UUID tells when a call began; where it is missing, the END may say so. */
        private static double start(NatStep end, NatSpan span) {
            if (span != null && span.start() != null) {
                return Math.min(span.start().time().timestamp(), end.time().timestamp());
            }
            return Double.isNaN(end.time().spanTimestamp())
                    ? end.time().timestamp()
                    : end.time().spanTimestamp();
        }

        /** Numbers groups of calls that overlap, in order of time. */
        private static int[] groups(List<NatStep> ends, double[] starts) {
            int[] byStart = IntStream.range(0, starts.length)
                    .boxed()
                    .sorted(Comparator.comparingDouble(i -> starts[i]))
                    .mapToInt(Integer::intValue)
                    .toArray();
            int[] group = new int[starts.length];
            int current = -1;
            double until = Double.NEGATIVE_INFINITY;
            for (int i : byStart) {
                if (starts[i] < until) {
                    until = Math.max(until, ends.get(i).time().timestamp());
                } else {
                    current++;
                    until = ends.get(i).time().timestamp();
                }
                group[i] = current;
            }
            return group;
        }

        /** Returns the level from 1 to {@value #SCALE} for a mean score. */
        static int level(double meanScore) {
            return (int) Math.min(SCALE, Math.max(1, Math.rint(meanScore * (SCALE - 1)) + 1));
        }
    }
}
