// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.planted;

import java.util.List;
import java.util.stream.Stream;

/**
 * What the profiler said of a case and of its fixed twin.
 *
 * @param planted the case
 * @param run the run with the fault; of a control its only one
 * @param twin the run without the fault; of a control the same as {@code run}
 * @param promised what {@code diff} of the two says of the findings of the first; empty for a control
 */
public record Outcome(PlantedCase planted, Run run, Run twin, List<Promised> promised) {
    public Outcome {
        promised = List.copyOf(promised);
    }

    /** Returns the place of the finding that names the cause, from 1; 0 if none does. */
    public int place() {
        for (int i = 0; i < run.findings().size(); i++) {
            if (planted.expected().isNamedBy(run.findings().get(i))) {
                return i + 1;
            }
        }
        return 0;
    }

    /** Returns the finding that names the cause, or {@code null}. */
    Finding right() {
        return place() == 0 ? null : run.findings().get(place() - 1);
    }

    /** Returns the run time of all workflows that the twin saves, in nanoseconds. */
    double savedNanos() {
        int skipped =
                planted.expected().isOfTheFirstCall() ? 0 : planted.setting().threads();
        return (run.meanNanos(skipped) - twin.meanNanos(skipped))
                * run.workflows().size();
    }

    /** Returns what the twin saves, in US dollars. */
    double savedUsd() {
        return run.usd() - twin.usd();
    }

    /** Returns the run time that the findings that name the cause say would be saved, together. */
    Saving time() {
        return named().map(Finding::time).reduce(Saving.NOTHING_SAID, Saving::plus);
    }

    /** Returns the same of money. */
    Saving money() {
        return named().map(Finding::money).reduce(Saving.NOTHING_SAID, Saving::plus);
    }

    private Stream<Finding> named() {
        return run.findings().stream().filter(planted.expected()::isNamedBy);
    }

    /** Grades what would be saved as the findings that name the cause have it: the worse of time and money. */
    Grade grade() {
        Grade time = time().grade(savedNanos());
        Grade money = money().grade(savedUsd());
        if (time == Grade.WRONG || money == Grade.WRONG) {
            return Grade.WRONG;
        }
        return time == Grade.NOT_SAID ? money : time;
    }

    /** Returns what became of the promise of the finding that names the cause, in a word; {@code -} if none does. */
    String promise() {
        return right() == null
                ? "-"
                : Promised.of(right(), promised).map(Promised::word).orElse("not told");
    }

    /** Returns the findings that ask to be acted on and do not name the cause. */
    List<Finding> besideThePoint() {
        return run.loud().stream()
                .filter(finding -> !planted.expected().isNamedBy(finding))
                .toList();
    }

    /** Returns the findings of the healthy program, a control itself or else the twin, that ask to be acted on. */
    List<Finding> ofTheHealthy() {
        return twin.loud();
    }

    /** Returns the findings that ask to be acted on and say what is not so. */
    List<Finding> falseClaims() {
        Stream<Finding> ofPlanted = besideThePoint().stream()
                .filter(finding -> !planted.expected().rules().contains(finding.rule()));
        return (planted.isControl() ? ofPlanted : Stream.concat(ofPlanted, ofTheHealthy().stream()))
                .filter(Finding::isClaim)
                .filter(finding -> !planted.expected().alsoTrue().contains(finding.rule()))
                .toList();
    }
}
