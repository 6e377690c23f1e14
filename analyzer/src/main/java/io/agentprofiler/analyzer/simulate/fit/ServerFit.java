// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.simulate.fit;

import io.agentprofiler.analyzer.simulate.recording.Recorded;
import io.agentprofiler.analyzer.simulate.server.Rates;
import io.agentprofiler.analyzer.stat.Quantile;
import io.agentprofiler.analyzer.stat.TheilSen;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How fast the recorded server was: time to the first token by uncached tokens of the prompt, time after it by tokens of the answer, each a
 * line through the calls by Theil and Sen, which outliers do not bend. Of calls that were not streamed only the whole is known: two
 * slopes and a base by least squares.
 *
 * @param rates how fast
 * @param slots how many calls the server served at once
 * @param isSlotsGiven whether the user said so; else the fewest are taken with which the times fit as well as with any
 * @param isQueueSeen whether calls had to wait, with so many slots
 * @param isPrefillKnown whether prompts differed enough in length to tell the time of a token
 * @param isDecodeKnown whether answers did
 * @param streamed how many calls told the time of their first token
 * @param calls how many calls it rests on
 * @param residual by how much a call's service is off, as a share of the longer one of both, from 0 to 1; the median
 * @param residualHigh the same, the 95th percentile
 * @param waits how long each recorded call waited, in nanoseconds, in the order of the calls
 */
public record ServerFit(
        Rates rates,
        int slots,
        boolean isSlotsGiven,
        boolean isQueueSeen,
        boolean isPrefillKnown,
        boolean isDecodeKnown,
        int streamed,
        int calls,
        double residual,
        double residualHigh,
        long[] waits) {
    /** Fewer calls tell nothing. */
    public static final int LEAST = 20;

    private static final int MOST_POINTS = 400;
    private static final int MOST_SLOTS = 64;
    /** Residuals that are nearer to each other are as good as the same. */
    private static final double AS_GOOD = 1.05;

    private static final double STREAMED = 0.5;

    /** A line and the numbers it rests on. */
    private record Line(double base, double slope, boolean isSloped) {}

    /**
     * Fits a server.
     *
     * @param calls in the order in which they were sent; at least {@value #LEAST}
     * @param slots how many calls the server served at once; 0 when unknown
     */
    public static ServerFit of(List<Recorded> calls, int slots) {
        if (slots > 0) {
            return with(calls, slots, true);
        }
        int most = Math.min(MOST_SLOTS, Queueing.most(calls));
        List<ServerFit> fits = new ArrayList<>();
        for (int count = 1; count <= most; count++) {
            fits.add(with(calls, count, false));
        }
        double best = fits.stream().mapToDouble(ServerFit::residual).min().orElseThrow();
        for (ServerFit fit : fits) {
            if (fit.residual <= best * AS_GOOD) {
                // what was never full may have any number of slots
                return fit.isQueueSeen ? fit : fits.get(fits.size() - 1);
            }
        }
        throw new IllegalStateException("no fit is as good as the best");
    }

    private static ServerFit with(List<Recorded> calls, int slots, boolean given) {
        long[] starts = Queueing.starts(calls, slots);
        long[] waits = new long[starts.length];
        int streamed = 0;
        boolean waited = false;
        for (int i = 0; i < waits.length; i++) {
            waits[i] = starts[i] - calls.get(i).startNanos();
            waited |= waits[i] > 0;
            streamed += calls.get(i).firstNanos() >= 0 ? 1 : 0;
        }
        Line prefill;
        Line decode;
        if (streamed >= STREAMED * calls.size()) {
            List<double[]> first = new ArrayList<>();
            List<double[]> rest = new ArrayList<>();
            for (int i = 0; i < waits.length; i++) {
                Recorded call = calls.get(i);
                if (call.firstNanos() >= 0) {
                    first.add(new double[] {uncached(call), Math.max(0, call.firstNanos() - starts[i])});
                    rest.add(new double[] {call.call().output(), call.endNanos() - call.firstNanos()});
                }
            }
            prefill = line(first);
            decode = line(rest);
        } else {
            double[] plane = plane(calls, starts);
            prefill = new Line(plane[0], plane[1], plane[3] > 0);
            decode = new Line(0, plane[2], plane[4] > 0);
        }
        Rates rates = new Rates(prefill.base(), prefill.slope(), decode.base(), decode.slope());
        double[] off = new double[waits.length];
        for (int i = 0; i < off.length; i++) {
            Recorded call = calls.get(i);
            double real = call.endNanos() - starts[i];
            double predicted = rates.prefillNanos(uncached(call))
                    + rates.decodeNanos(call.call().output());
            // of the longer one: a call that waited until its end, if there were so few slots, had no time at all
            off[i] = Math.abs(predicted - real) / Math.max(1, Math.max(predicted, real));
        }
        Arrays.sort(off);
        return new ServerFit(
                rates,
                slots,
                given,
                waited,
                prefill.isSloped(),
                decode.isSloped(),
                streamed,
                calls.size(),
                Quantile.of(off, 0.5),
                Quantile.of(off, 0.95),
                waits);
    }

    private static long uncached(Recorded call) {
        return call.call().input() - call.call().cached();
    }

    private static Line line(List<double[]> points) {
        int step = Math.max(1, points.size() / MOST_POINTS);
        List<double[]> some = new ArrayList<>();
        for (int i = 0; i < points.size(); i += step) {
            some.add(points.get(i));
        }
        double[] x = some.stream().mapToDouble(point -> point[0]).toArray();
        double[] y = some.stream().mapToDouble(point -> point[1]).toArray();
        boolean varies = Arrays.stream(x).distinct().count() > 1;
        double slope = varies ? TheilSen.of(x, y).slope() : 0;
        // time does not run backwards: a negative slope is noise
        double known = Double.isFinite(slope) && slope > 0 ? slope : 0;
        double[] rest = points.stream()
                .mapToDouble(point -> point[1] - known * point[0])
                .sorted()
                .toArray();
        double base = Quantile.of(rest, 0.5);
        if (base >= 0 || known == 0) {
            return new Line(Math.max(0, base), known, varies);
        }
        // nothing takes less than no time: a line through the origin
        double[] each = points.stream()
                .filter(point -> point[0] > 0)
                .mapToDouble(point -> point[1] / point[0])
                .sorted()
                .toArray();
        return new Line(0, Quantile.of(each, 0.5), varies);
    }

    /** Returns base, both slopes, and whether prompts and answers vary, by least squares. */
    private static double[] plane(List<Recorded> calls, long[] starts) {
        double[] mean = new double[3];
        int n = calls.size();
        for (int i = 0; i < n; i++) {
            mean[0] += uncached(calls.get(i)) / (double) n;
            mean[1] += calls.get(i).call().output() / (double) n;
            mean[2] += (calls.get(i).endNanos() - starts[i]) / (double) n;
        }
        double uu = 0;
        double uo = 0;
        double oo = 0;
        double ut = 0;
        double ot = 0;
        for (int i = 0; i < n; i++) {
            double u = uncached(calls.get(i)) - mean[0];
            double o = calls.get(i).call().output() - mean[1];
            double t = calls.get(i).endNanos() - starts[i] - mean[2];
            uu += u * u;
            uo += u * o;
            oo += o * o;
            ut += u * t;
            ot += o * t;
        }
        double determinant = uu * oo - uo * uo;
        double perPrompt = uu > 0 ? ut / uu : 0;
        double perAnswer = oo > 0 ? ot / oo : 0;
        if (determinant > 1e-9 * uu * oo) {
            perPrompt = (ut * oo - ot * uo) / determinant;
            perAnswer = (ot * uu - ut * uo) / determinant;
        } else if (uu > 0 && oo > 0) {
            perPrompt = 0;
        }
        if (perPrompt < 0) {
            perPrompt = 0;
            perAnswer = oo > 0 ? ot / oo : 0;
        }
        perAnswer = Math.max(0, perAnswer);
        return new double[] {
            Math.max(0, mean[2] - perPrompt * mean[0] - perAnswer * mean[1]), perPrompt, perAnswer, uu, oo
        };
    }
}
