// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.repeat;

import io.agentprofiler.analyzer.answer.finding.Confidence;
import io.agentprofiler.analyzer.answer.finding.rule.repeat.AskedCalls.Asked;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.trace.metric.AnswerCache;
import io.agentprofiler.analyzer.trace.metric.AnswerCache.Result;
import io.agentprofiler.analyzer.trace.metric.CacheSetting;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Calls that repeat a call of an earlier workflow and got the same answer.
 *
 * <p>A workflow none of whose model calls is new repeats an earlier one as a whole. The recording does not show whether real users
 * repeat their questions. Repeats in such workflows are a possible saving, and none if all workflows are alike.
 *
 * <p><b>Threading:</b> one thread.
 */
final class AnswersOfOthers {
    private static final String DIFFERENT = "";

    private final Map<Long, String> answers = new HashMap<>();
    /** The tool that gave an answer; {@link #DIFFERENT} of an answer that several tools gave, which says nothing. */
    private final Map<String, String> subjects = new HashMap<>();

    private final Set<TraceId> fresh = new HashSet<>();

    private AnswersOfOthers() {}

    /** Returns what was repeated, by subject. */
    static SortedMap<String, Repeats> in(List<Asked> calls) {
        AnswersOfOthers all = new AnswersOfOthers();
        calls.forEach(all::addAnswer);
        all.findFresh(calls);
        SortedMap<String, Repeats> found = new TreeMap<>();
        AnswerCache cold = new AnswerCache(CacheSetting.STANDARD);
        AnswerCache random = new AnswerCache(CacheSetting.STANDARD);
        for (Asked call : calls) {
            Result result = (call.isRandom() ? random : cold).take(call.request());
            Confidence confidence = result == Result.HIT ? all.confidence(call) : null;
            if (confidence != null) {
                found.computeIfAbsent(call.subject(), any -> new Repeats()).add(call, confidence, all.isReplayed(call));
            }
        }
        return found;
    }

    private void addAnswer(Asked call) {
        if (call.answer() != null) {
            if (call.kind() == SpanKind.TOOL) {
                subjects.merge(call.answer(), call.subject(), (known, more) -> known.equals(more) ? known : DIFFERENT);
            }
            answers.merge(call.request().key(), call.answer(), (known, more) -> known.equals(more) ? known : DIFFERENT);
        }
    }

    /** Finds the workflows that ask a model something new; of those without model calls, any call counts. */
    private void findFresh(List<Asked> calls) {
        Set<TraceId> withModel = new HashSet<>();
        calls.stream()
                .filter(call -> call.kind() == SpanKind.LLM)
                .forEach(call -> withModel.add(call.request().trace()));
        Map<Long, TraceId> firstAsked = new HashMap<>();
        for (Asked call : calls) {
            TraceId trace = call.request().trace();
            boolean counts = call.kind() == SpanKind.LLM || !withModel.contains(trace);
            if (counts
                    && firstAsked
                            .computeIfAbsent(call.request().key(), any -> trace)
                            .equals(trace)) {
                fresh.add(trace);
            }
        }
    }

    private boolean isReplayed(Asked call) {
        return !fresh.contains(call.request().trace());
    }

    /** Returns the confidence that the earlier answer would do; {@code null} if there is no evidence. */
    private Confidence confidence(Asked call) {
        String answer = answers.get(call.request().key());
        boolean different = DIFFERENT.equals(answer);
        if (call.kind() == SpanKind.TOOL && DIFFERENT.equals(subjects.get(call.answer()))) {
            return null;
        }
        boolean again = isReplayed(call);
        if (call.isRandom()) {
            return answer == null || different || again ? null : Confidence.WEAK;
        }
        if (different && call.kind() != SpanKind.LLM || again && fresh.size() <= 1) {
            return null;
        }
        return again ? Confidence.WEAK : call.confidence();
    }
}
