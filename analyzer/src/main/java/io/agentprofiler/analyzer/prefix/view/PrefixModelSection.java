// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.prefix.view;

import io.agentprofiler.analyzer.prefix.ModelResult;
import io.agentprofiler.analyzer.prefix.cache.CacheRules;
import io.agentprofiler.analyzer.view.Units;
import io.agentprofiler.analyzer.view.terminal.Grid;
import io.agentprofiler.analyzer.view.terminal.Grid.Cell;
import io.agentprofiler.analyzer.view.terminal.Grid.Column;
import io.agentprofiler.analyzer.view.terminal.Ink;
import io.agentprofiler.analyzer.view.terminal.Page;
import io.agentprofiler.analyzer.view.terminal.Texts;
import java.util.List;

/**
 * What a cache could serve of each model's prompts, what it did serve, and what the difference to all that was sent before
 * is.
 *
 * <p><b>Threading:</b> stateless.
 */
final class PrefixModelSection {
    private static final int MAX_ROWS = PrefixReport.MAX_ROWS;

    private PrefixModelSection() {}

    static void models(Page page, List<ModelResult> models, CacheRules rules, String prices) {
        if (models.isEmpty()) {
            return;
        }
        page.heading("Prompt caching", "of input tokens, by " + rules.label() + "; " + prices);
        Grid table = new Grid(
                page.screen(),
                Column.text("model"),
                Column.text("rule"),
                Column.number("calls"),
                Column.number("in"),
                Column.number("sent before").dispensable(2),
                Column.number("achievable"),
                Column.number("recorded"),
                Column.number("cost uncached").dispensable(3),
                Column.number("as recorded").dispensable(1),
                Column.number("achievable").dispensable(1));
        boolean upper = false;
        for (ModelResult model : models.subList(0, Math.min(MAX_ROWS, models.size()))) {
            boolean priced = model.priced() > 0;
            boolean ruled = model.rule() != null;
            boolean bound = model.isUpperBound();
            upper |= bound;
            table.row(
                    Cell.of(Texts.safe(model.model())),
                    Cell.of(ruled ? Texts.safe(model.rule().id()) : "none known", ruled ? Ink.PLAIN : Ink.YELLOW),
                    Cell.of(Units.count(model.calls())),
                    Cell.of(Units.count(model.input())),
                    Cell.of(Units.share(model.seen(), model.input())),
                    Cell.of(
                            ruled
                                    ? (bound ? "up to " : "") + Units.share(model.achievable(), model.input())
                                    : Units.UNKNOWN,
                            Ink.BOLD),
                    Cell.of(
                            model.reporting() == 0
                                    ? Units.UNKNOWN
                                    : Units.share(model.recorded(), model.input())
                                            + (model.reporting() < model.calls() ? " *" : "")),
                    Cell.of(priced ? Units.money(model.uncachedCost()) : Units.UNKNOWN),
                    Cell.of(priced ? Units.money(model.recordedCost()) : Units.UNKNOWN),
                    Cell.of(priced && model.isBelieved() ? Units.money(model.achievableCost()) : Units.UNKNOWN));
        }
        page.table(table);
        PrefixReport.more(page, models.size());
        for (ModelResult model : models.subList(0, Math.min(MAX_ROWS, models.size()))) {
            remarks(page, model);
        }
        if (upper) {
            page.line(page.paint(
                    "up to: where answers are supposed to have come back as they were, or it is not known where a"
                            + " provider keeps prompts",
                    Ink.DIM));
        }
    }

    private static void remarks(Page page, ModelResult model) {
        String name = Texts.safe(model.model());
        if (model.rule() == null) {
            page.note(
                    "!",
                    "how the server of " + name
                            + " caches is not known; --rule vllm, sglang, openai, .. says how it does",
                    Ink.YELLOW);
        }
        if (model.reporting() > 0 && model.reporting() < model.calls()) {
            page.note(
                    "*",
                    Units.count(model.calls() - model.reporting()) + " of " + Units.count(model.calls(), "call")
                            + " of " + name + " did not report cached tokens",
                    Ink.DIM);
        }
        if (model.rule() != null) {
            held(page, name, model);
            for (String remark : PrefixRemarks.of(name, model)) {
                page.note(page.screen().dot(), remark, Ink.DIM);
            }
        }
    }

    /** Holds the prediction against what was reported. */
    private static void held(Page page, String name, ModelResult model) {
        if (model.reporting() == 0) {
            page.note(
                    page.screen().dot(),
                    name + ": no call reported cached tokens, so nothing shows whether its server follows the rule",
                    Ink.DIM);
            return;
        }
        String apart = name + ": the rule predicts " + Units.count(model.predicted()) + " cached tokens where "
                + Units.count(model.recorded()) + " were reported, call by call "
                + Units.share(model.error(), model.reportingInput()) + " of the input apart";
        if (model.isBelieved()) {
            page.note(page.screen().dot(), apart, Ink.DIM);
        } else {
            page.note(
                    "!",
                    apart + ": too far to say what would be saved. Does its server follow another rule (--rule ID)?",
                    Ink.YELLOW);
        }
    }

    static void losses(Page page, List<ModelResult> models) {
        List<ModelResult> lossy = models.stream()
                .filter(model -> model.rule() != null && model.seen() > model.achievable())
                .toList();
        if (lossy.isEmpty()) {
            return;
        }
        page.heading(
                "Why less than was sent before", "tokens that had been sent before and could not be read from a cache");
        Grid table = new Grid(
                page.screen(),
                Column.text("model"),
                Column.number("sent before"),
                Column.number("too short"),
                Column.number("rounding"),
                Column.number("expired"),
                Column.number("at the same time"),
                Column.number("no entry there"),
                Column.number("achievable"));
        for (ModelResult model : lossy.subList(0, Math.min(MAX_ROWS, lossy.size()))) {
            table.row(
                    Cell.of(Texts.safe(model.model())),
                    Cell.of(Units.count(model.seen())),
                    lost(model.tooShort()),
                    lost(model.rounding()),
                    lost(model.expired()),
                    lost(model.parallel()),
                    lost(model.noEntry()),
                    Cell.of(Units.count(model.achievable())));
        }
        page.table(table);
        for (ModelResult model : lossy.subList(0, Math.min(MAX_ROWS, lossy.size()))) {
            if (model.tooShort() > 0) {
                page.note(
                        page.screen().dot(),
                        "rule " + model.rule().id() + " caches prompts of "
                                + Units.count(model.rule().minTokens()) + " tokens and more",
                        Ink.DIM);
            }
        }
    }

    private static Cell lost(long tokens) {
        return Cell.of(tokens == 0 ? "" : Units.count(tokens));
    }
}
