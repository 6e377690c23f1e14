// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.nat.profile;

import io.agentprofiler.analyzer.base.output.CsvFile;
import io.agentprofiler.analyzer.formats.nat.NatRequest;
import io.agentprofiler.analyzer.formats.nat.NatStep;
import io.agentprofiler.analyzer.formats.nat.NatStep.NatUsage;
import io.agentprofiler.analyzer.formats.nat.Numbers;
import io.agentprofiler.analyzer.formats.nat.PythonText;
import io.agentprofiler.analyzer.formats.nat.profile.NatProfile.NatOptions;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** {@code standardized_data_all.csv}: a row per step. */
public final class StepTable implements AutoCloseable {
    private static final double MILLIS = 1000;
    private static final double NONE = -1;

    private final CsvFile csv;
    private final NatOptions options;

    /** Writes the heading. */
    public StepTable(Writer out, NatOptions options) {
        this.csv = new CsvFile(out);
        this.options = options;
        List<String> columns =
                new ArrayList<>(List.of("event_type", "event_timestamp", "example_number", "prompt_tokens"));
        columns.addAll(List.of("completion_tokens", "total_tokens"));
        if (!options.excludeText()) {
            columns.addAll(List.of("llm_text_input", "llm_text_output", "llm_new_token"));
        }
        columns.addAll(List.of("llm_name", "tool_name", "function_name", "function_id", "parent_function_name"));
        columns.addAll(List.of("parent_function_id", "UUID", "framework"));
        if (options.llmMetrics()) {
            columns.addAll(List.of("NOVA-Event-ID", "NOVA-Requests-Remaining-In-Event", "NOVA-Time-To-Next-Event"));
            columns.addAll(List.of("NOVA-Time-To-Event-End", "NOVA-Predicted-OSL", "NOVA-Time-To-Session-End"));
        }
        csv.row(columns.toArray(String[]::new));
    }

    /** Writes the rows of a request. */
    public void add(NatRequest request) {
        Nova nova = options.llmMetrics() ? new Nova(request) : null;
        List<String> fields = new ArrayList<>();
        for (NatStep step : request.steps()) {
            fields.clear();
            fill(fields, request, step);
            if (nova != null) {
                nova.fill(fields, step);
            }
            csv.row(fields.toArray(String[]::new));
        }
    }

    private void fill(List<String> fields, NatRequest request, NatStep step) {
        NatUsage usage = step.usageOrZero();
        fields.add(step.eventType());
        fields.add(PythonText.of(step.time().timestamp()));
        fields.add(Integer.toString(request.number()));
        fields.add(Long.toString(usage.prompt()));
        fields.add(Long.toString(usage.completion()));
        fields.add(Long.toString(usage.total()));
        if (!options.excludeText()) {
            fields.add(text(step, "LLM_START", "input"));
            fields.add(text(step, "LLM_END", "output"));
            fields.add(text(step, "LLM_NEW_TOKEN", "chunk"));
        }
        fields.add(step.llmName());
        fields.add(step.toolName());
        fields.add(step.function().name());
        fields.add(step.function().id());
        fields.add(step.function().parentName());
        fields.add(step.function().parentId());
        fields.add(step.subject().uuid());
        fields.add(step.subject().framework());
    }

    private static String text(NatStep step, String type, String field) {
        return step.eventType().equals(type) ? PythonText.str(step.data(field)) : "";
    }

    @Override
    public void close() throws IOException {
        csv.close();
    }

    /** The six columns that tell what is still to come, for a router to learn from. */
    private static final class Nova {
        private final Map<String, double[]> startsByFunction = new HashMap<>();
        private final Map<String, Long> outputByUuid = new HashMap<>();
        private final double lastSeconds;

        Nova(NatRequest request) {
            Map<String, Numbers.NumberColumn> starts = new HashMap<>();
            for (NatStep step : request.steps()) {
                if (step.eventType().equals("LLM_START")) {
                    starts.computeIfAbsent(step.function().name(), any -> new Numbers.NumberColumn())
                            .add(step.time().timestamp());
                } else if (step.eventType().equals("LLM_END")) {
                    outputByUuid.put(step.subject().uuid(), step.usageOrZero().completion());
                }
            }
            starts.forEach((function, column) -> startsByFunction.put(function, column.sorted()));
            lastSeconds = request.lastSeconds();
        }

        void fill(List<String> fields, NatStep step) {
            double[] starts = startsByFunction.get(step.function().name());
            double time = step.time().timestamp();
            int next = starts == null ? 0 : Numbers.firstAfter(starts, time);
            int left = starts == null ? 0 : starts.length - next;
            fields.add(step.function().name());
            fields.add(PythonText.of(starts == null ? NONE : left));
            fields.add(PythonText.of(left == 0 ? NONE : (starts[next] - time) * MILLIS));
            fields.add(PythonText.of(left == 0 ? NONE : (starts[starts.length - 1] - time) * MILLIS));
            Long output = step.eventType().equals("LLM_START")
                    ? outputByUuid.get(step.subject().uuid())
                    : null;
            fields.add(output == null ? "" : PythonText.of(output));
            fields.add(PythonText.of((lastSeconds - time) * MILLIS));
        }
    }
}
