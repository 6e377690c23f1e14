// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.parallel;

import io.agentprofiler.analyzer.answer.finding.text.HashedCall;
import io.agentprofiler.analyzer.answer.finding.text.RequestedTools;
import io.agentprofiler.analyzer.trace.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Calls with equal input hashes and unknown texts: none received another's answer. If a later call is the first to combine all
 * answers, none was repeated because of another's answer.
 */
final class SameQuestion {
    private final List<List<Span>> found = new ArrayList<>();
    private final List<Span> same = new ArrayList<>();
    private final List<HashedCall> hashes = new ArrayList<>();

    private SameQuestion() {}

    /** Returns such calls among calls that ran one after the other. */
    static List<List<Span>> in(List<Span> row) {
        SameQuestion question = new SameQuestion();
        for (Span call : row) {
            question.add(call);
        }
        question.close();
        return question.found;
    }

    private void add(Span call) {
        HashedCall hashed = HashedCall.of(call);
        boolean more = hashed != null
                && (hashes.isEmpty() || hashes.get(0).asked().equals(hashed.asked()))
                && (same.isEmpty() || !RequestedTools.areAskedForBy(same.get(same.size() - 1)));
        if (!more) {
            close();
        }
        if (hashed != null) {
            same.add(call);
            hashes.add(hashed);
        }
    }

    private void close() {
        if (same.size() > 1 && meet()) {
            found.add(List.copyOf(same));
        }
        same.clear();
        hashes.clear();
    }

    private boolean meet() {
        for (Span later : AnswerUse.after(same.get(same.size() - 1))) {
            Set<String> messages = HashedCall.messages(later);
            if (hashes.stream().allMatch(call -> call.isAmong(messages))) {
                return true;
            }
        }
        return false;
    }
}
