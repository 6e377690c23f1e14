// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.prefix.cache;

import io.agentprofiler.analyzer.answer.prefix.prompt.PromptPart;
import io.agentprofiler.analyzer.answer.prefix.prompt.WholePrompt;
import java.util.HashMap;
import java.util.Map;

/**
 * The different answers to one prompt.
 *
 * <p><b>Threading:</b> one thread.
 */
public final class Answers {
    /** By the hash of its text; the newest of those without one, and of those with the same. */
    private final Map<Long, Answer> byText = new HashMap<>();

    private Answer newest;

    public void add(Answer answer) {
        newest = answer;
        byText.put(answer.call().call().answerHash(), answer);
    }

    /** Returns the answer that a prompt contains: a known one, or else the newest that it may contain, or {@code null}. */
    public Answer reusedIn(WholePrompt next) {
        for (PromptPart part : next.parts()) {
            Answer same = part.kind() == PromptPart.Kind.ANSWER ? byText.get(part.hash()) : null;
            if (same != null && same.reuseIn(next) == Answer.Reuse.KNOWN) {
                return same;
            }
        }
        return newest.reuseIn(next) == Answer.Reuse.NONE ? null : newest;
    }
}
