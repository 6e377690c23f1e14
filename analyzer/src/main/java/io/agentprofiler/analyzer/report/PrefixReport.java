// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.report;

import io.agentprofiler.analyzer.prefix.CacheRules;
import io.agentprofiler.analyzer.prefix.CountEstimate;
import io.agentprofiler.analyzer.prefix.ModelResult;
import io.agentprofiler.analyzer.prefix.PrefixAnswer;
import io.agentprofiler.analyzer.prefix.PrefixBreak;
import io.agentprofiler.analyzer.prefix.PromptTexts;
import io.agentprofiler.analyzer.prefix.PromptTexts.Difference;
import io.agentprofiler.analyzer.prefix.StablePrefix;
import io.agentprofiler.analyzer.report.Table.Cell;
import io.agentprofiler.analyzer.report.Table.Column;
import io.agentprofiler.analyzer.run.Outcome;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;

/**
 * What {@code prefix} prints: what a prompt cache could serve and what it did, what prompts begin with, and what breaks that.
 *
 * <p><b>Threading:</b> stateless.
 */
public final class PrefixReport {
    /** Rows of a table. */
    public static final int MAX_ROWS = 15;

    private static final int TRACE_DIGITS = 16;
    /** Mean difference of prediction and report, as a share of the input, from which on savings are not believed. */
    private static final double MAX_ERROR = 0.15;

    private PrefixReport() {}

    /**
     * Prints the report.
     *
     * @param texts texts of the calls at which prefixes break, where they were recorded
     */
    public static void print(
            Outcome outcome,
            PrefixAnswer answer,
            Map<PromptTexts.Call, String> texts,
            CacheRules rules,
            String prices,
            Screen screen,
            PrintStream out) {
        Page page = new Page(screen);
        models(page, answer.models(), rules, prices);
        losses(page, answer.models());
        stable(page, answer.stable());
        breaks(page, answer.breaks(), texts);
        estimates(page, answer.estimates());
        if (answer.models().isEmpty() && answer.estimates().isEmpty()) {
            page.heading("Prompt caching", "no model call reported tokens, or hashes or text of its prompt");
        }
        if (answer.dropped() > 0) {
            page.line("");
            page.note(
                    "!",
                    Units.count(answer.dropped(), "call")
                            + " left out: of so many different prompts, only the calls that began first are looked at",
                    Ink.YELLOW);
        }
        LossSection.print(page, outcome);
        page.print(out);
    }

    private static void models(Page page, List<ModelResult> models, CacheRules rules, String prices) {
        if (models.isEmpty()) {
            return;
        }
        page.heading("Prompt caching", "of input tokens, by " + rules.label() + "; " + prices);
        Table table = new Table(
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
            boolean bound = ruled && model.rule().entries().isUpperBound();
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
                    Cell.of(priced && ruled ? Units.money(model.achievableCost()) : Units.UNKNOWN));
        }
        page.table(table);
        more(page, models.size());
        for (ModelResult model : models.subList(0, Math.min(MAX_ROWS, models.size()))) {
            remarks(page, model);
        }
        if (upper) {
            page.line(page.paint(
                    "up to: where the request's own breakpoints decide, or the provider does not say how it caches",
                    Ink.DIM));
        }
    }

    private static void remarks(Page page, ModelResult model) {
        if (model.rule() == null) {
            page.note(
                    "!",
                    "how the server of " + Texts.safe(model.model())
                            + " caches is not known; --rule vllm, sglang, openai, .. says how it does",
                    Ink.YELLOW);
        }
        if (model.reporting() > 0 && model.reporting() < model.calls()) {
            page.note(
                    "*",
                    Units.count(model.calls() - model.reporting()) + " of " + Units.count(model.calls(), "call")
                            + " of " + Texts.safe(model.model()) + " did not report cached tokens",
                    Ink.DIM);
        }
        if (model.rule() != null && model.reporting() > 0) {
            double error = (double) model.error() / Math.max(1, model.input());
            page.note(
                    error > MAX_ERROR ? "!" : page.screen().dot(),
                    Texts.safe(model.model()) + ": the rule predicts " + Units.count(model.predicted())
                            + " cached tokens where " + Units.count(model.recorded()) + " were reported, "
                            + Units.share(model.error(), model.input()) + " of the input apart call by call"
                            + (error > MAX_ERROR ? ": too far to believe what it says of savings" : ""),
                    error > MAX_ERROR ? Ink.YELLOW : Ink.DIM);
        }
    }

    private static void losses(Page page, List<ModelResult> models) {
        List<ModelResult> lossy = models.stream()
                .filter(model -> model.rule() != null && model.seen() > model.achievable())
                .toList();
        if (lossy.isEmpty()) {
            return;
        }
        page.heading(
                "Why less than was sent before", "tokens that had been sent before and could not be read from a cache");
        Table table = new Table(
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

    private static void stable(Page page, List<StablePrefix> rows) {
        if (rows.isEmpty()) {
            return;
        }
        page.heading("Stable prefixes", "what all prompts of a place begin with, and at least half of them");
        Table table = new Table(
                page.screen(),
                Column.text("place"),
                Column.text("model").dispensable(3),
                Column.number("calls"),
                Column.number("tokens of all"),
                Column.text("ends in"),
                Column.number("of half or more"),
                Column.number("calls"));
        for (StablePrefix row : rows.subList(0, Math.min(MAX_ROWS, rows.size()))) {
            table.row(
                    Cell.of(place(row.workflow(), row.agent())),
                    Cell.of(Texts.safe(row.model())),
                    Cell.of(Units.count(row.calls())),
                    Cell.of(Units.count(row.commonTokens()), Ink.BOLD),
                    Cell.of(row.endsIn() == null ? Units.UNKNOWN : Texts.safe(row.endsIn())),
                    Cell.of(Units.count(row.mostTokens())),
                    Cell.of(Units.count(row.mostCalls())));
        }
        page.table(table);
        more(page, rows.size());
    }

    private static void breaks(Page page, List<PrefixBreak> rows, Map<PromptTexts.Call, String> texts) {
        if (rows.isEmpty()) {
            return;
        }
        page.heading("What breaks prefixes", "the first part that differs from the prompt before it");
        Table table = new Table(
                page.screen(),
                Column.text("place"),
                Column.text("first difference"),
                Column.text("from"),
                Column.number("times"),
                Column.number("at token").dispensable(1),
                Column.number("sent anew"),
                Column.number("cacheable"),
                Column.number("worth"),
                Column.text("example").dispensable(2));
        for (PrefixBreak row : rows.subList(0, Math.min(MAX_ROWS, rows.size()))) {
            table.row(
                    Cell.of(place(row.workflow(), row.agent())),
                    Cell.of(row.field() == null ? Units.UNKNOWN : Texts.safe(row.field()), Ink.BOLD),
                    Cell.of(row.within() ? "call to call" : "workflow to workflow"),
                    Cell.of(Units.count(row.times())),
                    Cell.of(Units.count(row.atToken())),
                    Cell.of(Units.count(row.lostTokens())),
                    Cell.of(Units.count(row.savedTokens())),
                    Cell.of(row.priced() == 0 ? Units.UNKNOWN : Units.money(row.savedDollars())),
                    Cell.of("trace " + row.trace().toString().substring(0, TRACE_DIGITS), Ink.DIM));
        }
        page.table(table);
        more(page, rows.size());
        for (PrefixBreak row : rows.subList(0, Math.min(MAX_ROWS, rows.size()))) {
            Difference difference = Difference.of(row, texts);
            if (difference != null) {
                page.note(
                        page.screen().dot(),
                        (row.field() == null ? "" : Texts.safe(row.field()) + ": ")
                                + quote(difference.before(), difference.own()) + " was "
                                + quote(difference.before(), difference.other()),
                        Ink.DIM);
            }
        }
    }

    private static void estimates(Page page, List<CountEstimate> rows) {
        if (rows.isEmpty()) {
            return;
        }
        page.heading("From token counts alone", "calls without hashes and text: if conversations only grew");
        Table table = new Table(
                page.screen(),
                Column.text("model"),
                Column.number("calls"),
                Column.number("in"),
                Column.number("may continue"),
                Column.number("achievable"),
                Column.number("recorded"));
        for (CountEstimate row : rows.subList(0, Math.min(MAX_ROWS, rows.size()))) {
            table.row(
                    Cell.of(Texts.safe(row.model())),
                    Cell.of(Units.count(row.calls())),
                    Cell.of(Units.count(row.input())),
                    Cell.of(Units.count(row.growing())),
                    Cell.of(
                            Units.share(row.least(), row.input()) + " to " + Units.share(row.most(), row.input()),
                            Ink.BOLD),
                    Cell.of(row.recorded() < 0 ? Units.UNKNOWN : Units.share(row.recorded(), row.input())));
        }
        page.table(table);
        more(page, rows.size());
    }

    private static String quote(String before, String after) {
        return '"' + Texts.safe(before).strip() + "[" + Texts.safe(after).strip() + "]\"";
    }

    private static String place(String workflow, String agent) {
        return Texts.safe(agent == null || agent.equals(workflow) ? workflow : workflow + " / " + agent);
    }

    private static void more(Page page, int rows) {
        if (rows > MAX_ROWS) {
            page.line(page.paint(
                    page.screen().ellipsis() + " " + Units.count(rows - MAX_ROWS, "more row")
                            + "; --out DIR writes all of them to prefix.json",
                    Ink.DIM));
        }
    }
}
