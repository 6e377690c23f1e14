// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.whatif.goal.step;

import io.agentprofiler.analyzer.answer.whatif.goal.GoalFigure;
import io.agentprofiler.analyzer.answer.whatif.scenario.CacheHits;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Repeated calls of one kind are answered from a cache. */
public final class CacheStep implements PlanStep {
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
        this.kind = kind;
        this.hits = hits;
        this.setting = setting;
    }

    @Override
    public String title() {
        return "answer repeated " + kind.word() + " calls from a cache";
    }

    @Override
    public Risk risk() {
        return kind == SpanKind.EMBEDDING ? Risk.LOW : Risk.MEDIUM;
    }

    @Override
    public String riskReason() {
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
    public Set<GoalFigure> figures() {
        return EnumSet.allOf(GoalFigure.class);
    }

    @Override
    public int order() {
        return 0;
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
