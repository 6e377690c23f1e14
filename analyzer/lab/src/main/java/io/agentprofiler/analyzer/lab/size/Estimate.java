// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.size;

import io.agentprofiler.analyzer.lab.size.Fit.FitShape;
import io.agentprofiler.analyzer.lab.size.Fit.Point;
import io.agentprofiler.analyzer.lab.size.Sizing.Targets;
import java.util.Locale;

/**
 * How many GPUs or replicas meet a target, by the line: a system of the measured size meets it with {@code c} workflows
 * at once, so {@code users} need {@code users / c} times the measured size.
 *
 * @param answer what kind of answer it is
 * @param target seconds
 * @param concurrency workflows at once at which the target is just met, NaN where that is not known
 * @param gpus GPUs or replicas for the users, not rounded; NaN without an answer
 * @param note what else is to be known, or the reason why there is no answer; {@code null} for nothing
 */
public record Estimate(Answer answer, double target, double concurrency, double gpus, String note) {
    /** Kinds of answers. */
    public enum Answer {
        /** Within what was measured. */
        MEASURED,
        /** By prolonging the line beyond what was measured. */
        EXTRAPOLATED,
        /** So many or fewer: no limit of the system was reached. */
        AT_MOST,
        /** No number of replicas meets the target. */
        UNREACHABLE,
        /** The measurements do not support an answer. */
        UNKNOWN,
        /** There is no such target. */
        NOT_ASKED
    }

    /** Returns the answer for one target. */
    public static Estimate of(Fit fit, double target, Targets targets) {
        if (target <= 0 || targets.users() <= 0) {
            return new Estimate(Answer.NOT_ASKED, target, Double.NaN, Double.NaN, null);
        }
        if (!fit.isKnown()) {
            return new Estimate(Answer.UNKNOWN, target, Double.NaN, Double.NaN, fit.reason());
        }
        double alone = fit.shape() == FitShape.FLAT ? Math.min(fit.at(1), fit.at(last(fit))) : fit.at(1);
        if (target < alone) {
            return new Estimate(
                    Answer.UNREACHABLE,
                    target,
                    Double.NaN,
                    Double.NaN,
                    String.format(
                            Locale.ROOT,
                            "one workflow alone takes %s, more than the target of %s: more replicas do not make it faster",
                            seconds(alone),
                            seconds(target)));
        }
        return reachable(fit, target, targets);
    }

    private static Estimate reachable(Fit fit, double target, Targets targets) {
        double last = last(fit);
        boolean onTheLine = fit.shape() == FitShape.LINE && fit.at(last) >= target;
        if (onTheLine) {
            return of(Answer.MEASURED, target, (target - fit.intercept()) / fit.slope(), targets, null);
        }
        if (!fit.full().isEmpty()) {
            return beyondTheKnee(fit, target, targets, last);
        }
        if (fit.shape() == FitShape.FLAT) {
            return of(
                    Answer.AT_MOST,
                    target,
                    last,
                    targets,
                    String.format(
                            Locale.ROOT,
                            "no slower up to %s at once, the most that was measured; measure more for a smaller answer",
                            count(last)));
        }
        double concurrency = (target - fit.intercept()) / fit.slope();
        return of(
                Answer.EXTRAPOLATED,
                target,
                concurrency,
                targets,
                String.format(
                        Locale.ROOT,
                        "not measured beyond %s at once; %s without going beyond it",
                        count(last),
                        count(targets.users() / last * targets.gpus())));
    }

    /** Follows the measured points themselves: behind the knee there is no line. */
    private static Estimate beyondTheKnee(Fit fit, double target, Targets targets, double last) {
        Point before = new Point(last, Math.min(target, fit.at(last)));
        for (Point point : fit.full()) {
            if (point.seconds() > target) {
                double share = (target - before.seconds()) / (point.seconds() - before.seconds());
                double concurrency = before.concurrency() + share * (point.concurrency() - before.concurrency());
                return of(
                        Answer.MEASURED,
                        target,
                        concurrency,
                        targets,
                        String.format(
                                Locale.ROOT,
                                "the system is full beyond %s at once; between %s and %s the answer is interpolated",
                                count(fit.knee()),
                                count(before.concurrency()),
                                count(point.concurrency())));
            }
            before = point;
        }
        return of(
                Answer.AT_MOST,
                target,
                before.concurrency(),
                targets,
                String.format(
                        Locale.ROOT,
                        "met at all that was measured, though the system is full beyond %s at once",
                        count(fit.knee())));
    }

    /** Returns the last point the line stands for. */
    private static double last(Fit fit) {
        return fit.full().isEmpty() ? fit.largest() : fit.knee();
    }

    private static Estimate of(Answer answer, double target, double concurrency, Targets targets, String note) {
        return new Estimate(answer, target, concurrency, targets.users() / concurrency * targets.gpus(), note);
    }

    private static String seconds(double seconds) {
        return String.format(Locale.ROOT, "%.3g s", seconds);
    }

    private static String count(double number) {
        return number == Math.rint(number)
                ? String.format(Locale.ROOT, "%.0f", number)
                : String.format(Locale.ROOT, "%.1f", number);
    }

    /** Answers whether there is a number of GPUs. */
    public boolean isAnswered() {
        return !Double.isNaN(gpus);
    }
}
