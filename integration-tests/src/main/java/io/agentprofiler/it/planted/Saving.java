// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.planted;

import java.util.Locale;
import tools.jackson.databind.JsonNode;

/**
 * The saving that a finding claims.
 *
 * @param atLeast the lower end; NaN if no saving is claimed
 * @param atMost the upper end; the same as the lower end if it is not a range
 */
record Saving(double atLeast, double atMost) {
    /** The tolerance between the claimed saving, or the nearer end of a range, and the measured one. */
    private static final double TOLERANCE = 0.2;

    static final Saving NOTHING_SAID = new Saving(Double.NaN, Double.NaN);

    /** Reads {@code saves_<unit>} or {@code saves_at_least_<unit>} and {@code saves_at_most_<unit>} of a finding. */
    static Saving of(JsonNode finding, String unit) {
        JsonNode most = finding.path("saves_at_most_" + unit);
        if (most.isNumber()) {
            return new Saving(finding.path("saves_at_least_" + unit).asDouble(0), most.asDouble());
        }
        JsonNode one = finding.path("saves_" + unit);
        return one.isNumber() ? new Saving(one.asDouble(), one.asDouble()) : NOTHING_SAID;
    }

    boolean isSaid() {
        return !Double.isNaN(atMost);
    }

    /** Returns both together: findings explain different time, so what they save adds up. */
    Saving plus(Saving other) {
        if (!isSaid() || !other.isSaid()) {
            return isSaid() ? this : other;
        }
        return new Saving(atLeast + other.atLeast, atMost + other.atMost);
    }

    /** Grades what is said by what was measured, in the same unit. */
    Grade grade(double measured) {
        if (!isSaid()) {
            return Grade.NOT_SAID;
        }
        double tolerance = TOLERANCE * Math.abs(measured);
        if (atMost < measured - tolerance || atLeast > measured + tolerance) {
            return Grade.WRONG;
        }
        return atMost > atLeast ? Grade.IN_RANGE : Grade.CLOSE;
    }

    /** Returns it as a share of {@code all}: {@code 31 %}, {@code 10-31 %}, or {@code ?} if nothing is said. */
    String shareOf(double all) {
        if (!isSaid() || all <= 0) {
            return "?";
        }
        return atMost > atLeast
                ? String.format(Locale.ROOT, "%.0f-%.0f %%", 100 * atLeast / all, 100 * atMost / all)
                : String.format(Locale.ROOT, "%.0f %%", 100 * atMost / all);
    }
}
