// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.export.timeline;

import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.trace.metric.sequence.Lanes;
import io.agentprofiler.analyzer.trace.pipeline.TooMuchException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * From when to when each workflow lasts, and how many lanes it needs: by this the workflows of a run are given lanes on which nothing
 * overlaps.
 *
 * <p>A workflow takes some 40 bytes; of more than {@value #MOST} none is drawn, which no viewer could show either.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
public final class Placement {
    /** The question that {@link RunLanes} are made of. */
    public static final Analysis<Placement> ANALYSIS =
            Analysis.direct("placement", Placement::new, Placement::add, Placement::add);

    private static final int MOST = 2_000_000;

    private final Map<String, List<Extent>> byRun = new LinkedHashMap<>();
    private int workflows;

    /**
     * A workflow's extent, the work that outlives it included.
     *
     * @param from first start, nanoseconds since 1970
     * @param to last end
     * @param key tells workflows of the same extent apart, mostly
     * @param lanes how many lanes it needs
     */
    record Extent(long from, long to, long key, int lanes) implements Comparable<Extent> {
        static Extent of(Trace trace) {
            long from = Long.MAX_VALUE;
            long to = Long.MIN_VALUE;
            for (Span span : trace.spans()) {
                if (span.hasMoment()) {
                    from = Math.min(from, span.startNanos());
                    to = Math.max(to, span.endNanos());
                }
            }
            int lanes = Arrays.stream(Lanes.of(trace)).max().orElse(0) + 1;
            return new Extent(from, to, trace.id().high() * 31 + trace.id().low(), lanes);
        }

        @Override
        public int compareTo(Extent other) {
            int order = Long.compare(from, other.from);
            order = order != 0 ? order : Long.compare(key, other.key);
            order = order != 0 ? order : Long.compare(to, other.to);
            return order != 0 ? order : Integer.compare(lanes, other.lanes);
        }
    }

    private Placement() {}

    /** Answers whether anything of a workflow has a place in time; if not, nothing of it is drawn. */
    public static boolean isDrawn(Trace trace) {
        return trace.spans().stream().anyMatch(Span::hasMoment);
    }

    private void add(Trace trace) {
        if (!isDrawn(trace)) {
            return;
        }
        count(1);
        byRun.computeIfAbsent(String.valueOf(trace.run()), any -> new ArrayList<>())
                .add(Extent.of(trace));
    }

    private void add(Placement more) {
        count(more.workflows);
        more.byRun.forEach((run, extents) ->
                byRun.computeIfAbsent(run, any -> new ArrayList<>()).addAll(extents));
    }

    private void count(int more) {
        workflows += more;
        if (workflows > MOST) {
            throw new TooMuchException(String.format(
                    Locale.ROOT,
                    "more than %,d workflows: no viewer draws so many; export some of the run's files, or one run with --run",
                    MOST));
        }
    }

    /** Returns the lanes of the workflows of a run. */
    public RunLanes lanes(String run) {
        return new RunLanes(byRun.getOrDefault(run, List.of()));
    }

    /** Returns the first moment of any workflow, {@link Long#MAX_VALUE} where there is none. */
    public long firstNanos() {
        return byRun.values().stream()
                .flatMap(List::stream)
                .mapToLong(Extent::from)
                .min()
                .orElse(Long.MAX_VALUE);
    }
}
