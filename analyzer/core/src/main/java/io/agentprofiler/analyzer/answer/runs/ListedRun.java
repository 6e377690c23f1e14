// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.runs;

import io.agentprofiler.analyzer.answer.tokens.CostSum;
import io.agentprofiler.analyzer.answer.tokens.spending.Spending.SpendingQuestion;
import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.command.input.ListOrder;
import io.agentprofiler.analyzer.read.Runs.Run;
import io.agentprofiler.analyzer.trace.Tokens;
import io.agentprofiler.analyzer.trace.metric.workflow.WorkflowStats;
import io.agentprofiler.analyzer.trace.metric.workflow.Workflows;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import io.agentprofiler.analyzer.trace.pipeline.outcome.RunFacts;
import java.math.BigDecimal;
import java.util.Comparator;

/**
 * A run of a directory.
 *
 * @param run its files
 * @param facts what was read besides its spans, {@code null} for nothing
 * @param workflows the statistics of its workflows
 * @param startNanos when it began, in nanoseconds since 1970, or {@link Unknown#LONG}
 * @param nanos how long it went on, to its last event, or {@link Unknown#LONG}
 * @param events how many span events were read
 * @param state whether it is over
 * @param usd what its calls cost; {@code null} where nobody asked, or none has a price
 */
record ListedRun(
        Run run,
        RunFacts facts,
        WorkflowStats workflows,
        long startNanos,
        long nanos,
        long events,
        RunState state,
        BigDecimal usd) {
    /**
     * Returns a run as it was read.
     *
     * @param costs what was asked of its costs; {@code null} for nothing
     */
    static ListedRun of(Run run, Outcome outcome, SpendingQuestion costs) {
        RunFacts facts = outcome.runs().isEmpty() ? null : outcome.runs().get(0);
        WorkflowStats workflows = outcome.summary().get(Workflows.ANALYSIS).all();
        long start = start(run, workflows);
        long last = outcome.runs().stream().mapToLong(RunFacts::lastNanos).max().orElse(Unknown.LONG);
        return new ListedRun(
                run,
                facts,
                workflows,
                start,
                start == Unknown.LONG || last == Unknown.LONG ? Unknown.LONG : Math.max(0, last - start),
                outcome.runs().stream()
                        .mapToLong(one -> one.counts().read().all())
                        .sum(),
                RunState.of(facts, run.directory()),
                costs == null
                        ? null
                        : costOf(costs.in(outcome.summary()).total().cost()));
    }

    private static BigDecimal costOf(CostSum sum) {
        return sum.isKnown() ? sum.amount() : null;
    }

    /** Returns the tokens in and out together, -1 where none are known. */
    long allTokens() {
        Tokens tokens = workflows.tokens();
        return tokens.isKnown() ? Math.max(0, tokens.input()) + Math.max(0, tokens.output()) : -1;
    }

    /** Returns an order of runs; equal ones stay as they are. */
    static Comparator<ListedRun> inOrder(ListOrder order) {
        return switch (order) {
            case START ->
                Comparator.comparingLong(
                        (ListedRun run) -> run.startNanos == Unknown.LONG ? Long.MAX_VALUE : run.startNanos);
            case DURATION -> Comparator.comparingLong((ListedRun run) -> -1 - run.nanos);
            case TOKENS -> Comparator.comparingLong((ListedRun run) -> -run.allTokens());
            case COST ->
                Comparator.comparing(ListedRun::usd, Comparator.nullsLast(Comparator.<BigDecimal>reverseOrder()));
        };
    }

    /** Files that do not say when their run began are ordered by their age on disk, which is not when it began. */
    private static long start(Run run, WorkflowStats workflows) {
        if (run.main().isNamed()) {
            return run.main().startNanos();
        }
        return workflows.firstNanos() > workflows.lastNanos() ? Unknown.LONG : workflows.firstNanos();
    }

    /** Returns the traced program's name, {@code null} where the files do not say. */
    String service() {
        return facts == null || facts.header() == null
                ? run.service()
                : facts.header().service();
    }
}
