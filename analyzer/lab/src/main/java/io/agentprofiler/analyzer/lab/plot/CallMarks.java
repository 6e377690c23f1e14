// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.plot;

import io.agentprofiler.analyzer.lab.plot.CallPoints.CallPoint;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Calls as marks of a chart, as many as there is room for: a mark each, or where these are too many one for all calls of a series that
 * fall into the same cell of a grid over the chart, as fine a grid as there is room for.
 *
 * <p><b>Threading:</b> immutable.
 *
 * @param series marks of each series, in the order of the series, each where its first call is
 * @param prompt how many prompt tokens a cell is wide; 1 where no calls share a mark
 * @param completion how many completion tokens it is high, likewise
 */
record CallMarks(List<List<Mark>> series, double prompt, double completion) {
    /** Cells of the finest grid in each direction: more than a chart has places that can be told apart. */
    private static final int FINEST = 512;

    CallMarks {
        series = List.copyOf(series);
    }

    /**
     * A mark.
     *
     * @param first the call of those it stands for that began first
     * @param calls how many it stands for
     */
    record Mark(CallPoint first, int calls) {}

    /**
     * Puts calls together.
     *
     * @param series calls by start
     * @param most marks there is room for; each series has one at least
     */
    static CallMarks of(List<List<CallPoint>> series, int most) {
        if (series.stream().mapToInt(List::size).sum() <= most) {
            return new CallMarks(
                    series.stream()
                            .map(points -> points.stream()
                                    .map(point -> new Mark(point, 1))
                                    .toList())
                            .toList(),
                    1,
                    1);
        }
        long prompt = 1;
        long completion = 1;
        for (List<CallPoint> points : series) {
            for (CallPoint point : points) {
                prompt = Math.max(prompt, point.prompt() + 1);
                completion = Math.max(completion, point.completion() + 1);
            }
        }
        // powers of two, and what lies half way between them
        for (int cells = FINEST; ; cells = Integer.bitCount(cells) == 1 ? Math.max(1, cells * 3 / 4) : cells * 2 / 3) {
            // calls of the same numbers are never apart
            double width = Math.max(1, (double) prompt / cells);
            double height = Math.max(1, (double) completion / cells);
            List<List<Mark>> marks = new ArrayList<>();
            for (List<CallPoint> points : series) {
                marks.add(marks(points, width, height));
            }
            if (cells == 1 || marks.stream().mapToInt(List::size).sum() <= most) {
                return new CallMarks(marks, width, height);
            }
        }
    }

    private record Cell(long x, long y) {}

    private static List<Mark> marks(List<CallPoint> points, double width, double height) {
        Map<Cell, Mark> marks = new LinkedHashMap<>();
        for (CallPoint point : points) {
            marks.merge(
                    new Cell((long) (point.prompt() / width), (long) (point.completion() / height)),
                    new Mark(point, 1),
                    (mark, more) -> new Mark(mark.first(), mark.calls() + 1));
        }
        return List.copyOf(marks.values());
    }
}
