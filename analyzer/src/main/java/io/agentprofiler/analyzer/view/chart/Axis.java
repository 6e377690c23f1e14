// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.view.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A linear axis from 0 to beyond its largest value, with round marks. */
final class Axis {
    private static final int MARKS = 8;
    private static final double[] ROUND = {1, 2, 2.5, 5, 10};

    private final double step;
    private final double end;

    /** Makes an axis for values up to {@code largest}; one without a positive value goes to 1. */
    Axis(double largest) {
        double top = largest > 0 && Double.isFinite(largest) ? largest : 1;
        double rough = top / MARKS;
        double power = Math.pow(10, Math.floor(Math.log10(rough)));
        double found = 10 * power;
        for (double round : ROUND) {
            if (round * power >= rough) {
                found = round * power;
                break;
            }
        }
        step = found;
        end = step * Math.ceil(top / step * 1.02);
    }

    double end() {
        return end;
    }

    List<Double> marks() {
        List<Double> marks = new ArrayList<>();
        for (int i = 0; i * step <= end * (1 + 1e-9); i++) {
            marks.add(i * step);
        }
        return marks;
    }

    String text(double mark) {
        int digits = step >= 1 ? step == Math.rint(step) ? 0 : 1 : (int) Math.ceil(-Math.log10(step) + 0.5);
        return String.format(Locale.ROOT, "%,." + Math.min(digits, 9) + "f", mark);
    }
}
