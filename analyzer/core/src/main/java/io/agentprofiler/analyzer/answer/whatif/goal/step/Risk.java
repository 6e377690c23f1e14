// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.whatif.goal.step;

import java.util.Locale;

/** How likely a change is to make answers worse. Of plans of one size, the one whose risks add up to least is chosen. */
public enum Risk {
    /** Answers stay the same. */
    LOW,
    /** Answers stay the same if something holds that the recording cannot show. */
    MEDIUM,
    /** Answers change. */
    HIGH;

    /** Returns what it counts: 1, 3 or 9, so that one high risk is worse than any two medium ones. */
    public int weight() {
        return switch (this) {
            case LOW -> 1;
            case MEDIUM -> 3;
            case HIGH -> 9;
        };
    }

    /** Returns the word for people and programs. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
