// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.whatif.goal.step;

import io.agentprofiler.analyzer.answer.critical.LatencySplit;
import io.agentprofiler.analyzer.answer.critical.LatencySplit.LatencyPart;
import io.agentprofiler.analyzer.answer.finding.rule.prompt.FirstChunkTimes;
import io.agentprofiler.analyzer.answer.prefix.PrefillSlope;
import io.agentprofiler.analyzer.answer.whatif.goal.GoalFigure;
import io.agentprofiler.analyzer.answer.whatif.goal.step.PlanStep.Risk;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Tokens;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.analyzer.view.cell.Units;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Prompts get no longer than a limit. Of what is cut, the tokens that were read from a cache go first: they save least, so the
 * step promises no more than it keeps.
 */
public final class ContextStep extends PlanStep {
    private final long limit;
    private final String why;
    private final Map<String, Optional<PrefillSlope>> slopes = new HashMap<>();

    /**
     * Makes the step.
     *
     * @param limit input tokens that a call may have
     * @param why where the limit comes from
     * @param models the models called
     */
    public ContextStep(long limit, String why, FirstChunkTimes times, Iterable<String> models) {
        super(
                2,
                "keep prompts to " + Units.count(limit) + " tokens",
                Risk.HIGH,
                "the model sees less: the recording cannot tell whether its answers are as good and lead to the same further calls",
                EnumSet.allOf(GoalFigure.class));
        this.limit = limit;
        this.why = why;
        models.forEach(model -> slopes.put(model, times.slope(model)));
    }

    @Override
    public List<String> evidence() {
        long known = slopes.values().stream().filter(Optional::isPresent).count();
        return List.of(
                "the limit is " + why,
                known == 0
                        ? "no model's streamed calls show how long an uncached token takes, so no time is saved, only tokens"
                        : "time by the slope of the wait for the first chunk over uncached tokens, which the calls of "
                                + Units.count(known, "model") + " show");
    }

    @Override
    public boolean apply(Draft draft) {
        boolean any = false;
        for (Span call : draft.trace().spans()) {
            if (Calls.isModelCall(call) && draft.isMade(call) && call.status() == SpanStatus.OK) {
                any |= cut(draft, call);
            }
        }
        return any;
    }

    private boolean cut(Draft draft, Span call) {
        Tokens before = draft.tokensOf(call);
        long less = before.input() - limit;
        if (less <= 0) {
            return false;
        }
        long cached = Math.max(0, before.cacheRead());
        long fresh = Math.max(0, less - cached);
        long written = before.cacheWrite() <= 0
                ? before.cacheWrite()
                : Math.min(before.cacheWrite(), limit - Math.max(0, cached - less));
        draft.setTokens(
                call,
                new Tokens(
                        limit,
                        before.output(),
                        before.cacheRead() < 0 ? before.cacheRead() : Math.max(0, cached - less),
                        written,
                        before.reasoning()));
        Optional<PrefillSlope> slope = slopes.getOrDefault(Calls.model(call), Optional.empty());
        if (slope.isPresent() && draft.swapOf(call) == null) {
            LatencySplit split = LatencySplit.of(call);
            long waited = split.nanos(LatencyPart.FIRST_CHUNK);
            long most = waited >= 0 ? waited : Math.max(0, split.nanos(LatencyPart.ANSWER));
            draft.bringForward(call, Math.min(most, Math.round(slope.get().nanosPerToken() * fresh)));
        }
        return true;
    }
}
