// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.metric.workflow;

import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;

/** Chooses the spans to show of a workflow that has more of them than there is room. */
public final class LongestSpans {
    private LongestSpans() {}

    /**
     * Returns the longest spans with all that is above them, by {@link Span#index}.
     *
     * @param rows how many are wanted; never more than that
     */
    public static BitSet of(Trace trace, int rows) {
        BitSet chosen = new BitSet(trace.spans().size());
        if (trace.spans().size() <= rows) {
            chosen.set(0, trace.spans().size());
            return chosen;
        }
        List<Span> byLength = new ArrayList<>(trace.spans());
        byLength.sort(Comparator.comparingLong(Span::durationNanos).reversed().thenComparingInt(Span::index));
        int taken = 0;
        for (Span span : byLength) {
            List<Span> chain = new ArrayList<>();
            for (Span above = span; above != null && !chosen.get(above.index()); above = above.parent()) {
                chain.add(above);
            }
            // of a chain that does not fit the upper end is shown
            for (int i = chain.size() - 1; i >= 0 && taken < rows; i--, taken++) {
                chosen.set(chain.get(i).index());
            }
            if (taken == rows) {
                break;
            }
        }
        return chosen;
    }
}
