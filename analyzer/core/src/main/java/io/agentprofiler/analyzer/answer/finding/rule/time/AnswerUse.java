// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.time;

import io.agentprofiler.analyzer.answer.finding.facts.CallWords;
import io.agentprofiler.analyzer.trace.Span;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The use of answers by later calls. An unused answer may have decided the next step, such as that of a guard, a router, or a critic
 * whose score ends a loop. The calls after it depend on it, although they do not receive it.
 */
final class AnswerUse {
    /** Spans after a call that are looked at. */
    private static final int LOOKED_AHEAD = 16;

    private AnswerUse() {}

    /**
     * Answers whether the answers of all calls but the last are found in what was done after all of them, or in the result of what they
     * are in. Where no text of either was recorded, or not all of the result, they are taken to be if nothing of their kind came before
     * them.
     *
     * @param calls beside each other, by start
     * @param words theirs
     */
    static boolean isKnown(List<Span> calls, List<CallWords> words) {
        Set<String> later = new HashSet<>();
        boolean whole = true;
        for (Span part = calls.get(calls.size() - 1); part.parent() != null; part = part.parent()) {
            after(part).forEach(span -> later.addAll(CallWords.into(span)));
            whole &= CallWords.addResult(part.parent(), later);
        }
        if (words.subList(0, words.size() - 1).stream().allMatch(call -> call.isSilent() || call.isIn(later))) {
            return true;
        }
        Span first = calls.get(0);
        return (later.isEmpty() || !whole)
                && first.parent().children().stream()
                        .noneMatch(span -> span.kind() == first.kind() && span.startNanos() < first.startNanos());
    }

    /** Returns the next spans beside one that began when it was over. */
    static List<Span> after(Span call) {
        Span parent = call.parent();
        int next = parent.children().indexOf(call) + 1;
        return parent.children().subList(next, parent.children().size()).stream()
                .filter(later -> later.startNanos() >= call.endNanos())
                .limit(LOOKED_AHEAD)
                .toList();
    }
}
