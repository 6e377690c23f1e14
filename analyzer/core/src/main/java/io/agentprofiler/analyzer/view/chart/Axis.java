// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.view.chart;

import io.agentprofiler.analyzer.view.cell.Fields;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** An axis with round marks, linear or logarithmic. */
public final class Axis {
    private static final int MARKS = 8;
    private static final int MOST_DIGITS = 9;
    private static final double[] ROUND = {1, 2, 2.5, 5, 10};
    private static final int[] OF_DECADE = {1, 2, 5};
    /** More decades than these have a mark only at the powers of ten. */
    private static final int FULL_DECADES = 3;

    private static final double NEARLY = 1 + 1e-9;

    private final double start;
    private final double end;
    private final boolean logarithmic;
    private final List<Double> marks = new ArrayList<>();
    /** The distance between marks; of a logarithmic axis 0. */
    private final double step;

    private Axis(double start, double end, boolean logarithmic, double step) {
        this.start = start;
        this.end = end;
        this.logarithmic = logarithmic;
        this.step = step;
    }

    /** Returns a linear axis from 0 to beyond a value; one without a positive value is that of 1. */
    public static Axis linear(double largest) {
        return linear(0, largest);
    }

    /** Returns a linear axis that holds 0 and both values; one without any value but 0 is that of 1. */
    static Axis linear(double least, double largest) {
        double top = largest > 0 && Double.isFinite(largest) ? largest : 0;
        double bottom = least < 0 && Double.isFinite(least) ? least : 0;
        if (top == bottom) {
            top = 1;
        }
        double rough = (top - bottom) / MARKS;
        double power = Math.pow(10, Math.floor(Math.log10(rough)));
        double step = 10 * power;
        for (double round : ROUND) {
            if (round * power >= rough) {
                step = round * power;
                break;
            }
        }
        long first = bottom == 0 ? 0 : (long) Math.floor(bottom / step * 1.02);
        long last = top == 0 ? 0 : (long) Math.ceil(top / step * 1.02);
        Axis axis = new Axis(first * step, last * step, false, step);
        for (long i = first; i <= last; i++) {
            axis.marks.add(i * step);
        }
        return axis;
    }

    /**
     * Returns a logarithmic axis that holds both values, from and to 1, 2 or 5 times a power of ten; one from 1 to 10 where the values
     * are not positive.
     */
    static Axis logarithmic(double least, double largest) {
        boolean isDrawn = least > 0 && largest >= least && Double.isFinite(largest);
        double low = isDrawn ? least : 1;
        double high = isDrawn ? largest : 10;
        int firstDecade = (int) Math.floor(Math.log10(low)) - 1;
        int lastDecade = (int) Math.ceil(Math.log10(high)) + 1;
        List<Double> round = new ArrayList<>();
        for (int decade = firstDecade; decade <= lastDecade; decade++) {
            for (int of : OF_DECADE) {
                // the nearest number to what is written, so that marks are the same everywhere
                round.add(Double.parseDouble(of + "e" + decade));
            }
        }
        double start = round.stream().filter(mark -> mark <= low * NEARLY).reduce(round.get(0), Math::max);
        double end = round.stream()
                .filter(mark -> mark >= high / NEARLY && mark > start)
                .findFirst()
                .orElse(round.get(round.size() - 1));
        Axis axis = new Axis(start, end, true, 0);
        boolean isLong = Math.log10(end / start) > FULL_DECADES;
        for (int i = 0; i < round.size(); i++) {
            double mark = round.get(i);
            if (mark >= start && mark <= end && (!isLong || i % OF_DECADE.length == 0)) {
                axis.marks.add(mark);
            }
        }
        return axis;
    }

    double start() {
        return start;
    }

    /** Returns the value at its end. */
    public double end() {
        return end;
    }

    /** Returns where a value is: 0 at the start, 1 at the end; what a logarithmic axis cannot hold is at the start. */
    public double share(double value) {
        if (logarithmic) {
            return value <= start ? 0 : Math.log(value / start) / Math.log(end / start);
        }
        return (value - start) / (end - start);
    }

    /** Returns the round values that are marked, in order. */
    public List<Double> marks() {
        return List.copyOf(marks);
    }

    /** Returns the axis with its marks and how they read. */
    Fields fields(String title) {
        return new Fields()
                .put("title", title)
                .put("from", start)
                .put("to", end)
                .put("log", logarithmic)
                .put("marks", marks())
                .put("texts", marks.stream().map(this::text).toList());
    }

    String text(double mark) {
        int digits;
        if (logarithmic) {
            digits = (int) Math.max(0, -Math.floor(Math.log10(mark * NEARLY)));
        } else {
            digits = step >= 1 ? step == Math.rint(step) ? 0 : 1 : (int) Math.ceil(-Math.log10(step) + 0.5);
        }
        return String.format(Locale.ROOT, "%,." + Math.min(digits, MOST_DIGITS) + "f", mark);
    }
}
