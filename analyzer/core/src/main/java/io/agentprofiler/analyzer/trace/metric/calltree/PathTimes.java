// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.metric.calltree;

import io.agentprofiler.analyzer.base.stat.Saturated;
import io.agentprofiler.analyzer.base.stat.Unknown;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;

/**
 * The time of one node of the {@link CallTree}.
 *
 * @param path kinds and names from the top
 * @param calls spans
 * @param selfNanos time in the spans themselves
 * @param totalNanos sum of their lengths
 * @param subtreeNanos self time of the node and all below: more than the total where calls ran in parallel
 * @param share part of the whole tree's self time
 */
public record PathTimes(
        List<String> path, long calls, long selfNanos, long totalNanos, long subtreeNanos, double share) {
    private static final class Visit {
        private final CallTree node;
        private final Visit above;
        private long subtree;

        Visit(CallTree node, Visit above) {
            this.node = node;
            this.above = above;
            this.subtree = node.selfNanos();
        }

        private void add(long nanos) {
            if (nanos != Unknown.LONG) {
                subtree = subtree == Unknown.LONG ? nanos : Saturated.add(subtree, nanos);
            }
        }

        private PathTimes times(double whole) {
            long self = node.selfNanos();
            return new PathTimes(path(), node.calls(), self, node.totalNanos(), subtree, self / whole);
        }

        private List<String> path() {
            List<String> path = new ArrayList<>();
            for (Visit on = this; on.above != null; on = on.above) {
                path.add(0, on.node.kind().word() + " " + on.node.name());
            }
            return path;
        }
    }

    /** Returns the nodes with the most self time, of those of which it is known. */
    public static List<PathTimes> slowest(CallTree top, int most) {
        List<Visit> visits = new ArrayList<>();
        Deque<Visit> todo = new ArrayDeque<>(List.of(new Visit(top, null)));
        while (!todo.isEmpty()) {
            Visit visit = todo.pop();
            visits.add(visit);
            visit.node.children().forEach(child -> todo.push(new Visit(child, visit)));
        }
        // a node is visited before those below it
        for (int i = visits.size() - 1; i > 0; i--) {
            Visit visit = visits.get(i);
            visit.above.add(visit.subtree);
        }
        double whole = Math.max(1, visits.get(0).subtree);
        visits.remove(0);
        visits.sort(Comparator.comparingLong((Visit visit) -> visit.node.selfNanos())
                .reversed());
        return visits.stream()
                .filter(visit -> visit.node.selfNanos() != Unknown.LONG)
                .limit(most)
                .map(visit -> visit.times(whole))
                .toList();
    }
}
