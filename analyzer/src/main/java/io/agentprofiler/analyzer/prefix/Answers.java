// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.prefix;

import io.agentprofiler.analyzer.prefix.prompt.WholePrompt;
import io.agentprofiler.analyzer.prefix.stable.Field;
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

    /** Returns the answer a prompt holds: the one that it is known to hold, else the newest that it may hold, or {@code null}. */
    public Answer heldBy(WholePrompt next) {
        for (Field field : next.fields()) {
            Answer same = field.part() == Field.Part.ANSWER ? byText.get(field.hash()) : null;
            if (same != null && same.heldBy(next) == Answer.Held.KNOWN) {
                return same;
            }
        }
        return newest.heldBy(next) == Answer.Held.NOT ? null : newest;
    }
}
