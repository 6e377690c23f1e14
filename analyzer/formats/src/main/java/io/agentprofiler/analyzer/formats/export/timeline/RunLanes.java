// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.export.timeline;

import io.agentprofiler.analyzer.formats.export.timeline.Placement.Extent;
import io.agentprofiler.analyzer.trace.Trace;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * The lanes of one run. Workflows that run at the same time have different rows of lanes, as wide as the widest of them; the next
 * workflow takes the first row that is free, and a moment lies between two workflows of a row, so that the order in which a viewer
 * reads them does not matter.
 *
 * <p>A run that is being written may have workflows, when it is read again, that were not there before or go on for longer: they get
 * lanes of their own behind all others.
 *
 * <p><b>Threading:</b> any.
 */
public final class RunLanes {
    private final List<Extent> sorted;
    private final int[] rowOf;
    private final List<Integer> widths = new ArrayList<>();
    private final int[] firstLaneOf;
    private final BitSet taken = new BitSet();
    private int lanes;

    private record Busy(int row, long untilNanos) {}

    RunLanes(List<Extent> extents) {
        sorted = new ArrayList<>(extents);
        Collections.sort(sorted);
        rowOf = new int[sorted.size()];
        PriorityQueue<Busy> busy = new PriorityQueue<>(Comparator.comparingLong(Busy::untilNanos));
        PriorityQueue<Integer> free = new PriorityQueue<>();
        for (int i = 0; i < rowOf.length; i++) {
            Extent workflow = sorted.get(i);
            while (!busy.isEmpty() && busy.peek().untilNanos() < workflow.from()) {
                free.add(busy.remove().row());
            }
            int row = free.isEmpty() ? widths.size() : free.remove();
            if (row == widths.size()) {
                widths.add(0);
            }
            widths.set(row, Math.max(widths.get(row), workflow.lanes()));
            rowOf[i] = row;
            busy.add(new Busy(row, workflow.to()));
        }
        firstLaneOf = new int[widths.size()];
        for (int row = 0; row < firstLaneOf.length; row++) {
            firstLaneOf[row] = lanes;
            lanes += widths.get(row);
        }
    }

    /**
     * A lane.
     *
     * @param number from 0, unique in its run
     * @param name for people
     */
    public record Lane(int number, String name) {}

    /**
     * The place of a workflow in its run.
     *
     * @param firstLane the first lane of the workflow
     * @param unheard lanes seen for the first time
     */
    public record Place(int firstLane, List<Lane> unheard) {}

    /** Returns the lanes that are known from the beginning. */
    public List<Lane> lanes() {
        List<Lane> all = new ArrayList<>();
        for (int row = 0; row < firstLaneOf.length; row++) {
            all.addAll(row(firstLaneOf[row], widths.get(row), "workflows " + (row + 1)));
        }
        return all;
    }

    private static List<Lane> row(int first, int width, String name) {
        List<Lane> row = new ArrayList<>();
        for (int i = 0; i < width; i++) {
            row.add(new Lane(first + i, i == 0 ? name : name + ", beside " + i));
        }
        return row;
    }

    /** Returns the place of a workflow; to be called once for each. */
    public synchronized Place place(Trace trace) {
        Extent extent = Extent.of(trace);
        int found = Collections.binarySearch(sorted, extent);
        while (found > 0 && sorted.get(found - 1).equals(extent)) {
            found--;
        }
        while (found >= 0 && found < sorted.size() && sorted.get(found).equals(extent)) {
            if (!taken.get(found)) {
                taken.set(found);
                return new Place(firstLaneOf[rowOf[found]], List.of());
            }
            found++;
        }
        int first = lanes;
        lanes += extent.lanes();
        return new Place(first, row(first, extent.lanes(), "workflow read late, " + trace.id()));
    }
}
