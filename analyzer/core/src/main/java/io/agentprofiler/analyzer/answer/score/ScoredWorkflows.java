// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.score;

import io.agentprofiler.analyzer.answer.score.QualityLog.Score;
import io.agentprofiler.analyzer.answer.score.QualityLog.ScoredEntry;
import io.agentprofiler.analyzer.read.event.TraceId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Which workflows scores are of.
 *
 * <p><b>Threading:</b> immutable once made.
 */
public final class ScoredWorkflows {
    private final List<ScoredEntry> workflows = new ArrayList<>();
    private final Map<String, List<ScoredEntry>> byId = new HashMap<>();

    /** Looks at the workflows of a log; traces that are nothing but an evaluation are none. */
    public ScoredWorkflows(QualityLog log) {
        for (ScoredEntry entry : log.entries()) {
            if (!entry.evaluationOnly()) {
                workflows.add(entry);
                // a conversation may be called like a trace: then the name is of both
                add(entry.trace().toString(), entry);
                add(entry.request(), entry);
                add(entry.conversation(), entry);
            }
        }
    }

    private void add(String id, ScoredEntry entry) {
        if (id != null) {
            byId.computeIfAbsent(id, any -> new ArrayList<>(1)).add(entry);
        }
    }

    /** Returns the workflows, in the order they began. */
    List<ScoredEntry> workflows() {
        return List.copyOf(workflows);
    }

    /** Returns the workflows that a score is of: one, or those of a conversation, which was judged as a whole; none if it is of another. */
    List<ScoredEntry> of(Score score) {
        List<ScoredEntry> found = byId.get(score.workflow());
        return found != null ? found : byId.getOrDefault(score.workflow().toLowerCase(Locale.ROOT), List.of());
    }

    /** Answers whether a score is of one of the workflows. */
    public boolean has(Score score) {
        return !of(score).isEmpty();
    }

    /**
     * Returns the scores of each workflow that has any, by metric: those that were recorded, and those from files.
     *
     * @param given scores from files
     */
    public Map<TraceId, SortedMap<String, List<Double>>> scores(List<Score> given) {
        Map<TraceId, SortedMap<String, List<Double>>> all = new LinkedHashMap<>();
        for (ScoredEntry entry : workflows) {
            entry.scores().forEach(score -> put(all, entry, score));
        }
        for (Score score : given) {
            of(score).stream().distinct().forEach(entry -> put(all, entry, score));
        }
        return all;
    }

    private static void put(Map<TraceId, SortedMap<String, List<Double>>> all, ScoredEntry entry, Score score) {
        all.computeIfAbsent(entry.trace(), any -> new TreeMap<>())
                .computeIfAbsent(score.metric(), any -> new ArrayList<>(1))
                .add(score.value());
    }
}
