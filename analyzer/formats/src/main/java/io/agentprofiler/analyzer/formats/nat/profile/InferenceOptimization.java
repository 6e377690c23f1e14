// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.nat.profile;

import io.agentprofiler.analyzer.base.stat.ConfidenceInterval;
import io.agentprofiler.analyzer.base.stat.Samples;
import io.agentprofiler.analyzer.formats.nat.NatRequest;
import io.agentprofiler.analyzer.formats.nat.NatSpan;
import io.agentprofiler.analyzer.formats.nat.NatSpans;
import io.agentprofiler.analyzer.formats.nat.NatStep;
import io.agentprofiler.analyzer.formats.nat.Numbers;
import io.agentprofiler.analyzer.formats.nat.PythonText;
import io.agentprofiler.analyzer.formats.nat.profile.NatProfile.NatOptions;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.DoubleFunction;
import tools.jackson.core.JsonGenerator;

/** {@code inference_optimization.json}: intervals, prompt prefixes, new words per prompt, run times. */
public final class InferenceOptimization {
    private static final List<Map.Entry<String, Double>> LEVELS = List.of(
            Map.entry("ninetieth_interval", 0.90),
            Map.entry("ninety_fifth_interval", 0.95),
            Map.entry("ninety_ninth_interval", 0.99));
    private static final int[] PERCENTS = {90, 95, 99};

    private final NatOptions options;
    private final Samples runTimes = new Samples();
    private final Samples latencies = new Samples();
    private final SortedMap<String, PromptTree> prompts = new TreeMap<>();
    private final SortedMap<String, Samples> newWords = new TreeMap<>();
    private long requests;
    private double first = Double.POSITIVE_INFINITY;
    private double last = Double.NEGATIVE_INFINITY;

    public InferenceOptimization(NatOptions options) {
        this.options = options;
    }

    /** Adds a request; one without steps counts as one that was made. */
    public void add(NatRequest request, NatSpans spans) {
        requests++;
        if (request.steps().isEmpty()) {
            return;
        }
        double from = request.firstSeconds();
        double to = request.lastSeconds();
        runTimes.add(to - from);
        first = Math.min(first, from);
        last = Math.max(last, to);
        for (NatSpan span : spans.all()) {
            if (span.category().equals("LLM") && span.isMeasured()) {
                latencies.add(span.seconds());
            }
        }
        prompts(request);
    }

    /**
     * Returns how many prompts were not kept to their ends, because texts of a model are kept up to {@value
     * PromptTree#MAX_CHARS} characters: prefixes that only these share are missing.
     */
    public long promptsCut() {
        return prompts.values().stream().mapToLong(PromptTree::unseen).sum();
    }

    private void prompts(NatRequest request) {
        List<NatStep> starts = new ArrayList<>();
        for (NatStep step : request.steps()) {
            if (step.eventType().equals("LLM_START")) {
                starts.add(step);
            }
        }
        starts.sort(Comparator.comparingDouble(each -> each.time().timestamp()));
        Map<String, Set<String>> previous = new HashMap<>();
        for (NatStep start : starts) {
            String model = start.llmName();
            Object input = start.data("input");
            if (input == null) {
                // what was not recorded has no words: not 0 new ones, and the next prompt has none before it
                previous.remove(model);
                continue;
            }
            prompts.computeIfAbsent(model, any -> new PromptTree()).add(promptText(input));
            Set<String> words = words(PythonText.str(input));
            Set<String> before = previous.put(model, words);
            if (before != null) {
                long fresh =
                        words.stream().filter(word -> !before.contains(word)).count();
                newWords.computeIfAbsent(model, any -> new Samples()).add(fresh);
            }
        }
    }

    /** Returns the text of a prompt; of a list of messages, the texts of the messages. */
    static String promptText(Object input) {
        if (!(input instanceof List<?> messages)) {
            return PythonText.str(input);
        }
        StringBuilder text = new StringBuilder();
        for (Object message : messages) {
            if (message instanceof Map<?, ?> map) {
                Object role = map.containsKey("role") ? map.get("role") : map.get("type");
                Object content = map.containsKey("content") ? map.get("content") : map.get("text");
                text.append(role == null ? "" : PythonText.str(role) + ": ")
                        .append(PythonText.str(content == null ? map : content));
            } else {
                text.append(PythonText.str(message));
            }
            text.append('\n');
        }
        return text.toString();
    }

    /** Returns the runs of letters, digits and underscores (Python's {@code \w+}) of the lower-case text. */
    static Set<String> words(String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        Set<String> words = new HashSet<>();
        int from = -1;
        for (int i = 0; i < lower.length(); ) {
            int c = lower.codePointAt(i);
            if (isWord(c)) {
                from = from < 0 ? i : from;
            } else if (from >= 0) {
                words.add(lower.substring(from, i));
                from = -1;
            }
            i += Character.charCount(c);
        }
        if (from >= 0) {
            words.add(lower.substring(from));
        }
        return words;
    }

    private static boolean isWord(int c) {
        return switch (Character.getType(c)) {
            case Character.UPPERCASE_LETTER,
                    Character.LOWERCASE_LETTER,
                    Character.TITLECASE_LETTER,
                    Character.MODIFIER_LETTER,
                    Character.OTHER_LETTER,
                    Character.DECIMAL_DIGIT_NUMBER,
                    Character.LETTER_NUMBER,
                    Character.OTHER_NUMBER -> true;
            default -> c == '_';
        };
    }

    /** Writes the file's content. */
    public void write(JsonGenerator json) {
        json.writeStartObject();
        json.writeObjectPropertyStart("confidence_intervals");
        interval(json, "workflow_run_time_confidence_intervals", runTimes);
        interval(json, "llm_latency_confidence_intervals", latencies);
        throughput(json);
        json.writeEndObject();
        json.writeObjectPropertyStart("common_prefixes");
        prompts.forEach((model, tree) -> prefixes(json, model, tree));
        json.writeEndObject();
        json.writeObjectPropertyStart("token_uniqueness");
        newWords.forEach((model, counts) -> percentiles(json, model, counts));
        json.writeEndObject();
        percentiles(json, "workflow_runtimes", runTimes);
        json.writeNullProperty("dynamo_metrics");
        json.writeEndObject();
    }

    private static void interval(JsonGenerator json, String name, Samples samples) {
        metrics(
                json,
                name,
                samples.count(),
                samples.mean(),
                level -> samples.count() < 2
                        ? new ConfidenceInterval.Interval(samples.mean(), samples.mean())
                        : ConfidenceInterval.mean(samples.mean(), samples.variance(), samples.count(), level),
                samples);
    }

    private void throughput(JsonGenerator json) {
        double time = last - first;
        boolean known = requests > 1 && time > 0;
        metrics(
                json,
                "throughput_estimate_confidence_interval",
                known ? requests : 0,
                known ? requests / time : 0,
                level -> known ? ConfidenceInterval.rate(requests, time, level) : new ConfidenceInterval.Interval(0, 0),
                new Samples());
    }

    private static void metrics(
            JsonGenerator json,
            String name,
            long n,
            double mean,
            DoubleFunction<ConfidenceInterval.Interval> interval,
            Samples samples) {
        json.writeObjectPropertyStart(name);
        json.writeNumberProperty("n", n);
        Numbers.write(json, "mean", mean);
        for (Map.Entry<String, Double> level : LEVELS) {
            ConfidenceInterval.Interval range = interval.apply(level.getValue());
            json.writeArrayPropertyStart(level.getKey());
            Numbers.write(json, range.low());
            Numbers.write(json, range.high());
            json.writeEndArray();
        }
        for (int percent : PERCENTS) {
            Numbers.write(json, "p" + percent, samples.percentile(percent));
        }
        json.writeEndObject();
    }

    private static void percentiles(JsonGenerator json, String name, Samples samples) {
        json.writeObjectPropertyStart(name);
        for (int percent : PERCENTS) {
            Numbers.write(json, "p" + percent, samples.percentile(percent));
        }
        json.writeEndObject();
    }

    private void prefixes(JsonGenerator json, String model, PromptTree tree) {
        json.writeObjectPropertyStart(model);
        json.writeNumberProperty("total_calls", tree.calls());
        json.writeArrayPropertyStart("prefix_info");
        for (PromptTree.Prefix prefix : tree.prefixes(options.limits().minFrequency())) {
            json.writeStartObject();
            json.writeStringProperty("prefix", prefix.text());
            json.writeNumberProperty("prefix_length", prefix.codePoints());
            json.writeNumberProperty("calls_count", prefix.calls());
            Numbers.write(json, "calls_percentage", (double) prefix.calls() / tree.calls());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    /**
     * The prompts of one model as a radix tree. A prefix is reported where prompts part or end and at least two have it, so
     * every reported prefix is the longest one its calls share.
     *
     * <p>Time grows with the length of the prompts together. Texts are kept up to {@value #MAX_CHARS} characters; after that
     * prompts still count on the way they share with known ones.
     */
    static final class PromptTree {
        static final long MAX_CHARS = 16_000_000;

        private final PrefixNode root = new PrefixNode("", 0);
        private long chars;
        private int calls;
        private int unseen;

        /** A prefix: the first {@code end} characters of {@code text}. */
        private static final class PrefixNode {
            private String text;
            private int end;
            private int calls;
            private Map<Character, PrefixNode> children = Map.of();

            PrefixNode(String text, int end) {
                this.text = text;
                this.end = end;
            }

            void put(char first, PrefixNode child) {
                if (children.isEmpty()) {
                    children = new HashMap<>(4);
                }
                children.put(first, child);
            }
        }

        /** A prefix that several calls share. */
        record Prefix(String text, int calls) {
            int codePoints() {
                return text.codePointCount(0, text.length());
            }
        }

        void add(String prompt) {
            calls++;
            PrefixNode node = root;
            int at = 0;
            while (at < prompt.length()) {
                PrefixNode child = node.children.get(prompt.charAt(at));
                if (child == null) {
                    if (chars < MAX_CHARS) {
                        PrefixNode leaf = new PrefixNode(prompt, prompt.length());
                        leaf.calls = 1;
                        node.put(prompt.charAt(at), leaf);
                        chars += prompt.length();
                    } else {
                        unseen++;
                    }
                    return;
                }
                int same = at;
                int limit = Math.min(child.end, prompt.length());
                while (same < limit && child.text.charAt(same) == prompt.charAt(same)) {
                    same++;
                }
                if (same < child.end) {
                    child = split(node, child, at, same);
                }
                child.calls++;
                node = child;
                at = same;
            }
        }

        private static PrefixNode split(PrefixNode above, PrefixNode child, int from, int at) {
            PrefixNode upper = new PrefixNode(child.text, at);
            upper.calls = child.calls;
            upper.put(child.text.charAt(at), child);
            above.put(child.text.charAt(from), upper);
            return upper;
        }

        int calls() {
            return calls;
        }

        /** Returns how many prompts' ends were not kept because there was no room: what they share beyond is not known. */
        int unseen() {
            return unseen;
        }

        /** Returns the prefixes of at least a share of the calls and at least two, longest first. */
        List<Prefix> prefixes(double minShare) {
            List<Prefix> found = new ArrayList<>();
            Deque<PrefixNode> todo = new ArrayDeque<>(List.of(root));
            while (!todo.isEmpty()) {
                PrefixNode node = todo.pop();
                for (PrefixNode child : node.children.values()) {
                    if (child.calls >= 2 && child.calls >= minShare * calls) {
                        todo.push(child);
                        found.add(prefix(child));
                    }
                }
            }
            found.removeIf(prefix -> prefix.text().isEmpty());
            found.sort(Comparator.comparingInt(Prefix::codePoints)
                    .reversed()
                    .thenComparing(Comparator.comparingInt(Prefix::calls).reversed())
                    .thenComparing(Prefix::text));
            return found;
        }

        /** Cuts between characters only, not within one of two units. */
        private static Prefix prefix(PrefixNode node) {
            boolean within = node.end < node.text.length()
                    && Character.isHighSurrogate(node.text.charAt(node.end - 1))
                    && Character.isLowSurrogate(node.text.charAt(node.end));
            return new Prefix(node.text.substring(0, within ? node.end - 1 : node.end), node.calls);
        }
    }
}
