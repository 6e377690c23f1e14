// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.cost.view;

import io.agentprofiler.analyzer.answer.cost.budget.Budget;
import io.agentprofiler.analyzer.answer.cost.budget.BudgetCheck;
import io.agentprofiler.analyzer.answer.cost.spending.Measure;
import io.agentprofiler.analyzer.answer.cost.spending.Scope;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.view.Table;
import io.agentprofiler.analyzer.view.cell.Cell;
import io.agentprofiler.analyzer.view.cell.Emphasis;
import io.agentprofiler.analyzer.view.cell.Units;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.List;

/** The table of budgets, those that were not kept first. */
final class BudgetTable {
    private static final int MAX_ROWS = 30;
    private static final int MIN_SUBJECT = 45;

    private BudgetTable() {}

    static Table of(List<BudgetCheck> checks) {
        return Table.of("budgets", checks)
                .heading("Budgets", "")
                .sorted(Comparator.comparing(BudgetCheck::state).reversed())
                .atMost(MAX_ROWS, "none of them worse")
                .minFirst(MIN_SUBJECT)
                .text("budget", check -> Cell.name(subject(check)))
                .field("scope", check -> check.budget().scope().word())
                .field("name", check -> check.name() == null ? check.budget().name() : check.name())
                .field("each", check -> check.budget().each())
                .field(
                        "measure",
                        check -> check.budget().measure() == Measure.TIME
                                ? "time_ns"
                                : check.budget().measure().word())
                .number(
                        "limit",
                        "limit",
                        check -> amount(check.budget().measure(), check.budget().limit()))
                .number(
                        "used",
                        "used",
                        check -> check.used() == null
                                ? Cell.unknown()
                                : amount(check.budget().measure(), check.used()).with(Emphasis.STRONG))
                .number(
                        "share",
                        check -> check.used() == null
                                ? Cell.unknown()
                                : Cell.share(
                                        check.used().doubleValue(),
                                        check.budget().limit().doubleValue()))
                .field("unknown", BudgetCheck::unknown)
                .text("state", "state", check -> state(check).as(check.state().word()))
                .field("not_kept_apart", check -> check.amongOthers() ? true : null)
                .field(
                        "trace_id",
                        check -> check.where() == null
                                ? null
                                : check.where().trace().toString())
                .field(
                        "span_id",
                        check -> check.where() == null
                                ? null
                                : TraceId.spanText(check.where().span()))
                .text(
                        "most in",
                        check -> check.where() == null
                                ? Cell.EMPTY
                                : Cell.trace(check.where().trace()))
                .dispensable(1)
                .build();
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
            case OK -> Cell.words("ok").with(Emphasis.GOOD);
            case WARN -> Cell.words("warn").with(Emphasis.WARNING);
            case FAIL ->
                Cell.words("FAIL" + (check.unknown() > 0 ? ", " + missing(check) + " not even counted" : ""))
                        .with(Emphasis.BAD);
            case UNKNOWN -> Cell.words("unknown: " + why(check)).with(Emphasis.WARNING);
        };
    }

    private static String why(BudgetCheck check) {
        if (check.name() != null) {
            return "without " + missing(check);
        }
        if (!check.amongOthers()) {
            return "no such thing ran";
        }
        return check.budget().name() == null ? "more of them than are kept apart" : "not among those kept apart";
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

    private static Cell amount(Measure measure, BigDecimal amount) {
        return switch (measure) {
            case MONEY -> Cell.money(amount);
            case TIME -> Cell.duration(amount.doubleValue()).as(amount);
            default -> Cell.count(amount.longValue()).as(amount);
        };
    }
}
