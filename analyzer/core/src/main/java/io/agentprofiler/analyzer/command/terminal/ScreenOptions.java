// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.command.terminal;

import io.agentprofiler.analyzer.view.terminal.Screen;
import picocli.CommandLine.Option;

/** The options of every command that prints a page. */
public final class ScreenOptions {
    @Option(
            names = "--color",
            paramLabel = "WHEN",
            defaultValue = "auto",
            description = "Colours: ${COMPLETION-CANDIDATES}. Default: auto, in a terminal unless NO_COLOR is set.")
    private ColourMode colour;

    @Option(
            names = "--width",
            paramLabel = "COLUMNS",
            defaultValue = "0",
            description = "Width of the output in characters. Default: COLUMNS, else the terminal's, else 120.")
    private int width;

    public Screen of(Terminal terminal) {
        return terminal.screen(colour, width);
    }
}
