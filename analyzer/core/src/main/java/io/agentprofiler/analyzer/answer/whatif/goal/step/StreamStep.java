// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.whatif.goal.step;

import io.agentprofiler.analyzer.answer.whatif.goal.GoalFigure;
import io.agentprofiler.analyzer.answer.whatif.model.ModelSwap;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.analyzer.view.cell.Units;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

/** Final answers that were not streamed are: people see their beginning earlier; nothing ends earlier. */
public final class StreamStep implements PlanStep {
    private final FirstChunks times;

    public StreamStep(FirstChunks times) {
        this.times = times;
    }

    @Override
    public String title() {
        return "stream final answers that are not streamed";
    }

    @Override
    public Risk risk() {
        return Risk.LOW;
    }

    @Override
    public String riskReason() {
        return "answers stay the same; what checks whole answers before people see them no longer can";
    }

    @Override
    public List<String> evidence() {
        List<String> lines = new ArrayList<>();
        times.known()
                .forEach((model, nanos) -> lines.add(model + ": half of its streamed answers begin within "
                        + Units.duration(nanos) + " of their request"));
        return lines;
    }

    @Override
    public Set<GoalFigure> figures() {
        return EnumSet.of(GoalFigure.FIRST_CHUNK);
    }

    /** A call may go to a model whose streamed answers show when they begin. */
    @Override
    public boolean dependsOnOthers() {
        return true;
    }

    @Override
    public int order() {
        return 5;
    }

    @Override
    public boolean apply(Draft draft) {
        Span call = Draft.finalCall(draft.trace());
        if (call == null
                || !draft.isMade(call)
                || call.status() != SpanStatus.OK
                || call.chunks() != null && call.chunks().count() > 0) {
            return false;
        }
        ModelSwap swap = draft.swapOf(call);
        OptionalLong begins = times.typical(swap == null ? Calls.model(call) : swap.to());
        begins.ifPresent(nanos -> draft.setBegin(call, nanos));
        return begins.isPresent();
    }
}
