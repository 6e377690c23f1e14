// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.prefix.view;

import io.agentprofiler.analyzer.prefix.ModelResult;
import io.agentprofiler.analyzer.prefix.PrefillSlope;
import io.agentprofiler.analyzer.prefix.cache.CacheRule;
import io.agentprofiler.analyzer.prefix.cache.CacheRule.Entries;
import io.agentprofiler.analyzer.prefix.stable.Breakpoint;
import io.agentprofiler.analyzer.view.Units;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a reader must know of a model's figures: what is supposed, what could not be told, and what they mean in time. */
final class PrefixRemarks {
    private PrefixRemarks() {}

    /** Returns sentences. */
    static List<String> of(String name, ModelResult model) {
        List<String> remarks = new ArrayList<>();
        if (model.supposed() > 0) {
            remarks.add(name + ": " + Units.count(model.supposed()) + " of the " + Units.count(model.achievable())
                    + " achievable tokens suppose that answers came back in the next prompt as they were generated");
        }
        if (model.rule().entries() == Entries.BREAKPOINTS) {
            breakpoints(name, model, remarks);
        }
        if (model.writing() > 0) {
            remarks.add(name + ": " + Units.count(model.writing(), "call") + " would write "
                    + Units.count(model.written()) + " tokens to the cache, at the price for that");
        }
        time(name, model, remarks);
        return remarks;
    }

    private static void breakpoints(String name, ModelResult model, List<String> remarks) {
        CacheRule rule = model.rule();
        List<String> words = new ArrayList<>();
        for (Breakpoint breakpoint : rule.breakpoints()) {
            words.add(
                    switch (breakpoint.part()) {
                        case TOOLS -> "the tools";
                        case INSTRUCTIONS -> "the instructions";
                        case NEWEST ->
                            breakpoint.back() == 0
                                    ? "the newest message"
                                    : "what is " + breakpoint.back() + " pieces before it";
                    });
        }
        remarks.add(name + ": breakpoints are supposed at the end of " + String.join(", ", words)
                + ", for a trace does not hold the request's own; entries are found up to " + rule.lookBack()
                + " pieces before them");
        if (model.withoutEnds() > 0) {
            remarks.add(name + ": of " + Units.count(model.withoutEnds(), "call")
                    + " the ends of messages were not recorded, so that distance is not held against them");
        }
    }

    private static void time(String name, ModelResult model, List<String> remarks) {
        Optional<PrefillSlope> slope = model.prefill();
        if (slope.isEmpty() || !model.isBelieved()) {
            return;
        }
        PrefillSlope found = slope.get();
        String each = name + ": each 1,000 input tokens that are not cached delay the first chunk by "
                + Units.duration(found.nanosPerToken() * 1000) + " (" + Units.duration(found.low() * 1000) + " to "
                + Units.duration(found.high() * 1000) + ", from " + Units.count(found.calls(), "call") + ")";
        long more = model.predicted() - model.recorded();
        remarks.add(
                more <= 0
                        ? each
                        : each + "; what is achievable beyond what was recorded would bring it "
                                + Units.duration(found.nanosPerToken() * more / model.reporting())
                                + " sooner on average");
    }
}
