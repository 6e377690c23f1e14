// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.view;

import io.agentprofiler.analyzer.view.cell.Emphasis;

/**
 * A sentence or two for people.
 *
 * @param mark a sign or word in front; empty for none
 * @param text the sentence, which may quote a trace
 * @param emphasis of the mark, or of the text where there is none
 */
public record Note(String mark, String text, Emphasis emphasis) implements Block {
    /** Returns an aside. */
    public static Note aside(String text) {
        return new Note("", text, Emphasis.DIM);
    }

    /** Returns a line like any other. */
    public static Note line(String text) {
        return new Note("", text, Emphasis.PLAIN);
    }
}
