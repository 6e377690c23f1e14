// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.simulate;

import io.agentprofiler.analyzer.lab.simulate.fit.RateFit;
import io.agentprofiler.analyzer.lab.simulate.fit.ServerFit;
import io.agentprofiler.analyzer.lab.simulate.fit.ServerFit.FittedLoad;
import io.agentprofiler.analyzer.lab.simulate.fit.ServersFit;
import io.agentprofiler.analyzer.view.cell.Units;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The gaps of a recording. Calls in a gap are simulated with their recorded times. */
public final class Holes {
    private static final double SLOWER = 1.1;

    private Holes() {}

    /**
     * Returns it in sentences.
     *
     * @param lost how many model calls could not be read, by the words for why
     */
    public static List<String> of(ServersFit fit, Map<String, Long> lost) {
        List<String> words = new ArrayList<>();
        for (ServerFit server : fit.servers()) {
            String name = String.join(", ", server.models().keySet());
            FittedLoad load = server.load();
            if (load != null && load.ratio() > SLOWER) {
                words.add(name + ": calls beside more than " + Units.count(load.few(), "other")
                        + " took " + Errors.percent(load.ratio() - 1)
                        + " longer for their tokens than those beside fewer: this server slows down with its load, which is"
                        + " not simulated, so with more concurrent calls it would be slower than this says");
            }
            server.models().values().forEach(model -> add(model, words));
        }
        few(fit, words);
        words.addAll(requests(fit, lost));
        return words;
    }

    /** Returns the gaps in single requests. */
    public static List<String> requests(ServersFit fit, Map<String, Long> lost) {
        Map<Outcome, Long> outcomes = new EnumMap<>(Outcome.class);
        fit.workflows().stream()
                .flatMap(workflow -> workflow.requests().stream())
                .filter(request -> !request.isTold())
                .forEach(request -> outcomes.merge(request.outcome(), 1L, Long::sum));
        List<String> words = new ArrayList<>();
        outcomes.forEach((outcome, count) -> words.add(Units.count(count, "request") + ": " + outcome.words()));
        lost.forEach((why, count) -> words.add(Units.count(count, "call") + ": " + why));
        return words;
    }

    private static void add(RateFit model, List<String> words) {
        if (!model.isPrefillKnown()) {
            words.add(model.model() + ": all prompts have as many uncached tokens: what a token of prefill takes, and"
                    + " what a hit saves, cannot be told");
        }
        if (!model.isDecodeKnown()) {
            words.add(model.model() + ": all answers are of one length: what a token of decoding takes cannot be told");
        }
        if (model.streamed() < model.calls()) {
            words.add(model.model() + ": " + Units.count((long) model.calls() - model.streamed(), "call")
                    + " did not tell when the first token came"
                    + (model.streamed() * 2 < model.calls()
                            ? ": prefill and decoding are told apart by their tokens alone"
                            : ""));
        }
    }

    private static void few(ServersFit fit, List<String> words) {
        Map<String, Long> elsewhere = new TreeMap<>();
        Map<String, Long> onServer = new TreeMap<>();
        for (Workflow workflow : fit.workflows()) {
            for (Recorded request : workflow.requests()) {
                if (request.isTold() && fit.rates(request) == null) {
                    (fit.server(request) < 0 ? elsewhere : onServer).merge(request.model(), 1L, Long::sum);
                }
            }
        }
        elsewhere.forEach((model, count) -> words.add(model + ": " + Units.count(count, "call")
                + ", too few to tell how fast it is: they take as long as recorded, whatever the load"));
        onServer.forEach((model, count) -> words.add(model + ": " + Units.count(count, "call")
                + ", too few to tell how fast it is: they hold a slot for as long as recorded"));
    }
}
