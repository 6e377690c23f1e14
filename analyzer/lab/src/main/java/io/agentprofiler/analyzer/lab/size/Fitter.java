// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.size;

import io.agentprofiler.analyzer.base.stat.Quantile;
import io.agentprofiler.analyzer.lab.size.Fit.FitShape;
import io.agentprofiler.analyzer.lab.size.Fit.Point;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * Fits a line to points that may have outliers and a knee.
 *
 * <p>The line is that of least squares. Of five points or more, those outside Tukey's fences are outliers and left out: of
 * up to eight points first by their times (two interquartile ranges beyond the quartiles), then by their distance from a
 * first line (one and a half). What lies above <em>all</em> expectations <em>from some concurrency on</em> is no outlier
 * but a full system: these points are kept apart as the knee, and the line is that of the points before.
 */
public final class Fitter {
    /** Share of the variance that a line must explain. */
    public static final double MIN_R_SQUARED = 0.7;

    private static final int MIN_POINTS = 2;

    /** Three points make a line that a fourth can depart from. */
    private static final int MIN_BEFORE_KNEE = 3;

    /** A point is beyond the knee when it takes so many times what the line before it says. */
    private static final double KNEE = 1.25;

    /** Times that differ by less than this share of their median are the same for practical purposes. */
    private static final double FLAT = 0.1;

    private static final int OUTLIERS_FROM = 5;
    private static final int BY_TIME_UP_TO = 8;
    private static final double TIME_FENCE = 2;
    private static final double RESIDUAL_FENCE = 1.5;

    private static final double ROUNDING = 1e-9;

    private final boolean removeOutliers;
    private final double minRSquared;

    private Fitter(boolean removeOutliers, double minRSquared) {
        this.removeOutliers = removeOutliers;
        this.minRSquared = minRSquared;
    }

    private record Line(double slope, double intercept) {
        double at(double x) {
            return slope * x + intercept;
        }
    }

    /** Fits a line to points of different concurrencies, as the class comment says. */
    public static Fit fit(List<Point> points) {
        return fit(points, true, MIN_R_SQUARED);
    }

    /**
     * Fits a line.
     *
     * @param removeOutliers whether outliers and a knee are looked for; else the line is that of all points
     * @param minRSquared what the line must explain of the variance
     */
    public static Fit fit(List<Point> points, boolean removeOutliers, double minRSquared) {
        List<Point> sorted = new ArrayList<>(points);
        sorted.sort(Comparator.comparingDouble(Point::concurrency));
        return new Fitter(removeOutliers, minRSquared).fitSorted(List.copyOf(sorted));
    }

    private Fit fitSorted(List<Point> points) {
        long different =
                points.stream().mapToDouble(Point::concurrency).distinct().count();
        if (different < MIN_POINTS) {
            return Fit.none(
                    points,
                    0,
                    List.of(),
                    different == 0
                            ? "not one level was measured"
                            : "one level only; a line takes two numbers of workflows at once");
        }
        int knee = removeOutliers ? knee(points) : points.size();
        List<Point> before = new ArrayList<>(points.subList(0, knee));
        List<Point> full = List.copyOf(points.subList(knee, points.size()));
        List<Point> outliers = removeOutliers ? removeOutliers(before) : List.of();
        Line line = line(before);
        double rSquared = rSquared(before, line);
        if (rSquared >= minRSquared) {
            FitShape shape = line.slope() > 0 ? FitShape.LINE : FitShape.FLAT;
            return new Fit(shape, line.slope(), line.intercept(), rSquared, outliers, full, points, null);
        }
        if (!isFlat(before)) {
            return Fit.none(
                    points,
                    rSquared,
                    outliers,
                    String.format(
                            Locale.ROOT,
                            "the times do not follow the number of workflows at once (R² %.2f, below %.2f):"
                                    + " measure longer, or more levels",
                            rSquared,
                            minRSquared));
        }
        return new Fit(FitShape.FLAT, 0, median(before), rSquared, outliers, full, points, null);
    }

    /** Returns the index of the first point beyond the knee, the number of points where there is none. */
    private static int knee(List<Point> points) {
        int best = points.size();
        double bestError = Double.POSITIVE_INFINITY;
        for (int k = MIN_BEFORE_KNEE; k < points.size(); k++) {
            List<Point> before = points.subList(0, k);
            List<Point> after = points.subList(k, points.size());
            Line line = line(before);
            double error = error(before, line) + error(after, line(after));
            boolean beyond = after.stream().allMatch(point -> isBeyond(point, before, line)) && isGrowing(points, k);
            if (beyond && error < bestError) {
                best = k;
                bestError = error;
            }
        }
        return best;
    }

    private static boolean isBeyond(Point point, List<Point> before, Line line) {
        double slowest = before.stream().mapToDouble(Point::seconds).max().orElse(0);
        return point.seconds() > KNEE * Math.max(line.at(point.concurrency()), slowest);
    }

    /** A full system never gets faster with more work. */
    private static boolean isGrowing(List<Point> points, int from) {
        for (int i = from; i < points.size(); i++) {
            if (points.get(i).seconds() <= points.get(i - 1).seconds()) {
                return false;
            }
        }
        return true;
    }

    private static boolean isFlat(List<Point> points) {
        double[] times = points.stream().mapToDouble(Point::seconds).sorted().toArray();
        return times[times.length - 1] - times[0] <= FLAT * median(points);
    }

    private static double median(List<Point> points) {
        double[] times = points.stream().mapToDouble(Point::seconds).sorted().toArray();
        return Quantile.of(times, 0.5);
    }

    /** Takes outliers off the points and returns them. */
    private static List<Point> removeOutliers(List<Point> points) {
        List<Point> outliers = new ArrayList<>();
        if (points.size() < OUTLIERS_FROM) {
            return outliers;
        }
        if (points.size() <= BY_TIME_UP_TO) {
            double[] times = points.stream().mapToDouble(Point::seconds).toArray();
            removeOutside(points, times, TIME_FENCE, outliers);
        }
        if (points.size() >= OUTLIERS_FROM) {
            Line line = line(points);
            double[] off = points.stream()
                    .mapToDouble(point -> point.seconds() - line.at(point.concurrency()))
                    .toArray();
            removeOutside(points, off, RESIDUAL_FENCE, outliers);
        }
        return outliers;
    }

    private static void removeOutside(List<Point> points, double[] values, double fence, List<Point> outliers) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        double low = Quantile.of(sorted, 0.25);
        double high = Quantile.of(sorted, 0.75);
        // points exactly on a line are off by rounding only, which makes no outliers
        double rounding = ROUNDING * Math.max(Math.abs(sorted[0]), Math.abs(sorted[sorted.length - 1]));
        double range = Math.max(fence * (high - low), Math.max(rounding, ROUNDING));
        for (int i = values.length - 1; i >= 0; i--) {
            if (values[i] < low - range || values[i] > high + range) {
                outliers.add(0, points.remove(i));
            }
        }
    }

    /** Returns the line of least squares; a level one through a single point. */
    private static Line line(List<Point> points) {
        double meanX = points.stream().mapToDouble(Point::concurrency).average().orElse(0);
        double meanY = points.stream().mapToDouble(Point::seconds).average().orElse(0);
        double xy = 0;
        double xx = 0;
        for (Point point : points) {
            double x = point.concurrency() - meanX;
            xy += x * (point.seconds() - meanY);
            xx += x * x;
        }
        double slope = xx == 0 ? 0 : xy / xx;
        return new Line(slope, meanY - slope * meanX);
    }

    private static double error(List<Point> points, Line line) {
        return points.stream()
                .mapToDouble(point -> Math.pow(point.seconds() - line.at(point.concurrency()), 2))
                .sum();
    }

    private static double rSquared(List<Point> points, Line line) {
        double mean = points.stream().mapToDouble(Point::seconds).average().orElse(0);
        double total = error(points, new Line(0, mean));
        return total == 0 ? 0 : 1 - error(points, line) / total;
    }
}
