// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.whatif.goal.step;

import io.agentprofiler.analyzer.answer.whatif.goal.GoalFigure;
import io.agentprofiler.analyzer.answer.whatif.goal.step.PlanStep.Risk;
import io.agentprofiler.analyzer.answer.whatif.scenario.CacheHits;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.EnumSet;
import java.util.List;

/** Repeated calls of one kind are answered from a cache. */
public final class CacheStep extends PlanStep {
    private final SpanKind kind;
    private final CacheHits hits;
    private final String setting;

    /**
     * Makes the step.
     *
     * @param kind which calls
     * @param setting how large the cache is, for people
     */
    public CacheStep(SpanKind kind, CacheHits hits, String setting) {
        super(
                0,
                "answer repeated " + kind.word() + " calls from a cache",
                kind == SpanKind.EMBEDDING ? Risk.LOW : Risk.MEDIUM,
                riskReason(kind),
                EnumSet.allOf(GoalFigure.class));
        this.kind = kind;
        this.hits = hits;
        this.setting = setting;
    }

    private static String riskReason(SpanKind kind) {
        return switch (kind) {
            case EMBEDDING -> "the same text has the same vector, as long as the model stays the same";
            case LLM -> "an old answer is used again; only of calls at temperature 0";
            default -> "what is read may have changed meanwhile; --writes names the tools that change it";
        };
    }

    @Override
    public List<String> evidence() {
        return List.of(
                "calls whose whole input has the same hashes as an earlier one of the run, in a cache of " + setting);
    }

    @Override
    public boolean apply(Draft draft) {
        boolean any = false;
        for (Span span : draft.trace().spans()) {
            if (span.kind() == kind
                    && !Calls.isWrapper(span)
                    && draft.isMade(span)
                    && hits.isHit(draft.trace().id(), span.id())) {
                draft.answer(span);
                any = true;
            }
        }
        return any;
    }
}
