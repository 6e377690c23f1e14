// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay.load;

import io.agentprofiler.analyzer.base.stat.SplitMix64;
import java.util.List;
import java.util.Locale;

/**
 * When the workflows of an open loop begin, in nanoseconds from its begin on.
 *
 * <p><b>Threading:</b> one thread.
 */
public final class Arrivals {
    private static final double SECOND = 1e9;
    /** Of a double's 53 bits. */
    private static final double UNIT = 0x1.0p-53;

    private final Kind kind;
    private final double gap;
    private final double[] recorded;
    private final double cycle;
    private final long seed;
    private long count;
    private double time;

    /** How workflows arrive. */
    public enum Kind {
        /** As many independent users make them: gaps are exponentially distributed. */
        POISSON,
        /** One after the other, with equal gaps. */
        EVEN,
        /** With the recorded gaps. */
        RECORDED;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private Arrivals(Kind kind, double gap, double[] recorded, double cycle, long seed) {
        this.kind = kind;
        this.gap = gap;
        this.recorded = recorded;
        this.cycle = cycle;
        this.seed = seed;
    }

    /**
     * Returns the arrivals of a level.
     *
     * @param starts when the recorded workflows began, in order
     * @param seed chooses the random gaps
     */
    public static Arrivals of(Load load, List<Long> starts, long seed) {
        int n = starts.size();
        double span = starts.get(n - 1) - starts.get(0);
        // as the last of the recording is followed by the first again, there are as many gaps as workflows
        double mean = n > 1 ? span / (n - 1) : SECOND;
        double gap = Double.isNaN(load.rate()) ? mean : SECOND / load.rate();
        double scale = mean > 0 ? gap / mean : 0;
        double[] recorded = new double[n];
        for (int i = 0; i < n; i++) {
            recorded[i] = scale == 0 ? i * gap : (starts.get(i) - starts.get(0)) * scale;
        }
        return new Arrivals(load.arrivals(), gap, recorded, gap * n, seed);
    }

    /** Returns when the next workflow begins; never before the one before it. */
    public long next() {
        long number = count++;
        time = switch (kind) {
            case EVEN -> number * gap;
            case RECORDED -> recorded[(int) (number % recorded.length)] + number / recorded.length * cycle;
            case POISSON -> time - gap * Math.log(1 - (SplitMix64.mix(seed, number) >>> 11) * UNIT);
        };
        return Math.round(time);
    }
}
