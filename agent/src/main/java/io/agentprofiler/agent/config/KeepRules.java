// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.config;

import java.util.ArrayList;
import java.util.List;

/**
 * Which workflows are recorded though the sampling rate does not choose them: {@code agentprofiler.sample.keep}.
 *
 * <p><b>Threading:</b> immutable.
 *
 * @param errors those in which a span failed
 * @param slowMillis those that take this long or longer; 0 where time does not matter
 */
public record KeepRules(boolean errors, long slowMillis) {
    /** No workflow is kept but those that are chosen. */
    public static final KeepRules NONE = new KeepRules(false, 0);

    static final String ERRORS = "errors";
    static final String SLOW = "slow:";

    /** Answers whether there is any rule. */
    public boolean any() {
        return errors || slowMillis > 0;
    }

    /** Returns the rules as a user would write them, one an entry. */
    public List<String> words() {
        List<String> words = new ArrayList<>();
        if (errors) {
            words.add(ERRORS);
        }
        if (slowMillis > 0) {
            words.add(SLOW + Formats.shortTime(slowMillis));
        }
        return List.copyOf(words);
    }
}
