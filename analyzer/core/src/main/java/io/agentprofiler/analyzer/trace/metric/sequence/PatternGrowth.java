// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.metric.sequence;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/** A way to extend patterns and to detect those that a longer pattern with the same support makes redundant. */
abstract class PatternGrowth {
    protected final SequenceIndex index;
    private final int minSupport;
    private long workLeft;

    /**
     * A pattern on its way.
     *
     * @param calls its calls
     * @param ends places where it ends, sorted
     * @param support workflows that have it
     */
    record Growing(int[] calls, int[] ends, long support) {}

    PatternGrowth(SequenceIndex index, int minSupport, long work) {
        this.index = index;
        this.minSupport = minSupport;
        this.workLeft = work;
    }

    /** Returns the patterns of one call. */
    abstract List<Growing> first();

    /** Returns the patterns one call longer that enough workflows have. */
    abstract List<Growing> longer(Growing pattern);

    /** Answers whether no pattern that contains this one has as many workflows, as far as this way of growing can tell. */
    abstract boolean isClosed(Growing pattern, List<Growing> longer);

    /** Answers whether nothing closed can grow out of the pattern. */
    abstract boolean isDeadEnd(Growing pattern);

    /** Hands over the occurrences, each as its places in order; those of a sequence in order of their ends. */
    abstract void occurrences(Growing pattern, BiConsumer<Integer, int[]> action);

    final boolean isExhausted() {
        return workLeft <= 0;
    }

    final void work(long steps) {
        workLeft -= steps;
    }

    /** Collects ends by the call that is added. */
    final class Ends {
        private final Map<Integer, int[]> lists = new LinkedHashMap<>();
        private final int[] counts = new int[index.names()];

        void add(int place) {
            int added = index.call(place);
            int count = ++counts[added];
            int[] list = lists.get(added);
            if (list == null || count > list.length) {
                list = list == null ? new int[4] : Arrays.copyOf(list, count * 2);
                lists.put(added, list);
            }
            list[count - 1] = place;
        }

        List<Growing> patterns(int[] calls) {
            List<Growing> longer = new ArrayList<>();
            lists.forEach((added, list) -> {
                int[] places = Arrays.stream(list, 0, counts[added])
                        .sorted()
                        .distinct()
                        .toArray();
                long support = index.support(places);
                if (support >= minSupport) {
                    int[] more = Arrays.copyOf(calls, calls.length + 1);
                    more[calls.length] = added;
                    longer.add(new Growing(more, places, support));
                }
            });
            return longer;
        }
    }
}
