// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.cost.view;

import io.agentprofiler.analyzer.cost.Measure;
import io.agentprofiler.analyzer.cost.Scope;
import io.agentprofiler.analyzer.cost.budget.Budget;
import io.agentprofiler.analyzer.cost.budget.BudgetCheck;
import io.agentprofiler.analyzer.view.Units;
import io.agentprofiler.analyzer.view.terminal.Grid;
import io.agentprofiler.analyzer.view.terminal.Grid.Cell;
import io.agentprofiler.analyzer.view.terminal.Grid.Column;
import io.agentprofiler.analyzer.view.terminal.Ink;
import io.agentprofiler.analyzer.view.terminal.Page;
import io.agentprofiler.analyzer.view.terminal.Texts;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.List;

/** The table of budgets, those that were not kept first. */
final class BudgetSection {
    private static final int MAX_ROWS = 30;
    private static final int MIN_SUBJECT = 45;

    private BudgetSection() {}

    static void print(Page page, List<BudgetCheck> checks) {
        if (checks.isEmpty()) {
            return;
        }
        page.heading("Budgets", "");
        List<BudgetCheck> rows = checks.stream()
                .sorted(Comparator.comparing(BudgetCheck::state).reversed())
                .toList();
        Grid table = new Grid(
                page.screen(),
                MIN_SUBJECT,
                Column.text("budget"),
                Column.number("limit"),
                Column.number("used"),
                Column.number("share"),
                Column.text("state"),
                Column.text("most in").dispensable(1));
        for (BudgetCheck check : rows.subList(0, Math.min(MAX_ROWS, rows.size()))) {
            Budget budget = check.budget();
            table.row(
                    Cell.of(Texts.safe(subject(check))),
                    Cell.of(amount(budget.measure(), budget.limit())),
                    Cell.of(check.used() == null ? Units.UNKNOWN : amount(budget.measure(), check.used()), Ink.BOLD),
                    Cell.of(
                            check.used() == null
                                    ? Units.UNKNOWN
                                    : Units.share(
                                            check.used().doubleValue(),
                                            budget.limit().doubleValue())),
                    state(check),
                    Cell.of(
                            check.where() == null
                                    ? ""
                                    : "trace "
                                            + check.where().trace().toString().substring(0, 16),
                            Ink.DIM));
        }
        page.table(table);
        if (rows.size() > MAX_ROWS) {
            page.line(page.paint(
                    page.screen().ellipsis() + " " + Units.count(rows.size() - MAX_ROWS, "more budget")
                            + ", none of them worse",
                    Ink.DIM));
        }
    }

    private static String subject(BudgetCheck check) {
        Budget budget = check.budget();
        boolean named = check.name() == null || budget.scope() == Scope.TOTAL;
        return (named
                        ? budget.subject()
                        : (budget.each() ? "each " : "") + budget.scope().word() + " " + check.name()) + ", "
                + budget.measure().word();
    }

    private static Cell state(BudgetCheck check) {
        return switch (check.state()) {
            case OK -> Cell.of("ok", Ink.GREEN);
            case WARN -> Cell.of("warn", Ink.YELLOW);
            case FAIL ->
                Cell.of("FAIL" + (check.unknown() > 0 ? ", " + missing(check) + " not even counted" : ""), Ink.RED);
            case UNKNOWN -> Cell.of("unknown: " + why(check), Ink.YELLOW);
        };
    }

    private static String why(BudgetCheck check) {
        if (check.name() != null) {
            return "without " + missing(check);
        }
        if (!check.amongOthers()) {
            return "no such thing ran";
        }
        return check.budget().name() == null
                ? "more conversations than are kept apart"
                : "not among the conversations kept apart";
    }

    private static String missing(BudgetCheck check) {
        if (check.unknown() == 0) {
            return "any figure";
        }
        return switch (check.budget().measure()) {
            case TIME -> Units.count(check.unknown(), "run") + " without both ends";
            case MONEY -> Units.count(check.unknown(), "unpriced call");
            case INPUT -> Units.count(check.unknown(), "call") + " without input tokens";
            case OUTPUT -> Units.count(check.unknown(), "call") + " without output tokens";
            default -> Units.count(check.unknown(), "call") + " without usage";
        };
    }

    private static String amount(Measure measure, BigDecimal amount) {
        return switch (measure) {
            case MONEY -> Units.money(amount);
            case TIME -> Units.duration(amount.doubleValue());
            default -> Units.count(amount.longValue());
        };
    }
}
