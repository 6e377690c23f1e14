// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.whatif.goal.step;

import io.agentprofiler.analyzer.answer.whatif.goal.GoalFigure;
import io.agentprofiler.analyzer.answer.whatif.goal.step.PlanStep.Risk;
import io.agentprofiler.analyzer.answer.whatif.model.ModelSwap;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.OptionalLong;

/** Calls of one place go to another model. */
public final class SwapStep extends PlanStep {
    private final ModelSwap swap;
    private final OptionalLong begins;
    private final List<String> quality;

    /**
     * Makes the step.
     *
     * @param begins how long the other model's streamed answers take to begin, where known
     * @param quality what is known about the quality of both models, a line each
     */
    public SwapStep(ModelSwap swap, OptionalLong begins, List<String> quality) {
        super(
                1,
                "use " + swap.to() + " instead of " + swap.scope().model()
                        + swap.scope().words(),
                Risk.HIGH,
                "quality unknown: the recording cannot tell whether its answers are as good and lead to the same further calls",
                EnumSet.of(GoalFigure.DURATION, GoalFigure.FIRST_CHUNK, GoalFigure.COST));
        this.swap = swap;
        this.begins = begins;
        this.quality = List.copyOf(quality);
    }

    @Override
    public List<String> evidence() {
        List<String> lines = new ArrayList<>(List.of("time of a call: " + swap.evidence()));
        lines.addAll(quality);
        return lines;
    }

    @Override
    public boolean apply(Draft draft) {
        boolean any = false;
        for (Span call : swap.calls(draft.trace())) {
            if (draft.isMade(call) && draft.swapOf(call) == null) {
                draft.swap(call, swap);
                boolean streamed = call.chunks() != null && call.chunks().count() > 0;
                if (streamed && begins.isPresent()) {
                    draft.setBegin(call, begins.getAsLong());
                }
                any = true;
            }
        }
        return any;
    }

    @Override
    public List<Span> exclusive(Trace trace) {
        return swap.calls(trace);
    }
}
