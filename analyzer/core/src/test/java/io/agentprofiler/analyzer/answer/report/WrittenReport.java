// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.report;

import io.agentprofiler.analyzer.answer.finding.Findings;
import io.agentprofiler.analyzer.answer.score.QualityLog.Score;
import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
import io.agentprofiler.analyzer.answer.tokens.spending.Spending;
import io.agentprofiler.analyzer.read.InputFiles;
import io.agentprofiler.analyzer.read.ReadOptions;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.trace.metric.sequence.CallLimits;
import io.agentprofiler.analyzer.trace.pipeline.Pipeline;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** All files of a report on a run. */
final class WrittenReport {
    private WrittenReport() {}

    /** Writes a run and returns the directory of its report. */
    static Path of(Path directory, TestRun run) throws Exception {
        Path input = run.write(directory.resolve("in/segment-000002.jsonl"));
        Path target = directory.resolve("out");
        Set<Analysis<?>> analyses =
                new LinkedHashSet<>(Set.of(new Spending.SpendingQuestion(PriceList.bundled()), Findings.standard()));
        for (ReportFile file : ReportFile.values()) {
            analyses.addAll(file.analyses());
        }
        ReportPart.all().forEach(part -> analyses.addAll(part.analyses()));
        try (ReportFiles files = new ReportFiles(
                target,
                EnumSet.allOf(ReportFile.class),
                ReportPart.all(),
                Long.MAX_VALUE,
                CallLimits.DEFAULT,
                new Spending.SpendingQuestion(PriceList.bundled()),
                Findings.standard())) {
            Outcome outcome = new Pipeline(List.copyOf(analyses), files.outputs(), ReadOptions.WITHOUT_CONTENT)
                    .run(InputFiles.find(List.of(input)));
            files.score(List.of(new Score("nowhere", "recall", 0.5)));
            files.write(outcome);
        }
        return target;
    }

    /** A sample of a model server. */
    static String backend(double t, int counted) {
        return "{\"event\":\"BACKEND\",\"t\":" + TestRun.at(t) + ",\"endpoint\":\"http://box\",\"up\":true,"
                + "\"server\":\"vllm\",\"model\":\"gpt\",\"engines\":2,\"running\":3,\"waiting\":4,"
                + "\"kv_cache_usage\":0.5,\"kv_cache_usage_max\":0.75,\"prefix_cache_queries\":" + counted
                + ",\"prefix_cache_hits\":" + counted / 2 + ",\"prompt_tokens\":" + counted + ",\"generation_tokens\":"
                + counted + ",\"preemptions\":" + counted + ",\"requests\":" + counted
                + ",\"requests_by_finish_reason\":{\"stop\":" + counted + "}"
                + ",\"kv_cache_capacity_tokens\":16000,\"kv_cache_block_tokens\":16,\"queue_seconds\":" + counted
                + ",\"queue_requests\":" + counted + ",\"prefill_seconds\":" + counted + ",\"prefill_requests\":"
                + counted + ",\"first_token_seconds\":" + counted + ",\"first_token_requests\":" + counted + "}";
    }

    /** Returns the paths of all fields of a JSON file; nodes of the call tree count as roots. */
    static Set<String> fields(Path file) throws IOException {
        Set<String> fields = new TreeSet<>();
        Deque<String> path = new ArrayDeque<>(List.of(""));
        Deque<JsonToken> containers = new ArrayDeque<>(List.of(JsonToken.NOT_AVAILABLE));
        try (JsonParser json = new JsonFactory().createParser(ObjectReadContext.empty(), Files.readAllBytes(file))) {
            String name = "";
            for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
                switch (token) {
                    case PROPERTY_NAME -> {
                        name = path.peek() + (path.peek().isEmpty() ? "" : ".") + json.currentName();
                        fields.add(name);
                    }
                    case START_ARRAY -> {
                        fields.remove(name);
                        fields.add(name + "[]");
                        path.push(name + "[]");
                        containers.push(token);
                    }
                    case START_OBJECT -> {
                        path.push(containers.peek() == JsonToken.START_ARRAY ? path.peek() : name);
                        containers.push(token);
                    }
                    case END_ARRAY, END_OBJECT -> {
                        path.pop();
                        containers.pop();
                    }
                    default -> {
                        // a value has no fields
                    }
                }
            }
        }
        return fields.stream()
                .map(field -> field.replaceAll("(\\.children\\[])+\\.", "."))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
