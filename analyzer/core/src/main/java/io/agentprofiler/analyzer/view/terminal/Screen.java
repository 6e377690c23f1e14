// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.view.terminal;

/**
 * What the output can show.
 *
 * @param width characters a line
 * @param colours whether ANSI codes are understood and wanted
 * @param unicode whether block and line drawing characters can be shown; else ASCII stands in
 */
public record Screen(int width, boolean colours, boolean unicode) {
    /** Width where there is no terminal to ask. */
    public static final int DEFAULT_WIDTH = 120;
    /** Narrower than this nothing is squeezed further: lines wrap. */
    public static final int MIN_WIDTH = 60;

    /** Returns a screen without colours, for files and pipes. */
    public static Screen plain(boolean unicode) {
        return new Screen(DEFAULT_WIDTH, false, unicode);
    }

    public String ellipsis() {
        return unicode ? "…" : "~";
    }

    public String dot() {
        return unicode ? "·" : "-";
    }

    public String arrow() {
        return unicode ? "→" : "->";
    }

    public String cross() {
        return unicode ? "✗" : "x";
    }

    public String rule(int length) {
        return (unicode ? "─" : "-").repeat(Math.max(0, length));
    }
}
