// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.prefix;

import io.agentprofiler.analyzer.answer.prefix.prompt.HashChain.PromptSource;
import io.agentprofiler.analyzer.answer.prefix.rule.Breakpoint;
import io.agentprofiler.analyzer.answer.prefix.rule.CacheRule;
import io.agentprofiler.analyzer.answer.prefix.rule.CacheRule.Entries;
import io.agentprofiler.analyzer.answer.prefix.rule.CacheRules;
import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
import io.agentprofiler.analyzer.view.Block;
import io.agentprofiler.analyzer.view.Note;
import io.agentprofiler.analyzer.view.Table;
import io.agentprofiler.analyzer.view.cell.Cell;
import io.agentprofiler.analyzer.view.cell.Emphasis;
import io.agentprofiler.analyzer.view.cell.Fields;
import io.agentprofiler.analyzer.view.cell.Units;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;

/** The blocks on each model: achievable and actual cache hits, and the reasons why hits fall short of the repeated tokens. */
final class ModelBlocks {
    private ModelBlocks() {}

    static List<Block> of(List<ModelResult> models, CacheRules rules, PriceList prices) {
        List<Block> blocks = new ArrayList<>();
        blocks.add(models(models, "of input tokens, by " + rules.label() + "; " + prices.label()));
        List<ModelResult> shown = PrefixDocument.shown(models);
        shown.forEach(model -> blocks.addAll(ModelNotes.of(model, rules.isForAll())));
        if (shown.stream().anyMatch(ModelResult::isUpperBound)) {
            blocks.add(
                    Note.aside("up to: assumes that answers came back unchanged, or it is not known where the provider"
                            + " keeps prompts"));
        }
        List<ModelResult> lossy = models.stream()
                .filter(model -> model.rule() != null && model.seen() + model.beyond() > model.achievable())
                .toList();
        blocks.add(losses(lossy));
        for (ModelResult model : PrefixDocument.shown(lossy)) {
            if (model.tooShort() > 0) {
                blocks.add(new Note(
                        "·",
                        "rule " + model.rule().id() + " caches prompts of "
                                + Units.count(model.rule().limits().minTokens()) + " tokens and more",
                        Emphasis.DIM));
            }
        }
        return blocks;
    }

    private static Table models(List<ModelResult> models, String explanation) {
        return Table.of("models", models)
                .heading("Prompt caching", explanation)
                .atMost(PrefixDocument.MAX_ROWS, PrefixDocument.ELSEWHERE)
                .text("model", "model", model -> Cell.name(model.model()))
                .text(
                        "rule",
                        "rule",
                        model -> model.rule() == null
                                ? Cell.words("none known").as(null).with(Emphasis.WARNING)
                                : Cell.name(model.rule().id()))
                .number("calls", "calls", model -> Cell.count(model.calls()))
                .field("calls_without_tokens", ModelResult::withoutTokens)
                .field("calls_without_message_ends", ModelResult::withoutEnds)
                .field("calls_from", ModelBlocks::sources)
                .number("input_tokens", "in", model -> Cell.count(model.input()))
                .number("sent_before_tokens", "sent before", model -> share(model.seen(), model))
                .dispensable(2)
                .number("achievable_tokens", "achievable", ModelBlocks::achievable)
                .field("upper_bound", model -> model.rule() == null ? null : model.isUpperBound())
                .field("supposed_answer_tokens", model -> ruled(model, ModelResult::assumed))
                .field("hit_calls", model -> ruled(model, ModelResult::hits))
                .field("writing_calls", model -> ruled(model, ModelResult::writing))
                .field("written_tokens", model -> ruled(model, ModelResult::written))
                .field("lost_tokens", ModelBlocks::lostTokens)
                .field("unexplained_tokens", model -> ruled(model, ModelResult::beyond))
                .field("reporting_calls", ModelResult::reporting)
                .field("reporting_input_tokens", model -> model.reporting() == 0 ? null : model.reportingInput())
                .number("recorded_tokens", "recorded", ModelBlocks::recorded)
                .field("predicted_tokens", model -> isCompared(model) ? model.predicted() : null)
                .field("error_tokens", model -> isCompared(model) ? model.error() : null)
                .field("believed", model -> isCompared(model) ? model.isTrusted() : null)
                .field("priced_calls", ModelResult::priced)
                .number("uncached_usd", "cost uncached", model -> money(model, model.uncachedCost()))
                .dispensable(3)
                .number("recorded_usd", "as recorded", model -> money(model, model.recordedCost()))
                .dispensable(1)
                .number(
                        "achievable_usd",
                        "achievable",
                        model -> model.isTrusted() ? money(model, model.achievableCost()) : Cell.unknown())
                .dispensable(1)
                .field(
                        "first_chunk",
                        model -> model.prefill().map(ModelBlocks::firstChunk).orElse(null))
                .build();
    }

    private static Cell share(long tokens, ModelResult model) {
        return Cell.share(tokens, model.input()).as(tokens);
    }

    private static Cell achievable(ModelResult model) {
        if (model.rule() == null) {
            return Cell.unknown().with(Emphasis.STRONG);
        }
        String share = Units.share(model.achievable(), model.input());
        return Cell.words((model.isUpperBound() ? "up to " : "") + share)
                .as(model.achievable())
                .with(Emphasis.STRONG);
    }

    private static Cell recorded(ModelResult model) {
        if (model.reporting() == 0) {
            return Cell.unknown();
        }
        String share = Units.share(model.recorded(), model.input());
        return Cell.words(share + (model.reporting() < model.calls() ? " *" : ""))
                .as(model.recorded());
    }

    private static Cell money(ModelResult model, BigDecimal dollars) {
        return Cell.money(model.priced() > 0 ? dollars : null);
    }

    private static Long ruled(ModelResult model, ToLongFunction<ModelResult> figure) {
        return model.rule() == null ? null : (Long) figure.applyAsLong(model);
    }

    /** Answers whether there are a prediction and a report. */
    private static boolean isCompared(ModelResult model) {
        return model.rule() != null && model.reporting() > 0;
    }

    private static Fields sources(ModelResult model) {
        Fields sources = new Fields();
        for (PromptSource source : PromptSource.values()) {
            if (source != PromptSource.BLOCKS || model.from(source) > 0) {
                sources.put(source.word().replace(' ', '_'), model.from(source));
            }
        }
        return sources;
    }

    private static Fields lostTokens(ModelResult model) {
        return model.rule() == null
                ? null
                : new Fields()
                        .put("too_short", model.tooShort())
                        .put("rounding", model.rounding())
                        .put("expired", model.expired())
                        .put("at_the_same_time", model.parallel())
                        .put("no_entry", model.noEntry());
    }

    private static Fields firstChunk(PrefillSlope slope) {
        return new Fields()
                .put("ns_per_uncached_token", slope.nanosPerToken())
                .put("ns_low", slope.low())
                .put("ns_high", slope.high())
                .put("calls", slope.calls());
    }

    private static Table losses(List<ModelResult> models) {
        return Table.of(null, models)
                .heading(
                        "Why less than was sent before",
                        "tokens that had been sent before and could not be read from a cache")
                .atMost(PrefixDocument.MAX_ROWS, PrefixDocument.ELSEWHERE)
                .text("model", model -> Cell.name(model.model()))
                .number("sent before", model -> Cell.count(model.seen()))
                .number("too short", model -> lost(model.tooShort()))
                .number("rounding", model -> lost(model.rounding()))
                .number("expired", model -> lost(model.expired()))
                .number("concurrent", model -> lost(model.parallel()))
                .number("no entry there", model -> lost(model.noEntry()))
                .number("read all the same", model -> lost(model.beyond()))
                .whereFilled()
                .number("achievable", model -> Cell.count(model.achievable()))
                .build();
    }

    private static Cell lost(long tokens) {
        return Cell.bad(tokens, Emphasis.PLAIN);
    }

    /** The notes on a model's figures: their assumptions, how well the rule fits, and the effect on time. */
    private static final class ModelNotes {
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
                    + ", because a trace does not hold the request's own; entries are found up to "
                    + rule.limits().lookBack()
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
}
