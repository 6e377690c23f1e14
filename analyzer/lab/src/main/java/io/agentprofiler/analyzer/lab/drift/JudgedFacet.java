// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.drift;

import io.agentprofiler.analyzer.lab.drift.Judged.Verdict;

/**
 * A part of the program, or the number of workflows, and whether it is the same on both sides.
 *
 * @param word {@code workflows}, {@code paths}, {@code tools}, {@code models}, {@code parameters} or {@code prompts}
 * @param before what is on the first side, in words
 * @param after what is on the second side
 * @param verdict whether it drifted
 * @param decides whether the overall verdict depends on it
 * @param why what decided, in words
 */
public record JudgedFacet(String word, String before, String after, Verdict verdict, boolean decides, String why) {
    JudgedFacet(String word, String before, String after, Verdict verdict, String why) {
        this(word, before, after, verdict, true, why);
    }
}
