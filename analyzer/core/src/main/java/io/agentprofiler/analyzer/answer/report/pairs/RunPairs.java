// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.report.pairs;

import io.agentprofiler.analyzer.answer.diff.side.Side;
import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
import io.agentprofiler.analyzer.read.InputFiles.RunFiles;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import tools.jackson.core.JsonGenerator;

/**
 * The runs of an input, any two of which can be compared: the latest {@value #MOST_RUNS}.
 *
 * <p><b>Threading:</b> immutable.
 */
public final class RunPairs {
    /** Runs that can be compared; of older ones nothing is kept. */
    public static final int MOST_RUNS = 5;

    private final List<String> runs;
    private final PriceList prices;
    private final Analysis<SortedMap<String, RunSide>> analysis;

    private RunPairs(List<String> runs, PriceList prices) {
        this.runs = List.copyOf(runs);
        this.prices = prices;
        Analysis<Side> question = RunSide.question(prices);
        this.analysis = Analysis.direct(
                "runs to compare",
                TreeMap::new,
                (sides, trace) -> add(sides, trace, question),
                (sides, more) -> more.forEach((run, side) ->
                        sides.computeIfAbsent(run, any -> new RunSide(question)).add(side)));
    }

    /** Returns the pairs of the runs of an input. */
    public static RunPairs of(List<RunFiles> found, PriceList prices) {
        List<String> latest = found.stream()
                .sorted(Comparator.comparingLong(RunFiles::startNanos).thenComparing(RunFiles::run))
                .map(RunFiles::run)
                .distinct()
                .toList();
        return new RunPairs(latest.subList(Math.max(0, latest.size() - MOST_RUNS), latest.size()), prices);
    }

    private void add(SortedMap<String, RunSide> sides, Trace trace, Analysis<Side> question) {
        if (trace.run() != null && runs.contains(trace.run())) {
            sides.computeIfAbsent(trace.run(), any -> new RunSide(question)).add(trace);
        }
    }

    /** Returns the analyses that an input is to be asked; none where there are no two runs. */
    public List<Analysis<?>> analyses() {
        return runs.size() < 2 ? List.of() : List.of(analysis);
    }

    /** Writes the runs that have workflows, oldest first, and each two of them compared: the earlier with the later. */
    public void write(Outcome outcome, JsonGenerator json) {
        SortedMap<String, RunSide> sides =
                analyses().isEmpty() ? new TreeMap<>() : outcome.summary().get(analysis);
        List<String> known = new ArrayList<>(runs);
        known.removeIf(run -> !sides.containsKey(run) || sides.get(run).workflows() == 0);
        json.writeStartObject();
        json.writeArrayPropertyStart("runs");
        known.forEach(json::writeString);
        json.writeEndArray();
        json.writeArrayPropertyStart("pairs");
        for (int after = 1; after < known.size(); after++) {
            for (int before = 0; before < after; before++) {
                json.writeStartObject();
                json.writeStringProperty("before", known.get(before));
                json.writeStringProperty("after", known.get(after));
                RunSide.compare(sides.get(known.get(before)), sides.get(known.get(after)), prices)
                        .forEach((name, part) -> {
                            json.writeName(name);
                            part.accept(json);
                        });
                json.writeEndObject();
            }
        }
        json.writeEndArray();
        json.writeEndObject();
    }
}
