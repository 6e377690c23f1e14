// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.whatif.goal.step;

import io.agentprofiler.analyzer.answer.whatif.goal.GoalFigure;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * One change that can be made together with others.
 *
 * <p><b>Threading:</b> immutable.
 */
public abstract class PlanStep {
    private final int order;
    private final String title;
    private final Risk risk;
    private final String riskReason;
    private final Set<GoalFigure> figures;

    /**
     * Makes a step.
     *
     * @param order the place of its kind among the kinds of steps
     * @param title the change in a few words, as a thing to do
     * @param risk how likely it is to make answers worse
     * @param riskReason what the risk is
     * @param figures those it may change
     */
    PlanStep(int order, String title, Risk risk, String riskReason, Set<GoalFigure> figures) {
        this.order = order;
        this.title = title;
        this.risk = risk;
        this.riskReason = riskReason;
        this.figures = Set.copyOf(figures);
    }

    public final int order() {
        return order;
    }

    public final String title() {
        return title;
    }

    public final Risk risk() {
        return risk;
    }

    public final String riskReason() {
        return riskReason;
    }

    public final Set<GoalFigure> figures() {
        return figures;
    }

    /** Returns what in the recording supports it, a line each. */
    public abstract List<String> evidence();

    /**
     * Makes the change in a workflow. The steps of a plan are applied in the order of their kinds: a call that is not made any more
     * can be changed no further.
     *
     * @return whether it changed anything
     */
    public abstract boolean apply(Draft draft);

    /** Answers whether it may change a workflow with other steps that it does not change alone. */
    public boolean dependsOnOthers() {
        return false;
    }

    /** Returns the calls of a workflow that no other step of this kind may change at once; none unless that matters. */
    public List<Span> exclusive(Trace trace) {
        return List.of();
    }

    /** How likely a change is to make answers worse. Of plans of one size, the one whose risks add up to least is chosen. */
    public enum Risk {
        /** Answers stay the same. */
        LOW,
        /** Answers stay the same if something holds that the recording cannot show. */
        MEDIUM,
        /** Answers change. */
        HIGH;

        /** Returns what it counts: 1, 3 or 9, so that one high risk is worse than any two medium ones. */
        public int weight() {
            return switch (this) {
                case LOW -> 1;
                case MEDIUM -> 3;
                case HIGH -> 9;
            };
        }

        /** Returns the word for people and programs. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
