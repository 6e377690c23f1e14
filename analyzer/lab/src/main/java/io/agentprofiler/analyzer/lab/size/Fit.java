// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.size;

import java.util.List;

/**
 * How a time grows with the number of workflows at once: {@code time = slope * concurrency + intercept}.
 *
 * @param shape what the points look like
 * @param slope seconds per workflow at once
 * @param intercept seconds
 * @param rSquared share of the points' variance that the line explains, of the points it was fitted to; 0 where they have
 *     none
 * @param outliers points left out of the line, by concurrency
 * @param full points beyond the knee, where the system is full, by concurrency; kept, and not part of the line
 * @param points all points the fit was given, by concurrency
 * @param reason why there is no line, {@code null} where there is one
 */
public record Fit(
        FitShape shape,
        double slope,
        double intercept,
        double rSquared,
        List<Point> outliers,
        List<Point> full,
        List<Point> points,
        String reason) {
    /** What points look like. */
    public enum FitShape {
        /** A time that grows in proportion. */
        LINE,
        /** A time that stays the same, or falls: no limit was reached. */
        FLAT,
        /** Neither; nothing can be said of other numbers of workflows. */
        NONE
    }

    /** A measurement: workflows at once and seconds. */
    public record Point(double concurrency, double seconds) {}

    static Fit none(List<Point> points, double rSquared, List<Point> outliers, String reason) {
        return new Fit(FitShape.NONE, Double.NaN, Double.NaN, rSquared, outliers, List.of(), points, reason);
    }

    /** Answers whether there is a line, be it a flat one. */
    public boolean isKnown() {
        return shape != FitShape.NONE;
    }

    /** Returns the time on the line. */
    public double at(double concurrency) {
        return slope * concurrency + intercept;
    }

    /** Returns the largest number of workflows at once that is no outlier; what lies beyond was not measured. */
    public double largest() {
        return points.stream()
                .filter(point -> !outliers.contains(point))
                .mapToDouble(Point::concurrency)
                .max()
                .orElse(Double.NaN);
    }

    /** Returns the last number of workflows before the knee, NaN where there is no knee. */
    public double knee() {
        if (full.isEmpty()) {
            return Double.NaN;
        }
        double first = full.get(0).concurrency();
        return points.stream()
                .filter(point -> point.concurrency() < first && !outliers.contains(point))
                .mapToDouble(Point::concurrency)
                .max()
                .orElse(Double.NaN);
    }
}
