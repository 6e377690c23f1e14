// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.cost.budget;

import io.agentprofiler.analyzer.answer.cost.spending.Measure;
import io.agentprofiler.analyzer.answer.cost.spending.Scope;
import java.math.BigDecimal;

/**
 * A limit of what may be spent.
 *
 * @param scope of what
 * @param name of which one; {@code null} holds for every one of the scope on its own
 * @param each whether the limit is for every single run, instead of all runs together
 * @param measure what is limited
 * @param limit the most that may be spent: tokens, US dollars, nanoseconds or calls; exactly that much is within it
 */
public record Budget(Scope scope, String name, boolean each, Measure measure, BigDecimal limit) {
    /** Returns the budget without its limit, for people: {@code each workflow Support.answer}. */
    public String subject() {
        return (each ? "each " : "") + scope.word() + (name == null || scope == Scope.TOTAL ? "" : " " + name);
    }
}
