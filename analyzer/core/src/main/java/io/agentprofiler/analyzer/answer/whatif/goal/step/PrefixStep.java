// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.whatif.goal.step;

import io.agentprofiler.analyzer.answer.whatif.goal.GoalFigure;
import io.agentprofiler.analyzer.answer.whatif.goal.step.PlanStep.Risk;
import io.agentprofiler.analyzer.answer.whatif.scenario.CachedPrompts;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import java.util.EnumSet;
import java.util.List;

/** Prompts keep their beginning, so that the provider's cache serves what its rules allow; of calls that are otherwise as recorded. */
public final class PrefixStep extends PlanStep {
    private final CachedPrompts prompts;

    public PrefixStep(CachedPrompts prompts) {
        super(
                3,
                "keep the beginning of prompts the same, so that the provider's cache serves it",
                Risk.LOW,
                "prompts say the same; analyzer prefix shows what breaks them",
                EnumSet.of(GoalFigure.DURATION, GoalFigure.FIRST_CHUNK, GoalFigure.COST));
        this.prompts = prompts;
    }

    @Override
    public List<String> evidence() {
        return prompts.evidence();
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
