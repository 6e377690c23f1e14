// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.tokens.spending;

import io.agentprofiler.analyzer.answer.tokens.spending.Budgets.Budget;
import io.agentprofiler.analyzer.answer.tokens.spending.Spending.SpendingScope;
import io.agentprofiler.analyzer.answer.tokens.spending.Spent.Measure;
import io.agentprofiler.analyzer.answer.tokens.spending.Spent.Worst;
import io.agentprofiler.analyzer.trace.metric.NamePattern;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What became of a budget.
 *
 * @param budget the budget
 * @param name whose spending it was held against, or {@code null} when the traces hold nothing of the kind
 * @param state whether it was kept
 * @param used what was spent as far as it is known, or {@code null}
 * @param where the run that spent most, of budgets for each run, or {@code null}
 * @param unknown calls (of time: runs) whose part nobody knows; {@code used} is without them
 * @param amongOthers whether it cannot be told because of conversations beyond those that are kept apart: some may have
 *     passed the limit, or the one of the name may be among them
 */
public record BudgetCheck(
        Budget budget,
        String name,
        BudgetState state,
        BigDecimal used,
        Worst where,
        long unknown,
        boolean amongOthers) {
    /** Whether a budget was kept. */
    public enum BudgetState {
        /** Below the warning share of the limit. */
        OK("ok"),
        /** Not known: nothing was found to hold it against, or part of the spending is unknown. */
        UNKNOWN("unknown"),
        /** The warning share was reached. */
        WARN("warn"),
        /** The limit was passed. */
        FAIL("fail");

        private final String word;

        BudgetState(String word) {
            this.word = word;
        }

        /** Returns the word in files. */
        public String word() {
            return word;
        }
    }

    /**
     * Holds budgets against what was spent.
     *
     * @param warnAt share of a limit from which on to warn; 0.8 is 80 %
     * @return for each budget, in order, a check for every name it holds for, by name
     */
    public static List<BudgetCheck> all(List<Budget> budgets, Spending spending, BigDecimal warnAt) {
        List<BudgetCheck> checks = new ArrayList<>();
        for (Budget budget : budgets) {
            int before = checks.size();
            Map<String, Spent> rows = spending.by(budget.scope());
            if (budget.isOfSeveral() && !rows.containsKey(budget.name())) {
                checks.add(several(budget, rows, spending.others(budget.scope()), warnAt));
                continue;
            }
            for (Map.Entry<String, Spent> row : rows.entrySet()) {
                if (budget.scope() == SpendingScope.TOTAL
                        || budget.name() == null
                        || budget.name().equals(row.getKey())) {
                    checks.add(check(budget, row.getKey(), row.getValue(), warnAt));
                }
            }
            Spent others = spending.others(budget.scope());
            if (checks.size() == before || budget.name() == null && isMore(budget, others, warnAt)) {
                checks.add(new BudgetCheck(budget, null, BudgetState.UNKNOWN, null, null, 0, others != null));
            }
        }
        return checks;
    }

    /** Holds a budget against all names that it means together. */
    private static BudgetCheck several(Budget budget, Map<String, Spent> rows, Spent others, BigDecimal warnAt) {
        NamePattern names = NamePattern.of(budget.name());
        List<Spent> meant = rows.entrySet().stream()
                .filter(row -> names.matches(row.getKey()))
                .map(Map.Entry::getValue)
                .toList();
        Spent known = meant.stream().reduce(Spent.NONE, Spent::plus);
        BudgetCheck check = check(budget, budget.name(), known, warnAt);
        if (meant.isEmpty()
                || check.state() != BudgetState.FAIL && others != null && isMore(budget, known.plus(others), warnAt)) {
            return new BudgetCheck(budget, null, BudgetState.UNKNOWN, null, null, 0, others != null);
        }
        return check;
    }

    /** Answers whether one of the others may have spent too much: what all together may spend, each of them may. */
    private static boolean isMore(Budget budget, Spent others, BigDecimal warnAt) {
        return others != null && check(budget, null, others, warnAt).state() != BudgetState.OK;
    }

    private static BudgetCheck check(Budget budget, String name, Spent spent, BigDecimal warnAt) {
        Measure measure = budget.measure();
        Worst where = budget.each() ? spent.worst(measure) : null;
        BigDecimal used = budget.each() ? where == null ? null : where.value() : spent.of(measure);
        // a row without any call spent nothing, and that is known
        if (used == null && measure != Measure.TIME && spent.calls() == 0) {
            used = BigDecimal.ZERO;
        }
        long unknown = spent.unknown(measure);
        return new BudgetCheck(budget, name, state(budget, used, unknown, warnAt), used, where, unknown, false);
    }

    private static BudgetState state(Budget budget, BigDecimal used, long unknown, BigDecimal warnAt) {
        if (used != null && used.compareTo(budget.limit()) > 0) {
            return BudgetState.FAIL;
        }
        if (used == null || unknown > 0) {
            return BudgetState.UNKNOWN;
        }
        return used.signum() > 0 && used.compareTo(budget.limit().multiply(warnAt)) >= 0
                ? BudgetState.WARN
                : BudgetState.OK;
    }
}
