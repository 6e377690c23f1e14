// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.whatif.goal.step;

import io.agentprofiler.analyzer.answer.critical.ToolTurn;
import io.agentprofiler.analyzer.answer.finding.facts.RequestedTools;
import io.agentprofiler.analyzer.answer.whatif.goal.GoalFigure;
import io.agentprofiler.analyzer.answer.whatif.goal.step.PlanStep.Risk;
import java.util.EnumSet;
import java.util.List;

/** Tools that one response asked for run in parallel, where the recording does not show that none did. */
public final class ParallelStep extends PlanStep {
    private final int limit;

    /**
     * Makes the step.
     *
     * @param limit how many tools may run at once
     */
    public ParallelStep(int limit) {
        super(
                4,
                "run the tools of one response in parallel, at most " + limit,
                Risk.MEDIUM,
                "a tool that changes what another tool requested with it reads would give another answer; rate limits are not simulated",
                EnumSet.of(GoalFigure.DURATION, GoalFigure.FIRST_CHUNK));
        this.limit = limit;
    }

    @Override
    public List<String> evidence() {
        return List.of(
                "tools that ran one after the other though their arguments were fixed before the first of them began");
    }

    @Override
    public boolean apply(Draft draft) {
        boolean any = false;
        for (ToolTurn turn : ToolTurn.in(draft.trace(), limit)) {
            if (RequestedTools.of(turn.calls()) != RequestedTools.NO) {
                draft.atOnce(turn);
                any = true;
            }
        }
        return any;
    }
}
