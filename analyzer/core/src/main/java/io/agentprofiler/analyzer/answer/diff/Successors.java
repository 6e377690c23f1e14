// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.diff;

import io.agentprofiler.analyzer.answer.diff.side.Row;
import io.agentprofiler.analyzer.answer.diff.side.Side;
import io.agentprofiler.analyzer.answer.diff.side.SpanPath;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Finds the models that took the place of others: the calls of a model that only the second side has are made where those of a model
 * were that only the first side has. The rows of the two are compared with each other.
 */
final class Successors {
    /** Two models belong together if at least this share of their calls is at common places. */
    private static final double COMMON = 0.5;

    private record Pair(Row before, Row after, double common) {
        private static final Comparator<Pair> CLOSEST_FIRST = Comparator.comparingDouble(Pair::common)
                .reversed()
                .thenComparing(Pair::before)
                .thenComparing(Pair::after);
    }

    private Successors() {}

    /** Returns the rows of both sides, in order; those of a model and its successor are one. */
    static Set<Row> rows(Side before, Side after) {
        TreeSet<Row> rows = new TreeSet<>(before.rows().keySet());
        rows.addAll(after.rows().keySet());
        of(before, after).forEach((gone, fresh) -> {
            rows.remove(gone);
            rows.remove(fresh);
            rows.add(gone.replacedBy(fresh));
        });
        return rows;
    }

    private static Map<Row, Row> of(Side before, Side after) {
        List<Pair> pairs = new ArrayList<>();
        for (Map.Entry<Row, Map<SpanPath, Long>> gone : before.places().entrySet()) {
            if (after.places().containsKey(gone.getKey())) {
                continue;
            }
            for (Map.Entry<Row, Map<SpanPath, Long>> fresh : after.places().entrySet()) {
                if (!before.places().containsKey(fresh.getKey()) && isOtherModel(gone.getKey(), fresh.getKey())) {
                    double common = common(gone.getValue(), fresh.getValue());
                    if (common >= COMMON) {
                        pairs.add(new Pair(gone.getKey(), fresh.getKey(), common));
                    }
                }
            }
        }
        pairs.sort(Pair.CLOSEST_FIRST);
        Map<Row, Row> successors = new HashMap<>();
        Set<Row> taken = new HashSet<>();
        for (Pair pair : pairs) {
            if (!successors.containsKey(pair.before()) && taken.add(pair.after())) {
                successors.put(pair.before(), pair.after());
            }
        }
        return successors;
    }

    private static boolean isOtherModel(Row gone, Row fresh) {
        return gone.kind() == fresh.kind()
                && gone.isOverhead() == fresh.isOverhead()
                && !gone.model().equals(fresh.model());
    }

    /** Returns the share of calls that both have at the same places, 0 to 1. */
    private static double common(Map<SpanPath, Long> gone, Map<SpanPath, Long> fresh) {
        double all = sum(gone);
        double others = sum(fresh);
        double common = 0;
        for (Map.Entry<SpanPath, Long> place : gone.entrySet()) {
            common += Math.min(place.getValue() / all, fresh.getOrDefault(place.getKey(), 0L) / others);
        }
        return common;
    }

    private static long sum(Map<SpanPath, Long> calls) {
        return calls.values().stream().mapToLong(Long::longValue).sum();
    }
}
