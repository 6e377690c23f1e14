// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.gate.check;

import io.agentprofiler.analyzer.answer.diff.Gates;
import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.command.IfUnknown;
import io.agentprofiler.analyzer.read.event.TraceId;
import java.math.BigDecimal;
import java.util.Comparator;

/**
 * What became of one gate of the workflows of one name, or of a service as a whole.
 *
 * @param gate the gate as it was written, such as {@code max-model-calls 3}
 * @param workflow name of the workflows; {@code null} where it is about all of a service
 * @param outcome whether it was kept
 * @param against what was measured beside what is allowed
 * @param counts how many figures were held against the limit
 * @param worst where it shows, {@code null} where it shows nowhere
 * @param why what decided, a sentence without its full stop
 * @param exitCode what the process answers for it
 */
public record Check(
        String gate,
        String workflow,
        Gates.GateOutcome outcome,
        Measurement against,
        FigureCounts counts,
        CheckPlace worst,
        String why,
        int exitCode) {
    /** Ends the name of a gate that was kept, of something that stands out all the same. */
    static final String STANDS_OUT = ": stands out";

    /** Answers whether it is told although the gate was kept. */
    public boolean standsOut() {
        return gate.endsWith(STANDS_OUT);
    }

    /**
     * What was measured beside what is allowed.
     *
     * @param figure what was limited, {@code null} where it is no figure of workflows
     * @param limit the most that is allowed, {@code null} where there is no such number
     * @param measured what was measured, {@code null} where that is not known
     */
    public record Measurement(Figure figure, BigDecimal limit, BigDecimal measured) {
        static final Measurement NONE = new Measurement(null, null, null);
    }

    /**
     * How many figures were held against a limit.
     *
     * @param figures all of them
     * @param over how many of them are over it
     * @param unknown how many of them are not known, or only in part
     */
    public record FigureCounts(long figures, long over, long unknown) {
        static final FigureCounts NONE = new FigureCounts(0, 0, 0);
    }

    /** Returns a check of something that is no figure of workflows. */
    static Check of(String gate, Gates.GateOutcome outcome, IfUnknown policy, CheckPlace worst, String why) {
        return new Check(
                gate, null, outcome, Measurement.NONE, FigureCounts.NONE, worst, why, exitCode(outcome, policy));
    }

    /**
     * Returns what the process answers.
     *
     * @param policy what becomes of a gate that cannot be judged
     */
    static int exitCode(Gates.GateOutcome outcome, IfUnknown policy) {
        return switch (outcome) {
            case PASSED -> ExitCode.OK;
            case UNDECIDED, UNKNOWN -> policy.exitCode();
            case BROKEN -> ExitCode.GATE_FAILED;
        };
    }

    /** Answers whether the build is to fail for it. */
    public boolean fails() {
        return exitCode == ExitCode.GATE_FAILED;
    }

    /** Returns its name among the checks of a service. */
    public String name() {
        return workflow == null ? gate : gate + ": " + workflow;
    }

    /**
     * Where a figure was read. The greatest counts, of equal ones the one with the smallest ids, so that the order of reading does not
     * matter.
     *
     * @param value the figure
     * @param trace the workflow
     * @param span the span
     * @param words what there is, or what is missing; may be empty
     */
    public record CheckPlace(BigDecimal value, TraceId trace, long span, String words) {
        private static final Comparator<CheckPlace> ORDER = Comparator.comparing(CheckPlace::value)
                .thenComparing(CheckPlace::trace, Comparator.reverseOrder())
                .thenComparing(CheckPlace::span, Comparator.reverseOrder());

        /** Returns the one that counts of two, either of which may be {@code null}. */
        static CheckPlace of(CheckPlace one, CheckPlace other) {
            if (one == null || other == null) {
                return one == null ? other : one;
            }
            return ORDER.compare(one, other) >= 0 ? one : other;
        }
    }
}
