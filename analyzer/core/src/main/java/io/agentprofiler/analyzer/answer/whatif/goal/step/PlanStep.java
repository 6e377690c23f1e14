// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.whatif.goal.step;

import io.agentprofiler.analyzer.answer.whatif.goal.GoalFigure;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import java.util.List;
import java.util.Set;

/**
 * One change that can be made together with others.
 *
 * <p><b>Threading:</b> immutable.
 */
public interface PlanStep {
    /** Returns the change in a few words, as a thing to do. */
    String title();

    /** Returns how likely it is to make answers worse. */
    Risk risk();

    /** Returns what the risk is. */
    String riskReason();

    /** Returns what in the recording supports it, a line each. */
    List<String> evidence();

    /** Returns the figures it may change. */
    Set<GoalFigure> figures();

    /**
     * Makes the change in a workflow. The steps of a plan are applied in the order of {@link #order}: a call that is not made any more
     * can be changed no further.
     *
     * @return whether it changed anything
     */
    boolean apply(Draft draft);

    /** Returns the place of its kind among the kinds of steps. */
    int order();

    /** Answers whether it may change a workflow with other steps that it does not change alone. */
    default boolean dependsOnOthers() {
        return false;
    }

    /** Returns the calls of a workflow that no other step of this kind may change at once; none unless that matters. */
    default List<Span> exclusive(Trace trace) {
        return List.of();
    }
}
