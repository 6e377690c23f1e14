// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.whatif.goal.step;

import io.agentprofiler.analyzer.answer.critical.ToolTurn;
import io.agentprofiler.analyzer.answer.finding.facts.RequestedTools;
import io.agentprofiler.analyzer.answer.whatif.goal.GoalFigure;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Tools that one response asked for run in parallel, where the recording does not show that none did. */
public final class ParallelStep implements PlanStep {
    private final int limit;

    /**
     * Makes the step.
     *
     * @param limit how many tools may run at once
     */
    public ParallelStep(int limit) {
        this.limit = limit;
    }

    @Override
    public String title() {
        return "run the tools of one response in parallel, at most " + limit;
    }

    @Override
    public Risk risk() {
        return Risk.MEDIUM;
    }

    @Override
    public String riskReason() {
        return "a tool that changes what another one of the turn reads would give another answer; rate limits are not simulated";
    }

    @Override
    public List<String> evidence() {
        return List.of(
                "tools that ran one after the other though their arguments were fixed before the first of them began");
    }

    @Override
    public Set<GoalFigure> figures() {
        return EnumSet.of(GoalFigure.DURATION, GoalFigure.FIRST_CHUNK);
    }

    @Override
    public int order() {
        return 4;
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
