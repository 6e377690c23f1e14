// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.nat.profile;

import io.agentprofiler.analyzer.formats.nat.NatRequest;
import io.agentprofiler.analyzer.formats.nat.NatSpans;
import io.agentprofiler.analyzer.trace.metric.sequence.CallLimits;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.core.JsonGenerator;

/**
 * Everything NAT's profiler computes of a set of requests. All requests are added, then {@link #beginMetrics} is called,
 * then all are added once more with {@link #addMetrics}, then {@link #endMetrics}.
 *
 * <p><b>Threading:</b> one thread.
 */
public final class NatProfile {
    private static final String BETWEEN = "\n\n\n";

    private final InferenceOptimization inference;
    private final PredictionTrie trie = new PredictionTrie();
    private final SimpleStack simple = new SimpleStack();
    private final NestedStack nested = new NestedStack();
    private final ConcurrencySpikes spikes;
    private final PrefixSpanAnalysis patterns;
    private final GanttChart gantt = new GanttChart();

    public NatProfile(NatOptions options) {
        inference = new InferenceOptimization(options);
        spikes = new ConcurrencySpikes(options);
        patterns = new PrefixSpanAnalysis(options);
    }

    /** Adds a request to everything. */
    public void add(NatRequest request) {
        NatSpans spans = NatSpans.of(request);
        inference.add(request, spans);
        trie.add(request, spans);
        simple.add(spans);
        patterns.add(spans, request.number());
        List<NatNode> nodes = NatNode.of(spans);
        nested.add(nodes, request.number());
        spikes.add(nodes);
        gantt.add(nodes);
    }

    public InferenceOptimization inference() {
        return inference;
    }

    public PredictionTrie trie() {
        return trie;
    }

    /** Answers whether there is anything to draw. */
    public boolean hasChart() {
        return !gantt.isEmpty();
    }

    /** Draws {@code gantt_chart.png}. */
    public void writeChart(Path file) throws IOException {
        gantt.write(file);
    }

    /** Begins {@code workflow_profiling_metrics.json} and {@code workflow_profiling_report.txt}. */
    public void beginMetrics(JsonGenerator json, Writer report) throws IOException {
        json.writeStartObject();
        report.write(BETWEEN + simple.write(json) + BETWEEN);
        nested.begin(json, report);
    }

    /** Adds the calls of a request to the two files; requests come in the same order as to {@link #add}. */
    public void addMetrics(JsonGenerator json, Writer report, NatRequest request) throws IOException {
        nested.write(json, report, NatNode.of(NatSpans.of(request)), request.number());
    }

    /** Ends the two files. */
    public void endMetrics(JsonGenerator json, Writer report) throws IOException {
        nested.end(json);
        report.write(BETWEEN + spikes.write(json) + BETWEEN + patterns.write(json));
        json.writeEndObject();
    }

    /**
     * What NAT takes from its configuration.
     *
     * @param llmMetrics whether the table has the six NOVA columns
     * @param excludeText whether the table lacks the columns of texts
     * @param limits what counts as a prefix, a spike and a pattern
     */
    public record NatOptions(boolean llmMetrics, boolean excludeText, CallLimits limits) {
        /** NAT's own defaults, where they make sense. */
        public static final NatOptions DEFAULT = new NatOptions(false, false, CallLimits.DEFAULT);
    }
}
