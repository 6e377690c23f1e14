// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.metric.sequence;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.BiConsumer;

/** Patterns between whose calls only a few others lie. The ends of all occurrences are kept. */
final class GapGrowth extends PatternGrowth {
    private final int maxGap;

    GapGrowth(SequenceIndex index, int minSupport, int maxGap, long work) {
        super(index, minSupport, work);
        this.maxGap = maxGap;
    }

    @Override
    List<Growing> first() {
        Ends ends = new Ends();
        for (int place = 0; place < index.places(); place++) {
            ends.add(place);
        }
        work(index.places());
        return ends.patterns(new int[0]);
    }

    @Override
    List<Growing> longer(Growing pattern) {
        Ends ends = new Ends();
        for (int place : pattern.ends()) {
            int last = Math.min(place + 1 + maxGap, index.begin(index.sequenceOf(place) + 1) - 1);
            for (int next = place + 1; next <= last; next++) {
                ends.add(next);
            }
            work(1L + last - place);
        }
        return ends.patterns(pattern.calls());
    }

    /** Without gaps every containing pattern begins with one more call before or after; with gaps see the caller. */
    @Override
    boolean isClosed(Growing pattern, List<Growing> longer) {
        return longer.stream().noneMatch(one -> one.support() == pattern.support())
                && (maxGap > 0 || !hasCommonPredecessor(pattern));
    }

    @Override
    boolean isDeadEnd(Growing pattern) {
        return false;
    }

    private boolean hasCommonPredecessor(Growing pattern) {
        TreeSet<Integer> common = null;
        TreeSet<Integer> here = new TreeSet<>();
        int[] ends = pattern.ends();
        for (int i = 0; i < ends.length; i++) {
            int before = ends[i] - pattern.calls().length;
            if (before >= index.begin(index.sequenceOf(ends[i]))) {
                here.add(index.call(before));
            }
            if (i + 1 == ends.length || index.sequenceOf(ends[i + 1]) != index.sequenceOf(ends[i])) {
                if (common == null) {
                    common = here;
                } else {
                    common.retainAll(here);
                }
                here = new TreeSet<>();
                if (common.isEmpty()) {
                    return false;
                }
            }
        }
        return common != null;
    }

    @Override
    void occurrences(Growing pattern, BiConsumer<Integer, int[]> action) {
        for (int end : pattern.ends()) {
            action.accept(index.sequenceOf(end), places(pattern.calls(), end));
        }
    }

    /** Returns the places of an occurrence that ends at a place. */
    private int[] places(int[] calls, int end) {
        int[] places = new int[calls.length];
        places[calls.length - 1] = end;
        if (maxGap == 0) {
            for (int i = 0; i < calls.length; i++) {
                places[i] = end - calls.length + 1 + i;
            }
            return places;
        }
        // the places of each call from which the end can be reached, the last call first
        int begin = index.begin(index.sequenceOf(end));
        List<TreeSet<Integer>> reachable = new ArrayList<>();
        reachable.add(new TreeSet<>(List.of(end)));
        for (int i = calls.length - 2; i >= 0; i--) {
            TreeSet<Integer> before = new TreeSet<>();
            for (int next : reachable.get(reachable.size() - 1)) {
                for (int place = next - 1; place >= Math.max(begin, next - 1 - maxGap); place--) {
                    if (index.call(place) == calls[i]) {
                        before.add(place);
                    }
                }
            }
            work(before.size());
            reachable.add(before);
        }
        for (int i = 0; i < calls.length - 1; i++) {
            TreeSet<Integer> here = reachable.get(calls.length - 1 - i);
            places[i] = i == 0 ? here.last() : here.higher(places[i - 1]);
        }
        return places;
    }
}
