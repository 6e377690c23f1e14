// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.diff.promise;

import io.agentprofiler.analyzer.answer.critical.CriticalTotals;
import io.agentprofiler.analyzer.answer.critical.CriticalTotals.OperationPath;
import io.agentprofiler.analyzer.answer.diff.Diff;
import io.agentprofiler.analyzer.answer.diff.Metric;
import io.agentprofiler.analyzer.answer.diff.promise.Promise.PromisedShare;
import io.agentprofiler.analyzer.answer.finding.Impact;
import io.agentprofiler.analyzer.trace.metric.operation.Operation;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * What became of the findings of an earlier recording in a later one. Run time and cost are compared as {@link Diff} compares them, for
 * all workflows together: what changed there is due to all changes together, so it is held against what the findings that are gone
 * promised together; those of low impact count only where no other is gone.
 *
 * @param from where the findings are from, for people
 * @param outcomes the earlier findings in their order, then those that only the later recording has
 * @param time what they brought of run time; {@code null} where nothing of it was promised
 * @param cost what they brought of cost; {@code null} where nothing of it was promised
 */
public record Promises(String from, List<PromiseOutcome> outcomes, Brought time, Brought cost) {
    public Promises {
        outcomes = List.copyOf(outcomes);
    }

    /** What became of a finding. */
    public enum PromiseState {
        /** Not found any more, or of low impact only. */
        GONE("gone"),
        /** Found again. */
        STILL_THERE("still there"),
        /** Found in the later recording only. */
        NEW("new");

        private final String word;

        PromiseState(String word) {
            this.word = word;
        }

        /** Returns the word shown and written. */
        public String word() {
            return word;
        }
    }

    /**
     * A finding and what became of it.
     *
     * @param promise the finding, of the earlier recording unless it is new
     * @param state what became of it
     * @param now the same finding of the later recording; {@code null} where it is not found at all
     * @param waitedLess how much less the workflows wait for what it is about, as a part of the run time before; {@link Double#NaN} where
     *     the critical paths do not tell
     */
    public record PromiseOutcome(Promise promise, PromiseState state, Promise now, double waitedLess) {}

    /**
     * Judges findings.
     *
     * @param from where the earlier findings are from, for people
     * @param before the earlier findings
     * @param after the findings of the second side
     * @param waits what the workflows of each side waited for, the first side's first
     */
    public static Promises of(
            String from, List<Promise> before, List<Promise> after, List<CriticalTotals> waits, Diff diff) {
        List<PromiseOutcome> outcomes = new ArrayList<>();
        for (Promise promise : before) {
            Promise now = after.stream().filter(promise::isSame).findFirst().orElse(null);
            boolean gone = now == null || now.impact() == Impact.LOW && promise.impact() != Impact.LOW;
            outcomes.add(new PromiseOutcome(
                    promise,
                    gone ? PromiseState.GONE : PromiseState.STILL_THERE,
                    now,
                    waitedLess(promise, waits.get(0), waits.get(1))));
        }
        for (Promise promise : after) {
            if (promise.impact() != Impact.LOW && before.stream().noneMatch(promise::isSame)) {
                outcomes.add(new PromiseOutcome(promise, PromiseState.NEW, promise, Double.NaN));
            }
        }
        return new Promises(
                from,
                outcomes,
                brought(Metric.TIME, outcomes, Promise::time, diff),
                brought(Metric.COST, outcomes, Promise::cost, diff));
    }

    private static Brought brought(
            Metric metric, List<PromiseOutcome> outcomes, Function<Promise, PromisedShare> share, Diff diff) {
        List<Promise> all = outcomes.stream()
                .filter(outcome -> outcome.state() == PromiseState.GONE)
                .map(PromiseOutcome::promise)
                .filter(promise -> share.apply(promise) != null)
                .toList();
        boolean severe = all.stream().anyMatch(promise -> promise.impact() != Impact.LOW);
        List<PromisedShare> gone = all.stream()
                .filter(promise -> !severe || promise.impact() != Impact.LOW)
                .map(share)
                .toList();
        return gone.stream()
                .reduce(PromisedShare::plus)
                .map(promised -> Brought.of(metric, gone.size(), promised, diff.all()))
                .orElse(null);
    }

    /** A model may be replaced by another, for which the workflows wait then. */
    private static double waitedLess(Promise promise, CriticalTotals before, CriticalTotals after) {
        for (Map.Entry<Operation, OperationPath> waited : before.byOperation().entrySet()) {
            if (waited.getKey().label().equals(promise.subject())) {
                OperationPath later = after.byOperation().get(waited.getKey());
                boolean model = waited.getKey().kind() == SpanKind.LLM
                        || waited.getKey().kind() == SpanKind.EMBEDDING;
                double runTime = before.measuredNanos() / (double) before.workflows();
                if (later == null && model || runTime <= 0 || after.workflows() == 0) {
                    return Double.NaN;
                }
                double path = waited.getValue().pathNanos() / (double) before.workflows();
                double pathLater = later == null ? 0 : later.pathNanos() / (double) after.workflows();
                return (path - pathLater) / runTime;
            }
        }
        return Double.NaN;
    }
}
