// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.atif.span;

import io.agentprofiler.analyzer.base.stat.Saturated;
import io.agentprofiler.analyzer.formats.atif.Step;
import io.agentprofiler.analyzer.formats.atif.Trajectory;
import io.agentprofiler.analyzer.read.event.AttributeSet;
import io.agentprofiler.shared.schema.Attributes;
import java.math.BigDecimal;
import java.util.List;

/**
 * What an agent's steps used, and what its totals say beyond that: calls that failed, for example, have no step.
 *
 * <p>Totals are never added up. Some count the use of sub-agents, some do not, and the last part of several counts all of them; so
 * only what is more than the steps of the agent and of all its sub-agents together is said to belong to no step.
 *
 * <p><b>Threading:</b> one thread.
 */
final class Unattributed {
    /** Producers add up floating-point numbers: what is less of a sum is no cost. */
    private static final BigDecimal ROUNDING = new BigDecimal("1e-9");

    private long input;
    private long output;
    private BigDecimal usd = BigDecimal.ZERO;
    private boolean settled;

    /** Adds a model call. */
    void add(Step.Metrics metrics) {
        input = Saturated.add(input, metrics.input() == null ? 0 : metrics.input());
        output = Saturated.add(output, metrics.output() == null ? 0 : metrics.output());
        usd = metrics.usd() == null ? usd : usd.add(dollars(metrics.usd()));
    }

    /** Adds a sub-agent; {@code null} adds nothing. */
    void add(Unattributed subagent) {
        if (subagent != null) {
            input = Saturated.add(input, subagent.input);
            output = Saturated.add(output, subagent.output);
            usd = usd.add(subagent.usd);
        }
    }

    /** Returns an amount rounded to the precision of a {@code double}; 0 if it is not finite. */
    private static BigDecimal dollars(BigDecimal amount) {
        double dollars = amount.doubleValue();
        return Double.isFinite(dollars) ? BigDecimal.valueOf(dollars) : BigDecimal.ZERO;
    }

    /** Compares with the totals of the last part that has some; what is missing is told and counts from now on. */
    void settle(List<Trajectory> parts, AttributeSet.Builder into) {
        if (settled) {
            throw new IllegalStateException("settled twice");
        }
        settled = true;
        Trajectory.Totals totals = Trajectory.Totals.NONE;
        BigDecimal money = null;
        for (Trajectory part : parts) {
            boolean says = part.totals().input() != null || part.totals().output() != null;
            totals = says ? part.totals() : totals;
            money = part.totals().usd() == null ? money : dollars(part.totals().usd());
        }
        if (totals.input() != null && totals.input() > input) {
            into.add(Attributes.UNATTRIBUTED_INPUT_TOKENS, totals.input() - input);
            input = totals.input();
        }
        if (totals.output() != null && totals.output() > output) {
            into.add(Attributes.UNATTRIBUTED_OUTPUT_TOKENS, totals.output() - output);
            output = totals.output();
        }
        if (money != null && money.subtract(usd).compareTo(money.multiply(ROUNDING)) > 0) {
            into.add(Attributes.UNATTRIBUTED_COST, money.subtract(usd).doubleValue());
            usd = money;
        }
    }
}
