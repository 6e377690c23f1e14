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

/** Final answers that were not streamed are: people see their beginning earlier; nothing ends earlier. */
public final class StreamStep extends PlanStep {
    private final FirstChunks times;

    public StreamStep(FirstChunks times) {
        super(
                5,
                "stream final answers that are not streamed",
                Risk.LOW,
                "answers stay the same; what checks whole answers before people see them no longer can",
                EnumSet.of(GoalFigure.FIRST_CHUNK));
        this.times = times;
    }

    @Override
    public List<String> evidence() {
        List<String> lines = new ArrayList<>();
        times.known()
                .forEach((model, nanos) -> lines.add(model + ": half of its streamed answers begin within "
                        + Units.duration(nanos) + " of their request"));
        return lines;
    }

    /** A call may go to a model whose streamed answers show when they begin. */
    @Override
    public boolean dependsOnOthers() {
        return true;
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
