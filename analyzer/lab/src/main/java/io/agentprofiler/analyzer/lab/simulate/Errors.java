// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.simulate;

import io.agentprofiler.analyzer.base.stat.Distribution;
import io.agentprofiler.analyzer.view.Table;
import io.agentprofiler.analyzer.view.cell.Cell;
import io.agentprofiler.analyzer.view.cell.Units;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** The error of simulating the recorded servers, against the recording. */
final class Errors {
    /** Error from which the report warns. */
    private static final double GOOD = 0.1;

    private final List<Error> all = new ArrayList<>();

    /**
     * An error.
     *
     * @param what of which figure
     * @param recorded what was recorded, in nanoseconds
     * @param simulated what was simulated, in nanoseconds
     */
    private record Error(String what, double recorded, double simulated) {
        double relative() {
            return recorded <= 0 ? Double.NaN : (simulated - recorded) / recorded;
        }

        String words() {
            return what + " is " + Units.duration(simulated) + ", recorded " + Units.duration(recorded)
                    + (Double.isNaN(relative())
                            ? ""
                            : ", " + percent(Math.abs(relative())) + (relative() < 0 ? " too short" : " too long"));
        }
    }

    /**
     * Compares a recording with simulations of it.
     *
     * @param unchanged simulations of the recorded servers; of each figure the one counts that is further off
     */
    Errors(Figures recorded, List<Figures> unchanged) {
        for (int percent : new int[] {50, 95}) {
            add("latency p" + percent, Figures::latency, percent, recorded, unchanged);
            add("run time p" + percent, Figures::runTime, percent, recorded, unchanged);
        }
    }

    private void add(
            String what,
            Function<Figures, Distribution> of,
            double percent,
            Figures recorded,
            List<Figures> unchanged) {
        if (of.apply(recorded).count() == 0) {
            return;
        }
        double real = of.apply(recorded).percentile(percent);
        double furthest = real;
        for (Figures one : unchanged) {
            double simulated = of.apply(one).percentile(percent);
            furthest = Math.abs(simulated - real) >= Math.abs(furthest - real) ? simulated : furthest;
        }
        all.add(new Error(what, real, furthest));
    }

    /** Returns a warning for each large error. */
    List<String> warnings() {
        return all.stream()
                .filter(error -> !(Math.abs(error.relative()) <= GOOD))
                .map(error -> "the recording itself is not simulated well: " + error.words()
                        + "; what is simulated beside it may be off as much, or more")
                .toList();
    }

    /** Returns all errors. */
    Table table() {
        return Table.of("errors", all)
                .heading("Error", "of the simulation of the recorded servers, beside what was recorded")
                .text("figure", "figure", error -> Cell.words(error.what()))
                .number("recorded_ns", "recorded", error -> Cell.duration(error.recorded()))
                .number("simulated_ns", "simulated", error -> Cell.duration(error.simulated()))
                .number(
                        "relative_error",
                        "error",
                        error -> Double.isNaN(error.relative())
                                ? Cell.unknown()
                                : Cell.words((error.relative() < 0 ? "-" : "+") + percent(Math.abs(error.relative())))
                                        .as(error.relative()))
                .build();
    }

    /** Returns a share as people read it. */
    static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f %%", 100 * share);
    }
}
