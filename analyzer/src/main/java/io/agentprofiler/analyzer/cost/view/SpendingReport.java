// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.cost.view;

import io.agentprofiler.analyzer.completeness.LossSection;
import io.agentprofiler.analyzer.cost.ContextUse;
import io.agentprofiler.analyzer.cost.CostSum;
import io.agentprofiler.analyzer.cost.Measure;
import io.agentprofiler.analyzer.cost.Scope;
import io.agentprofiler.analyzer.cost.Spending;
import io.agentprofiler.analyzer.cost.Spent;
import io.agentprofiler.analyzer.cost.Worst;
import io.agentprofiler.analyzer.cost.budget.BudgetCheck;
import io.agentprofiler.analyzer.cost.price.PriceList;
import io.agentprofiler.analyzer.input.event.SpanStatus;
import io.agentprofiler.analyzer.pipeline.Outcome;
import io.agentprofiler.analyzer.sampling.SamplingSection;
import io.agentprofiler.analyzer.trace.Tokens;
import io.agentprofiler.analyzer.view.Units;
import io.agentprofiler.analyzer.view.terminal.Grid;
import io.agentprofiler.analyzer.view.terminal.Grid.Cell;
import io.agentprofiler.analyzer.view.terminal.Grid.Column;
import io.agentprofiler.analyzer.view.terminal.Ink;
import io.agentprofiler.analyzer.view.terminal.Page;
import io.agentprofiler.analyzer.view.terminal.Screen;
import io.agentprofiler.analyzer.view.terminal.Texts;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What {@code tokens} prints: what was spent, on what, how full contexts were, and which budgets were kept.
 *
 * <p><b>Threading:</b> stateless.
 */
public final class SpendingReport {
    private static final int MAX_ROWS = 15;

    private SpendingReport() {}

    /** Prints the report. */
    public static void print(
            Outcome outcome,
            Spending spending,
            ContextUse contexts,
            PriceList prices,
            List<BudgetCheck> budgets,
            Screen screen,
            PrintStream out) {
        Page page = new Page(screen);
        page.heading("Spent", "in " + Units.count(outcome.runs().size(), "run"));
        Spent total = spending.total();
        page.facts("Tokens  ", tokens(total));
        SortedMap<String, CostSum> models = new TreeMap<>();
        spending.by(Scope.MODEL).forEach((model, spent) -> models.put(model, spent.cost()));
        page.facts("Cost    ", CostCells.facts(total.cost(), models, prices));
        if (total.cost().isKnown()) {
            page.facts("of it   ", parts(total.cost()));
        }
        SamplingSection.remark(page, outcome);
        table(page, spending, Scope.MODEL, "By model", "embedding models included");
        table(page, spending, Scope.AGENT, "By agent", "a call counts for the closest agent around it");
        table(page, spending, Scope.TOOL, "By tool", "calls made inside a tool");
        table(page, spending, Scope.WORKFLOW, "By workflow", "by name of the first span");
        table(page, spending, Scope.CONVERSATION, "By conversation", "");
        if (spending.by(Scope.STEP).size() > 1) {
            table(page, spending, Scope.STEP, "By step", "model calls by their number in the run of an agent");
        }
        if (!spending.by(Scope.OUTCOME).keySet().equals(Set.of(SpanStatus.OK.word()))) {
            table(page, spending, Scope.OUTCOME, "By outcome", "how the workflows ended");
        }
        if (spending.otherConversations() != null) {
            page.line(page.paint(
                    "and " + money(spending.otherConversations().cost()) + " of conversations beyond those kept apart",
                    Ink.DIM));
        }
        ContextSection.print(page, contexts);
        BudgetSection.print(page, budgets);
        LossSection.print(page, outcome);
        page.print(out);
    }

    private static List<Cell> tokens(Spent total) {
        Tokens tokens = total.tokens();
        List<Cell> facts = new ArrayList<>();
        if (tokens.isKnown()) {
            facts.add(Cell.of("in " + Units.count(tokens.input())));
            if (tokens.cacheRead() > 0) {
                facts.add(Cell.of(Units.count(tokens.cacheRead()) + " of them cached, "
                        + Units.share(tokens.cacheRead(), tokens.input())));
            }
            facts.add(Cell.of("out " + Units.count(tokens.output())));
        } else {
            facts.add(Cell.of("none reported"));
        }
        facts.add(Cell.of(Units.count(total.calls(), "call")));
        if (total.callsWithoutUsage() > 0) {
            facts.add(Cell.of(Units.count(total.callsWithoutUsage()) + " did not report usage", Ink.YELLOW));
        }
        return facts;
    }

    private static List<Cell> parts(CostSum sum) {
        List<Cell> facts = new ArrayList<>();
        part(facts, "new input", sum.cost().input(), sum.amount());
        part(facts, "cache reads", sum.cost().cacheRead(), sum.amount());
        part(facts, "cache writes", sum.cost().cacheWrite(), sum.amount());
        part(facts, "output", sum.cost().output(), sum.amount());
        part(facts, "requests", sum.cost().request(), sum.amount());
        return facts;
    }

    private static void part(List<Cell> facts, String what, BigDecimal part, BigDecimal whole) {
        if (part.signum() > 0) {
            facts.add(Cell.of(what + " " + Units.money(part) + " ("
                    + Units.share(part.doubleValue(), whole.doubleValue()) + ")"));
        }
    }

    private static void table(Page page, Spending spending, Scope scope, String title, String explanation) {
        Comparator<Map.Entry<String, Spent>> dearestFirst = Comparator.comparing(
                        (Map.Entry<String, Spent> row) -> row.getValue().cost().amount())
                .thenComparing(row -> tokens(row.getValue(), Measure.TOKENS))
                .reversed()
                .thenComparing(Map.Entry::getKey);
        List<Map.Entry<String, Spent>> rows = spending.by(scope).entrySet().stream()
                .filter(row -> row.getValue().calls() > 0)
                .sorted(scope == Scope.STEP ? Map.Entry.comparingByKey() : dearestFirst)
                .toList();
        if (rows.isEmpty()) {
            return;
        }
        page.heading(title, explanation);
        boolean single = scope != Scope.CONVERSATION;
        boolean calls = scope == Scope.MODEL || scope == Scope.STEP;
        Grid table = new Grid(
                page.screen(),
                Column.text(scope.word()),
                Column.number("runs").dispensable(calls ? 9 : 3),
                Column.number("calls"),
                Column.number("in"),
                Column.number("cached").dispensable(2),
                Column.number("cache write").dispensable(4),
                Column.number("out"),
                Column.number("reasoning").dispensable(4),
                Column.number("cost"),
                Column.number("share"),
                Column.number("not priced").dispensable(1),
                Column.number(calls ? "per call" : "per run").dispensable(3),
                Column.number(calls ? "dearest call" : "dearest run").dispensable(3));
        double whole = spending.total().cost().amount().doubleValue();
        for (Map.Entry<String, Spent> row : rows.subList(0, Math.min(MAX_ROWS, rows.size()))) {
            Spent spent = row.getValue();
            Worst dearest = spent.worst(Measure.MONEY);
            table.row(
                    Cell.of(Texts.safe(row.getKey())),
                    Cell.of(single && !calls ? Units.count(spent.runs()) : Units.UNKNOWN),
                    Cell.of(Units.count(spent.calls())),
                    Cell.of(Units.count(spent.tokens().input())),
                    Cell.of(Units.count(spent.tokens().cacheRead())),
                    Cell.of(Units.count(spent.tokens().cacheWrite())),
                    Cell.of(Units.count(spent.tokens().output())),
                    Cell.of(Units.count(spent.tokens().reasoning())),
                    CostCells.cell(spent.cost()),
                    Cell.of(
                            spent.cost().isKnown()
                                    ? Units.share(spent.cost().amount().doubleValue(), whole)
                                    : Units.UNKNOWN),
                    CostCells.missing(spent.cost()),
                    Cell.of(single ? mean(spent, calls) : Units.UNKNOWN),
                    Cell.of(dearest == null ? Units.UNKNOWN : Units.money(dearest.value())));
        }
        page.table(table);
        if (rows.size() > MAX_ROWS) {
            page.line(page.paint(
                    page.screen().ellipsis() + " " + Units.count(rows.size() - MAX_ROWS, "more row")
                            + "; --out DIR writes all of them to costs.json",
                    Ink.DIM));
        }
    }

    /** A mean of runs of which some are not priced would be too low. */
    private static String mean(Spent spent, boolean calls) {
        long of = calls ? spent.cost().pricedCalls() : spent.runs();
        if (!spent.cost().isKnown() || of == 0 || !calls && spent.cost().unpricedCalls() > 0) {
            return Units.UNKNOWN;
        }
        return Units.money(spent.cost().amount().divide(BigDecimal.valueOf(of), MathContext.DECIMAL64));
    }

    private static BigDecimal tokens(Spent spent, Measure measure) {
        BigDecimal tokens = spent.of(measure);
        return tokens == null ? BigDecimal.ZERO : tokens;
    }

    private static String money(CostSum sum) {
        return sum.isKnown() ? Units.money(sum.amount()) : "unpriced calls";
    }
}
