// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.simulate.fit;

import io.agentprofiler.analyzer.base.stat.Quantile;
import io.agentprofiler.analyzer.base.stat.TheilSen;
import io.agentprofiler.analyzer.lab.simulate.Recorded;
import io.agentprofiler.analyzer.lab.simulate.server.Server.Rates;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The speed of a served model, fitted to its calls.
 *
 * <p>For streamed calls there are two Theil–Sen fits, robust to outliers: time to first token against uncached prompt tokens, and the
 * time after the first token against output tokens. For calls that were not streamed, only the total duration is known. A least
 * squares fit gives the base and both slopes.
 *
 * @param model the model
 * @param rates the fitted times
 * @param isPrefillKnown whether prompts differ enough in length to give the time per prompt token
 * @param isDecodeKnown whether answers differ enough in length to give the time per output token
 * @param streamed number of calls with a known time to first token
 * @param calls number of calls in the fit
 */
public record RateFit(
        String model, Rates rates, boolean isPrefillKnown, boolean isDecodeKnown, int streamed, int calls) {
    private static final int MOST_POINTS = 400;
    private static final double STREAMED = 0.5;

    /** A fitted line. */
    private record RateLine(double base, double slope, boolean isSloped) {}

    /**
     * Fits calls of one model.
     *
     * @param starts when the service of each began
     */
    static RateFit of(String model, List<Recorded> calls, long[] starts) {
        List<double[]> first = new ArrayList<>();
        List<double[]> rest = new ArrayList<>();
        for (int i = 0; i < starts.length; i++) {
            Recorded call = calls.get(i);
            if (call.firstNanos() >= 0) {
                first.add(new double[] {call.uncached(), Math.max(0, call.firstNanos() - starts[i])});
                rest.add(new double[] {call.prompt().output(), call.endNanos() - call.firstNanos()});
            }
        }
        RateLine prefill;
        RateLine decode;
        if (first.size() >= STREAMED * calls.size()) {
            prefill = line(first);
            decode = line(rest);
        } else {
            double[] plane = plane(calls, starts);
            prefill = new RateLine(plane[0], plane[1], plane[3] > 0);
            decode = new RateLine(0, plane[2], plane[4] > 0);
        }
        Rates rates = new Rates(prefill.base(), prefill.slope(), decode.base(), decode.slope());
        return new RateFit(model, rates, prefill.isSloped(), decode.isSloped(), first.size(), calls.size());
    }

    /** Returns the predicted time to first token of a call, in nanoseconds. */
    long prefillNanos(Recorded call) {
        return rates.prefillNanos(call.uncached());
    }

    /** Returns the predicted time from the first token to the end of a call, in nanoseconds. */
    long decodeNanos(Recorded call) {
        return rates.decodeNanos(call.prompt().output());
    }

    private static RateLine line(List<double[]> points) {
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
            return new RateLine(Math.max(0, base), known, varies);
        }
        // nothing takes less than no time: a line through the origin
        double[] each = points.stream()
                .filter(point -> point[0] > 0)
                .mapToDouble(point -> point[1] / point[0])
                .sorted()
                .toArray();
        return new RateLine(0, Quantile.of(each, 0.5), varies);
    }

    /** Fits the base and both slopes by least squares, and tells whether prompts and answers vary. */
    private static double[] plane(List<Recorded> calls, long[] starts) {
        double[] mean = new double[3];
        int n = calls.size();
        for (int i = 0; i < n; i++) {
            mean[0] += calls.get(i).uncached() / (double) n;
            mean[1] += calls.get(i).prompt().output() / (double) n;
            mean[2] += (calls.get(i).endNanos() - starts[i]) / (double) n;
        }
        double uu = 0;
        double uo = 0;
        double oo = 0;
        double ut = 0;
        double ot = 0;
        for (int i = 0; i < n; i++) {
            double u = calls.get(i).uncached() - mean[0];
            double o = calls.get(i).prompt().output() - mean[1];
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
