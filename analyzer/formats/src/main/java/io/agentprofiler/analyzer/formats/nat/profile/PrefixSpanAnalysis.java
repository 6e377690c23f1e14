// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.nat.profile;

import io.agentprofiler.analyzer.formats.nat.NatSpan;
import io.agentprofiler.analyzer.formats.nat.NatSpans;
import io.agentprofiler.analyzer.formats.nat.Numbers;
import io.agentprofiler.analyzer.formats.nat.profile.NatProfile.NatOptions;
import io.agentprofiler.analyzer.trace.metric.sequence.CallSequences;
import io.agentprofiler.analyzer.trace.metric.sequence.SequencePatterns;
import io.agentprofiler.analyzer.trace.metric.sequence.SequencePatterns.Limits;
import io.agentprofiler.analyzer.trace.metric.sequence.SequencePatterns.Pattern;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JsonGenerator;

/** The PrefixSpan analysis: orders of model and tool calls that several requests share. */
final class PrefixSpanAnalysis {
    private final NatOptions options;
    private final CallSequences sequences = new CallSequences();
    private final Map<String, String> names = new HashMap<>();
    private int requests;

    PrefixSpanAnalysis(NatOptions options) {
        this.options = options;
    }

    void add(NatSpans spans, int request) {
        List<NatSpan> calls = new ArrayList<>();
        for (NatSpan span : spans.all()) {
            if (span.start() != null
                    && span.end() != null
                    && (span.category().equals("LLM") || span.category().equals("TOOL"))) {
                calls.add(span);
            }
        }
        calls.sort(Comparator.comparingDouble(NatSpan::startSeconds));
        double[] seconds = new double[calls.size()];
        long[] tokens = new long[calls.size()];
        List<String> what = new ArrayList<>();
        for (int i = 0; i < calls.size(); i++) {
            NatSpan call = calls.get(i);
            seconds[i] = call.seconds();
            tokens[i] = call.usage().prompt() + call.usage().completion();
            String name = call.start().subject().name() == null
                    ? ""
                    : call.start().subject().name();
            what.add(names.computeIfAbsent(call.category() + ":" + name, same -> same));
        }
        requests++;
        sequences.add(what, seconds, tokens, request);
    }

    /** Writes the result; returns the text of the report. */
    String write(JsonGenerator json) {
        List<Pattern> patterns =
                SequencePatterns.find(sequences, options.limits().patterns()).patterns();
        json.writeObjectPropertyStart("prefix_span_analysis");
        json.writeArrayPropertyStart("patterns");
        for (Pattern pattern : patterns) {
            json.writeStartObject();
            json.writeArrayPropertyStart("pattern");
            pattern.calls().forEach(json::writeString);
            json.writeEndArray();
            json.writeNumberProperty("frequency", pattern.workflows());
            Numbers.write(json, "coverage", pattern.coverage());
            Numbers.write(json, "average_duration", pattern.meanTime());
            json.writeArrayPropertyStart("examples_containing");
            for (int example : pattern.examples()) {
                json.writeNumber(example);
            }
            json.writeEndArray();
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
        return text(patterns);
    }

    private String text(List<Pattern> patterns) {
        if (patterns.isEmpty()) {
            return "No frequent patterns found by PrefixSpan with the given min_support.";
        }
        Limits limits = options.limits().patterns();
        StringBuilder text = new StringBuilder("=== PrefixSpan Sub-Workflow Mining w/ LLM Text ===\nTotal examples: "
                + requests + "\nmin_support=" + limits.minSupport() + ", top_k=" + limits.most() + ", min_coverage="
                + shortest(limits.minCoverage()) + ", max_gap=" + (limits.maxGap() < 0 ? "any" : limits.maxGap())
                + "\nPatterns discovered: " + patterns.size());
        for (int i = 0; i < patterns.size(); i++) {
            Pattern pattern = patterns.get(i);
            text.append("\n\n" + (i + 1) + ") Pattern: " + String.join(" -> ", pattern.calls()) + "\n   Frequency: "
                    + pattern.workflows() + "\n   Coverage: " + Numbers.fixed(pattern.coverage(), 2) + "  (appears in "
                    + pattern.examples().length + " examples)\n   Avg Duration: "
                    + Numbers.fixed(pattern.meanTime(), 2) + " seconds\n   Examples containing: "
                    + Arrays.toString(pattern.examples()));
        }
        return text.toString();
    }

    private static String shortest(double number) {
        return number == Math.rint(number) ? Long.toString((long) number) : Double.toString(number);
    }
}
