// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.nat.profile;

import io.agentprofiler.analyzer.formats.nat.NatSpan;
import io.agentprofiler.analyzer.formats.nat.NatSpans;
import io.agentprofiler.analyzer.formats.nat.step.NatStep;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** How much a request's latency depends on each of its model calls, by NAT's score with its default weights. */
final class Sensitivity {
    private static final double CRITICAL = 0.5;
    private static final double FANOUT = 0.3;
    private static final double POSITION = 0.2;
    private static final int SCALE = 5;
    private static final double EVEN = 0.5;

    private Sensitivity() {}

    /**
     * Returns a score from 0 to 1 for each call.
     *
     * @param ends the calls' ends by time
     * @param requestSeconds length of the request
     */
    static double[] scores(List<NatStep> ends, NatSpans spans, double requestSeconds) {
        int n = ends.size();
        double[] starts = new double[n];
        for (int i = 0; i < n; i++) {
            starts[i] = start(ends.get(i), spans.get(ends.get(i).uuid()));
        }
        int[] group = groups(ends, starts);
        int last = Arrays.stream(group).max().orElse(0);
        double[] raw = new double[n];
        for (int i = 0; i < n; i++) {
            double length = Math.max(0, ends.get(i).timestamp() - starts[i]);
            double critical = requestSeconds <= 0 ? 1 : Math.min(1, length / requestSeconds);
            double place = last == 0 ? 0 : (double) group[i] / last;
            double fanout = last == 0 ? 0 : (double) (last - group[i]) / last;
            double position = last == 0 ? 1 : Math.max(1 - place, place);
            raw[i] = CRITICAL * critical + FANOUT * fanout + POSITION * position;
        }
        double least = Arrays.stream(raw).min().orElse(0);
        double most = Arrays.stream(raw).max().orElse(0);
        return Arrays.stream(raw)
                .map(score -> most == least ? EVEN : (score - least) / (most - least))
                .toArray();
    }

    /** The START of the same UUID tells when a call began; where it is missing, the END may say so. */
    private static double start(NatStep end, NatSpan span) {
        if (span != null && span.start() != null) {
            return Math.min(span.start().timestamp(), end.timestamp());
        }
        return Double.isNaN(end.spanTimestamp()) ? end.timestamp() : end.spanTimestamp();
    }

    /** Numbers groups of calls that overlap, in order of time. */
    private static int[] groups(List<NatStep> ends, double[] starts) {
        int[] byStart = IntStream.range(0, starts.length)
                .boxed()
                .sorted(Comparator.comparingDouble(i -> starts[i]))
                .mapToInt(Integer::intValue)
                .toArray();
        int[] group = new int[starts.length];
        int current = -1;
        double until = Double.NEGATIVE_INFINITY;
        for (int i : byStart) {
            if (starts[i] < until) {
                until = Math.max(until, ends.get(i).timestamp());
            } else {
                current++;
                until = ends.get(i).timestamp();
            }
            group[i] = current;
        }
        return group;
    }

    /** Returns the level from 1 to {@value #SCALE} for a mean score. */
    static int level(double meanScore) {
        return (int) Math.min(SCALE, Math.max(1, Math.rint(meanScore * (SCALE - 1)) + 1));
    }
}
