// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.prefix.view;

import io.agentprofiler.analyzer.answer.prefix.ModelResult;
import io.agentprofiler.analyzer.answer.prefix.PrefillSlope;
import io.agentprofiler.analyzer.answer.prefix.rule.Breakpoint;
import io.agentprofiler.analyzer.answer.prefix.rule.CacheRule;
import io.agentprofiler.analyzer.answer.prefix.rule.CacheRule.Entries;
import io.agentprofiler.analyzer.view.Note;
import io.agentprofiler.analyzer.view.cell.Emphasis;
import io.agentprofiler.analyzer.view.cell.Units;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The notes on a model's figures: their assumptions, how well the rule fits, and the effect on time. */
final class ModelNotes {
    private final ModelResult model;
    private final String name;
    private final boolean ruleForAll;
    private final List<Note> notes = new ArrayList<>();

    private ModelNotes(ModelResult model, boolean ruleForAll) {
        this.model = model;
        this.ruleForAll = ruleForAll;
        this.name = model.model();
    }

    /**
     * Returns what to know of a model.
     *
     * @param ruleForAll whether the rule was chosen for all calls, not by who answered them
     */
    static List<Note> of(ModelResult model, boolean ruleForAll) {
        ModelNotes notes = new ModelNotes(model, ruleForAll);
        if (model.rule() == null) {
            notes.warn("how the server of " + notes.name
                    + " caches is not known; name its rule with --rule vllm, sglang," + " openai, ..");
        }
        if (model.reporting() > 0 && model.reporting() < model.calls()) {
            notes.notes.add(new Note(
                    "*",
                    Units.count(model.calls() - model.reporting()) + " of " + Units.count(model.calls(), "call")
                            + " of " + notes.name + " did not report cached tokens",
                    Emphasis.DIM));
        }
        if (model.rule() != null) {
            notes.prediction();
            notes.assumptions();
            notes.time();
        }
        return notes.notes;
    }

    private void add(String words) {
        notes.add(new Note("·", name + ": " + words, Emphasis.DIM));
    }

    private void warn(String words) {
        notes.add(new Note("!", words, Emphasis.WARNING));
    }

    /** Compares the prediction with what was reported. */
    private void prediction() {
        if (model.reporting() == 0) {
            add("no call reported cached tokens, so nothing shows whether its server follows the rule");
            return;
        }
        String compared = "the rule predicts " + Units.count(model.predicted()) + " cached tokens where "
                + Units.count(model.recorded()) + " were reported, call by call "
                + Units.share(model.error(), model.reportingInput()) + " of the input apart";
        if (model.isTrusted()) {
            add(compared);
        } else {
            warn(name + ": " + compared
                    + ": too far to say what would be saved. "
                    + (ruleForAll
                            ? "The server that answered follows another rule"
                            : "Does its server follow another rule (--rule ID)?"));
        }
    }

    private void assumptions() {
        if (model.assumed() > 0) {
            add(Units.count(model.assumed()) + " of the " + Units.count(model.achievable())
                    + " achievable tokens assume that answers came back in the next prompt as they were generated");
        }
        if (model.rule().entries() == Entries.BREAKPOINTS) {
            breakpoints();
        }
        if (model.writing() > 0) {
            add(Units.count(model.writing(), "call") + " would write " + Units.count(model.written())
                    + " tokens to the cache, at the price for that");
        }
    }

    private void breakpoints() {
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
                                    : "what is " + breakpoint.back() + " content blocks before it";
                    });
        }
        add("breakpoints are assumed at the end of " + String.join(", ", words)
                + ", because a trace does not hold the request's own; entries are found up to " + rule.lookBack()
                + " content blocks before them");
        if (model.withoutEnds() > 0) {
            add("the ends of messages were not recorded for " + Units.count(model.withoutEnds(), "call")
                    + ", so that distance is not checked for them");
        }
    }

    private void time() {
        Optional<PrefillSlope> slope = model.prefill();
        if (slope.isEmpty() || !model.isTrusted()) {
            return;
        }
        PrefillSlope found = slope.get();
        String each = "each 1,000 input tokens that are not cached delay the first chunk by "
                + Units.duration(found.nanosPerToken() * 1000) + " (" + Units.duration(found.low() * 1000) + " to "
                + Units.duration(found.high() * 1000) + ", from " + Units.count(found.calls(), "call") + ")";
        long more = model.predicted() - model.recorded();
        add(
                more <= 0
                        ? each
                        : each + "; what is achievable beyond what was recorded would bring it "
                                + Units.duration(found.nanosPerToken() * more / model.reporting())
                                + " sooner on average");
    }
}
