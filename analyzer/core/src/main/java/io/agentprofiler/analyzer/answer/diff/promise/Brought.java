// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.diff.promise;

import io.agentprofiler.analyzer.answer.diff.Change;
import io.agentprofiler.analyzer.answer.diff.Change.ChangeVerdict;
import io.agentprofiler.analyzer.answer.diff.Metric;
import io.agentprofiler.analyzer.answer.diff.NeededWorkflows;
import io.agentprofiler.analyzer.answer.diff.RowChange;
import io.agentprofiler.analyzer.answer.diff.promise.Promise.PromisedShare;
import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.view.cell.Units;
import java.util.Locale;

/**
 * What the findings that are gone promised together of a figure, and by how much it changed.
 *
 * @param metric run time or cost, of all workflows
 * @param findings how many findings promised it
 * @param promised what they promised together
 * @param change what was measured
 * @param verdict whether that is what was promised
 * @param needed about how many workflows a side would tell; {@link Unknown#LONG} where that is told
 */
public record Brought(
        Metric metric, int findings, PromisedShare promised, Change change, PromiseVerdict verdict, long needed) {
    /** A saving within this part of the promise is what was promised. */
    static final double TOLERANCE = 0.2;

    /** Ranges that read the same with one digit are one figure. */
    private static final double ALIKE = 0.0005;

    private static final double PERCENT = 100;

    /** Whether a promise was kept. */
    public enum PromiseVerdict {
        /** What was measured is within the promise, a fifth more or less, or may be. */
        KEPT("kept"),
        /** More was saved. */
        MORE("more than promised"),
        /** Less was saved. */
        LESS("less than promised"),
        /** Nothing that matters was saved, or noise that leaves no room for the middle of the promise. */
        NO_DIFFERENCE("made no difference"),
        /** The figure got worse. */
        WORSE("got worse"),
        /** Too few workflows, or the figure is not known. */
        CANNOT_TELL("cannot tell");

        private final String word;

        PromiseVerdict(String word) {
            this.word = word;
        }

        /** Returns the word shown and written. */
        public String word() {
            return word;
        }
    }

    /**
     * Judges what was measured.
     *
     * @param all the row of all workflows
     */
    static Brought of(Metric metric, int findings, PromisedShare promised, RowChange all) {
        Change change = all.get(metric);
        PromiseVerdict verdict = verdict(promised, change);
        boolean open = verdict == PromiseVerdict.CANNOT_TELL && change != null && change.hasInterval();
        return new Brought(
                metric, findings, promised, change, verdict, open ? NeededWorkflows.of(all, change, 1) : Unknown.LONG);
    }

    private static PromiseVerdict verdict(PromisedShare promised, Change change) {
        if (change == null || change.before() == 0) {
            return PromiseVerdict.CANNOT_TELL;
        }
        return switch (change.verdict()) {
            case UNKNOWN, TOO_FEW, CHANGED -> PromiseVerdict.CANNOT_TELL;
            case WORSE -> PromiseVerdict.WORSE;
            case SAME, NEGLIGIBLE -> PromiseVerdict.NO_DIFFERENCE;
            case NOISE ->
                saved(change, change.interval().low()) >= (promised.least() + promised.most()) / 2
                        ? PromiseVerdict.CANNOT_TELL
                        : PromiseVerdict.NO_DIFFERENCE;
            case BETTER -> better(promised, change);
        };
    }

    private static PromiseVerdict better(PromisedShare promised, Change change) {
        double measured = saved(change, change.difference());
        double least = promised.least() * (1 - TOLERANCE);
        double most = promised.most() * (1 + TOLERANCE);
        if (measured < least) {
            return saved(change, change.interval().low()) < least ? PromiseVerdict.LESS : PromiseVerdict.CANNOT_TELL;
        }
        return measured > most && saved(change, change.interval().high()) > promised.most()
                ? PromiseVerdict.MORE
                : PromiseVerdict.KEPT;
    }

    /** Returns a difference as the saved part of the figure before. */
    private static double saved(Change change, double difference) {
        return -difference / Math.abs(change.before());
    }

    /** Returns the measured saving as a part of the figure before, negative where it rose; {@link Double#NaN} where it is not known. */
    public double measured() {
        return change == null ? Double.NaN : saved(change, change.difference());
    }

    /** Returns the lower end of the 95 % interval of {@link #measured}. */
    public double low() {
        return change == null ? Double.NaN : saved(change, change.interval().high());
    }

    /** Returns the upper end. */
    public double high() {
        return change == null ? Double.NaN : saved(change, change.interval().low());
    }

    /** Says it in a sentence: {@code promised 41.0 % of the run time, measured 39.0 % (35.1 to 42.8 %): kept}. */
    public String words() {
        String what = metric == Metric.COST ? "cost" : "run time";
        String said = "promised " + words(promised) + " of the " + what + ", ";
        if (change == null || change.verdict() == ChangeVerdict.UNKNOWN || change.before() == 0) {
            return said + "but the " + what + " is not known on both sides";
        }
        return said
                + switch (verdict) {
                    case KEPT, MORE, LESS -> "measured " + measuredWords() + ": " + verdict.word();
                    case NO_DIFFERENCE ->
                        "made no difference: " + percent(measured())
                                + (change.verdict() == ChangeVerdict.NOISE ? " within noise" : "");
                    case WORSE ->
                        "but it " + (metric == Metric.COST ? "costs " : "takes ") + percent(-measured())
                                + (metric == Metric.COST ? " more" : " longer");
                    case CANNOT_TELL ->
                        "measured " + measuredWords() + ": cannot tell, "
                                + (change.verdict() == ChangeVerdict.TOO_FEW
                                        ? "too few workflows"
                                        : "the interval is too wide")
                                + (needed == Unknown.LONG
                                        ? ""
                                        : "; about " + Units.count(needed, "workflow") + " a side would tell");
                };
    }

    private String measuredWords() {
        boolean one = !change.hasInterval() || high() - low() < ALIKE;
        return percent(measured()) + (one ? "" : " (" + number(low()) + " to " + percent(high()) + ")");
    }

    /** Says what is promised: {@code 41.0 %}, {@code up to 41.0 %}, {@code 33.0 to 48.0 %}. */
    public static String words(PromisedShare promised) {
        if (promised.most() - promised.least() < ALIKE) {
            return percent(promised.most());
        }
        return promised.least() < ALIKE
                ? "up to " + percent(promised.most())
                : number(promised.least()) + " to " + percent(promised.most());
    }

    private static String percent(double share) {
        return number(share) + " %";
    }

    private static String number(double share) {
        // no -0.0
        return String.format(Locale.ROOT, "%.1f", Math.round(PERCENT * share * 10) / 10.0 + 0.0);
    }
}
