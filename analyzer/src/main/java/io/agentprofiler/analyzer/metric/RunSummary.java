// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.metric;

import io.agentprofiler.analyzer.trace.Trace;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The answers of several analyses about a set of traces; itself mergeable.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
public final class RunSummary {
    private final List<Analysis<?>> analyses;
    private final Map<Analysis<?>, Object> answers = new HashMap<>();
    private boolean empty = true;

    /** Starts with no trace. */
    public RunSummary(List<Analysis<?>> analyses) {
        this.analyses = List.copyOf(analyses);
        this.analyses.forEach(analysis -> answers.put(analysis, analysis.empty()));
    }

    /** Adds a trace. */
    public void add(Trace trace) {
        empty = false;
        for (Analysis<?> analysis : analyses) {
            add(analysis, trace);
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
            answers.putAll(more.answers);
            return;
        }
        for (Analysis<?> analysis : analyses) {
            add(analysis, more);
        }
    }

    /** Returns the answer of an analysis this summary was made with. */
    @SuppressWarnings("unchecked") // an answer is only ever stored under the analysis that made it
    public <S> S get(Analysis<S> analysis) {
        Object answer = answers.get(analysis);
        if (answer == null) {
            throw new IllegalArgumentException("the summary was made without " + analysis);
        }
        return (S) answer;
    }

    private <S> void add(Analysis<S> analysis, Trace trace) {
        answers.put(analysis, analysis.addTrace(get(analysis), trace));
    }

    private <S> void add(Analysis<S> analysis, RunSummary more) {
        answers.put(analysis, analysis.merge(get(analysis), more.get(analysis)));
    }
}
