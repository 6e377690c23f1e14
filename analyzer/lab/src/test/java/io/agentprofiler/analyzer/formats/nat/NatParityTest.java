// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.nat;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.formats.nat.Differences.Row;
import io.agentprofiler.analyzer.formats.nat.profile.NatProfile.NatOptions;
import io.agentprofiler.analyzer.read.UnreadableInputException;
import io.agentprofiler.analyzer.trace.metric.sequence.CallLimits;
import io.agentprofiler.analyzer.trace.metric.sequence.SequencePatterns.Limits;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Holds our files against NAT's: what differs is exactly what {@code docs/formats/nat-parity.md} lists, with both values. When
 * this fails, {@code target/nat-parity-rows.md} has the rows that should be there.
 */
class NatParityTest {
    private static final Path PAGE = Path.of("..", "..", "docs", "formats", "nat-parity.md");
    private static final Pattern TABLE_ROW =
            Pattern.compile("(?m)^\\| `([^`]+)` \\| `([^`]+)` \\| `(.+?)` \\| `(.+?)` \\| (R\\d+) \\|$");
    private static final Pattern RULE = Pattern.compile("(?m)^\\*\\*(R\\d+)");
    private static final List<String> CASES = List.of("seq_small", "nested_parallel");
    private static final List<String> FILES = List.of(
            "all_requests_profiler_traces.json",
            "inference_optimization.json",
            "workflow_profiling_metrics.json",
            "prediction_trie.json");
    private static final String TABLE = "standardized_data_all.csv";

    @TempDir
    private Path directory;

    @Test
    void shouldDifferExactlyWhereThePageSays() throws Exception {
        List<String> rows = new ArrayList<>();
        for (String name : CASES) {
            goldenCase(name, rows);
        }
        Map<String, Object> inputs = NatRun.object(NatRun.json(NatRun.resource("edge/edge_inputs.json")));
        Map<String, Object> outputs = NatRun.object(NatRun.json(NatRun.resource("edge/edge_outputs.json")));
        for (Map.Entry<String, Object> one : inputs.entrySet()) {
            edgeCase(one.getKey(), NatRun.object(one.getValue()), NatRun.object(outputs.get(one.getKey())), rows);
        }
        rows.addAll(SizingRows.all());
        Files.write(Path.of("target", "nat-parity-rows.md"), rows);

        String page = Files.readString(PAGE);
        List<String> listed = new ArrayList<>();
        TreeSet<String> used = new TreeSet<>();
        Matcher row = TABLE_ROW.matcher(page);
        while (row.find()) {
            listed.add(line(row.group(1), new Row(row.group(2), row.group(3), row.group(4))));
            used.add(row.group(5));
        }
        TreeSet<String> rules = new TreeSet<>();
        Matcher rule = RULE.matcher(page);
        while (rule.find()) {
            rules.add(rule.group(1));
        }
        assertThat(rows).containsExactlyInAnyOrderElementsOf(listed);
        assertThat(used).isEqualTo(rules);
    }

    @Test
    void shouldPrintTheReportAsNatDoes() throws Exception {
        Path input = Files.writeString(
                directory.resolve("in.json"), NatRun.resource("seq_small/all_requests_profiler_traces.json"));
        Path target = directory.resolve("out");
        NatRun.export(
                input, target, new NatOptions(true, false, new CallLimits(0.1, 3, CallLimits.DEFAULT.patterns())));

        String ours = Files.readString(target.resolve("workflow_profiling_report.txt"));
        String nat = NatRun.resource("seq_small/workflow_profiling_report.txt");
        String lastSection = "=== PrefixSpan";
        assertThat(ours.substring(0, ours.indexOf(lastSection))).isEqualTo(nat.substring(0, nat.indexOf(lastSection)));
        assertThat(ours.substring(ours.indexOf(lastSection))).isEqualTo("""
                        === PrefixSpan Sub-Workflow Mining w/ LLM Text ===
                        Total examples: 3
                        min_support=2, top_k=10, min_coverage=0, max_gap=any
                        Patterns discovered: 2

                        1) Pattern: LLM:llama-3.1-8b -> LLM:llama-3.1-8b
                           Frequency: 3
                           Coverage: 1.00  (appears in 3 examples)
                           Avg Duration: 1.67 seconds
                           Examples containing: [0, 1, 2]

                        2) Pattern: LLM:llama-3.1-8b -> TOOL:calculator -> LLM:llama-3.1-8b
                           Frequency: 2
                           Coverage: 0.67  (appears in 2 examples)
                           Avg Duration: 1.50 seconds
                           Examples containing: [0, 1]""");
    }

    /** A path that our tree begins with the first function holds what NAT's holds below its own "root". */
    @Test
    void shouldKeepWhatNatPredictsBelowItsRoot() throws Exception {
        for (String name : CASES) {
            Path input = Files.writeString(
                    directory.resolve(name + ".json"), NatRun.resource(name + "/all_requests_profiler_traces.json"));
            NatRun.export(input, directory.resolve(name), NatOptions.DEFAULT);
            Object nat = root(NatRun.json(NatRun.resource(name + "/prediction_trie.json")));
            Object ours = root(NatRun.json(directory.resolve(name).resolve("prediction_trie.json")));
            String function = name.equals("seq_small") ? "react_agent" : "agent";
            Map<String, Object> theirNode = new LinkedHashMap<>(child(child(nat, "root"), function));
            Map<String, Object> ourNode = new LinkedHashMap<>(child(ours, function));
            if (name.equals("seq_small")) {
                assertThat(Differences.of(theirNode, ourNode)).isEmpty();
            } else {
                // NAT counts the helper's call only below agent/helper, which it stores beside root/agent
                Map<String, Object> helper = child(child(nat, "agent"), "helper");
                assertThat(Differences.of(helper, child(ourNode, "helper"))).isEmpty();
            }
        }
    }

    private static Map<String, Object> root(Object trie) {
        return NatRun.object(NatRun.object(trie).get("root"));
    }

    private static Map<String, Object> child(Object node, String name) {
        return NatRun.object(NatRun.object(NatRun.object(node).get("children")).get(name));
    }

    private void goldenCase(String name, List<String> rows) throws Exception {
        Path input = Files.writeString(
                directory.resolve(name + ".json"), NatRun.resource(name + "/all_requests_profiler_traces.json"));
        Path target = directory.resolve(name);
        NatRun.export(
                input, target, new NatOptions(true, false, new CallLimits(0.1, 3, CallLimits.DEFAULT.patterns())));
        for (String file : FILES) {
            Map<String, Object> nat = withoutTime(NatRun.json(NatRun.resource(name + "/" + file)));
            Map<String, Object> ours = withoutTime(NatRun.json(target.resolve(file)));
            add(rows, name, file, Differences.of(nat, ours));
        }
        add(rows, name, TABLE, table(NatRun.resource(name + "/" + TABLE), Files.readString(target.resolve(TABLE))));
    }

    /** A trie says when it was made. */
    private static Map<String, Object> withoutTime(Object json) {
        Map<String, Object> map =
                json instanceof List<?> list ? Map.of("", list) : new LinkedHashMap<>(NatRun.object(json));
        if (map.containsKey("generated_at")) {
            map.remove("generated_at");
        }
        return map;
    }

    private void edgeCase(String name, Map<String, Object> input, Map<String, Object> nat, List<String> rows)
            throws Exception {
        Path file = Files.writeString(directory.resolve(name + ".json"), NatRun.text(NatCases.traces(input)));
        double minFrequency = ((Number)
                        NatRun.object(NatRun.object(input.get("config")).get("prompt_caching_prefixes"))
                                .get("min_frequency"))
                .doubleValue();
        Limits patterns = CallLimits.DEFAULT.patterns();
        Path one = directory.resolve(name + "-1");
        try {
            Outcome outcome =
                    NatRun.export(file, one, new NatOptions(true, false, new CallLimits(minFrequency, 1, patterns)));
            if (outcome.runs().isEmpty()) {
                String failure = outcome.failures().get(0).replace(file.toString(), "FILE");
                rows.add(line(name, new Row("(all files)", "error", failure)));
                return;
            }
        } catch (UnreadableInputException e) {
            rows.add(line(name, new Row("(all files)", "error", firstWords(e.getMessage(), file))));
            return;
        }
        Path none = directory.resolve(name + "-none");
        NatRun.export(file, none, new NatOptions(true, false, new CallLimits(minFrequency, 0, patterns)));
        edgeRows(name, nat, one, none, rows);
    }

    private static String firstWords(String message, Path file) {
        return message.replace(file.toString(), "FILE").replaceAll(";.*", "");
    }

    private static void edgeRows(String name, Map<String, Object> nat, Path one, Path none, List<String> rows)
            throws IOException {
        Map<String, Object> inference = NatRun.object(NatRun.json(one.resolve("inference_optimization.json")));
        Map<String, Object> metrics = NatRun.object(NatRun.json(one.resolve("workflow_profiling_metrics.json")));
        Map<String, Object> metricsOfNone = NatRun.object(NatRun.json(none.resolve("workflow_profiling_metrics.json")));
        Map<String, Object> theirs = new LinkedHashMap<>();
        Map<String, Object> ours = new LinkedHashMap<>();
        put(theirs, ours, "workflow_runtimes", nat.get("workflow_runtimes"), inference.get("workflow_runtimes"));
        put(theirs, ours, "token_uniqueness", nat.get("token_uniqueness"), inference.get("token_uniqueness"));
        put(theirs, ours, "common_prefixes", nat.get("common_prefixes"), inference.get("common_prefixes"));
        Object simple = NatRun.object(nat.get("simple_stack")).get("stats");
        put(theirs, ours, "simple_stack_analysis", simple, metrics.get("simple_stack_analysis"));
        put(theirs, ours, "nested_stack_analysis", nat.get("nested_stack"), metrics.get("nested_stack_analysis"));
        String spikes = "concurrency_spike_analysis";
        put(theirs, ours, spikes + "(1)", nat.get("concurrency_threshold_1"), metrics.get(spikes));
        put(theirs, ours, spikes + "(none)", nat.get("concurrency_threshold_none"), metricsOfNone.get(spikes));
        put(theirs, ours, "prefix_span_analysis", nat.get("prefix_span"), metrics.get("prefix_span_analysis"));
        if (nat.get("full_runner") instanceof Map<?, ?> runner && runner.get("confidence_intervals") != null) {
            put(
                    theirs,
                    ours,
                    "confidence_intervals",
                    runner.get("confidence_intervals"),
                    inference.get("confidence_intervals"));
        }
        rows.addAll(Differences.of(theirs, ours).stream()
                .map(row -> line(name, row))
                .toList());
        if (nat.get("standardized_csv") instanceof String csv) {
            add(rows, name, TABLE, table(csv, Files.readString(one.resolve(TABLE))));
        }
    }

    private static void put(
            Map<String, Object> theirs, Map<String, Object> ours, String field, Object nat, Object own) {
        if (nat instanceof String) {
            // skipped when the goldens were made
            return;
        }
        Object value = nat;
        if (nat instanceof Map<?, ?>) {
            Map<String, Object> map = new LinkedHashMap<>(NatRun.object(nat));
            map.remove("textual_report");
            value = map.containsKey("__error__") ? "error" : map;
        }
        theirs.put(field, value);
        ours.put(field, "error".equals(value) ? "no error" : own);
    }

    private static void add(List<String> rows, String name, String file, List<Row> differences) {
        String prefix = file.substring(0, file.indexOf('.'));
        differences.forEach(row -> rows.add(line(name, new Row(prefix + row.field(), row.nat(), row.ours()))));
    }

    private static String line(String name, Row row) {
        String field = row.field().startsWith(".") ? row.field().substring(1) : row.field();
        return "| `" + name + "` | `" + field + "` | `" + row.nat() + "` | `" + row.ours() + "` |";
    }

    private static List<Row> table(String nat, String ours) throws IOException {
        List<List<String>> theirs = CsvText.records(nat);
        List<List<String>> own = CsvText.records(ours);
        List<Row> rows = new ArrayList<>();
        if (theirs.size() != own.size()) {
            rows.add(new Row(".rows", Integer.toString(theirs.size()), Integer.toString(own.size())));
            return rows;
        }
        for (int i = 0; i < theirs.size(); i++) {
            for (int j = 0; j < Math.max(theirs.get(i).size(), own.get(i).size()); j++) {
                String left = j < theirs.get(i).size() ? theirs.get(i).get(j) : "-";
                String right = j < own.get(i).size() ? own.get(i).get(j) : "-";
                if (!Differences.same(CsvText.value(left), CsvText.value(right))) {
                    rows.add(new Row("[" + i + "]." + theirs.get(0).get(j), left, right));
                }
            }
        }
        return rows;
    }
}
