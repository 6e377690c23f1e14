// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.metric;

import io.agentprofiler.analyzer.trace.Trace;
import java.util.List;

/**
 * The results of several analyses of a set of traces. Summaries can be merged.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
public final class RunSummary {
    private final List<Analysis<?>> analyses;
    /** The answer of each, in the same order. */
    private final Object[] answers;

    private boolean empty = true;

    /** Starts with no trace. */
    public RunSummary(List<Analysis<?>> analyses) {
        this.analyses = List.copyOf(analyses);
        this.answers = this.analyses.stream().map(Analysis::empty).toArray();
    }

    /** Adds a trace. */
    public void add(Trace trace) {
        empty = false;
        for (int i = 0; i < answers.length; i++) {
            answers[i] = add(analyses.get(i), i, trace);
        }
    }

    /**
     * Adds all traces of another summary of the same analyses, and takes over its answers where this one has none yet: the
     * other is not to be used afterwards.
     */
    public void add(RunSummary more) {
        if (more.empty) {
            return;
        }
        if (empty) {
            // the answers about a run of many operations are large: one copy of them is enough
            empty = false;
            System.arraycopy(more.answers, 0, answers, 0, answers.length);
            return;
        }
        for (int i = 0; i < answers.length; i++) {
            answers[i] = add(analyses.get(i), i, more);
        }
    }

    /** Returns the answer of an analysis this summary was made with. */
    public <S> S get(Analysis<S> analysis) {
        int place = analyses.indexOf(analysis);
        if (place < 0) {
            throw new IllegalArgumentException("the summary was made without " + analysis);
        }
        return answer(analysis, place);
    }

    /** Answers whether this summary was made with an analysis. */
    public boolean holds(Analysis<?> analysis) {
        return analyses.contains(analysis);
    }

    @SuppressWarnings("unchecked") // an answer is only ever stored at the place of the analysis that made it
    private <S> S answer(Analysis<S> analysis, int place) {
        return (S) answers[place];
    }

    private <S> S add(Analysis<S> analysis, int place, Trace trace) {
        return analysis.addTrace(answer(analysis, place), trace);
    }

    private <S> S add(Analysis<S> analysis, int place, RunSummary more) {
        return analysis.merge(answer(analysis, place), more.answer(analysis, place));
    }
}
