// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.metric.workflow;

import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Keeps the slowest workflows whole, or those that come first in another order, of all or of those that failed.
 *
 * <p>Unfinished ones compete with the time they have run so far; those whose format does not say how long they took come last. Among
 * equally slow ones the earlier, then the one of the smaller id comes first.
 */
public final class SlowestWorkflows implements Analysis<List<Trace>> {
    /** The order of workflows by their length. */
    public static final Comparator<Trace> SLOWEST_FIRST = Comparator.comparing(
                    (Trace trace) -> !trace.root().isTimed())
            .thenComparing(Comparator.comparingLong(Trace::durationNanos).reversed())
            .thenComparingLong(Trace::startNanos)
            .thenComparing(Trace::id)
            .thenComparing(
                    Comparator.comparingInt((Trace trace) -> trace.spans().size())
                            .reversed());

    private final int kept;
    private final boolean failed;
    private final Comparator<Trace> order;

    /** Keeps at most {@code kept}. */
    public SlowestWorkflows(int kept) {
        this(kept, false);
    }

    /**
     * Keeps at most {@code kept}.
     *
     * @param failed whether only workflows count that failed, or ended well with failures
     */
    public SlowestWorkflows(int kept, boolean failed) {
        this(kept, failed, SLOWEST_FIRST);
    }

    /**
     * Keeps at most {@code kept}.
     *
     * @param failed whether only workflows with failures count
     * @param order in which those that are kept come first
     */
    public SlowestWorkflows(int kept, boolean failed, Comparator<Trace> order) {
        this.kept = kept;
        this.failed = failed;
        this.order = order;
    }

    @Override
    public List<Trace> empty() {
        return List.of();
    }

    @Override
    public List<Trace> of(Trace trace) {
        return trace.isFragment()
                        || kept == 0
                        || failed && !WorkflowEnd.of(trace).hasFailures()
                ? List.of()
                : List.of(trace);
    }

    @Override
    public List<Trace> merge(List<Trace> into, List<Trace> more) {
        if (more.isEmpty()) {
            return into;
        }
        if (into.size() == kept && order.compare(into.get(kept - 1), more.get(0)) <= 0) {
            return into;
        }
        List<Trace> both = new ArrayList<>(into);
        both.addAll(more);
        both.sort(order);
        return List.copyOf(both.subList(0, Math.min(kept, both.size())));
    }

    @Override
    public String toString() {
        return "slowest workflows";
    }
}
