// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.whatif.goal.step;

import io.agentprofiler.analyzer.answer.whatif.goal.GoalFigure;
import io.agentprofiler.analyzer.answer.whatif.scenario.CachedPrompts;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Prompts keep their beginning, so that the provider's cache serves what its rules allow; of calls that are otherwise as recorded. */
public final class PrefixStep implements PlanStep {
    private final CachedPrompts prompts;

    public PrefixStep(CachedPrompts prompts) {
        this.prompts = prompts;
    }

    @Override
    public String title() {
        return "keep the beginning of prompts the same, so that the provider's cache serves it";
    }

    @Override
    public Risk risk() {
        return Risk.LOW;
    }

    @Override
    public String riskReason() {
        return "prompts say the same; analyzer prefix shows what breaks them";
    }

    @Override
    public List<String> evidence() {
        return prompts.evidence();
    }

    @Override
    public Set<GoalFigure> figures() {
        return EnumSet.of(GoalFigure.DURATION, GoalFigure.FIRST_CHUNK, GoalFigure.COST);
    }

    @Override
    public int order() {
        return 3;
    }

    @Override
    public boolean apply(Draft draft) {
        boolean any = false;
        for (Span call : draft.trace().spans()) {
            CachedPrompts.PromptSaving saving =
                    Calls.isModelCall(call) && draft.isAsRecorded(call) ? prompts.saving(draft.trace(), call) : null;
            if (saving != null) {
                draft.bringForward(call, saving.nanos());
                draft.reduce(call, saving.usd());
                any = true;
            }
        }
        return any;
    }
}
