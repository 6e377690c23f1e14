// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.view.terminal;

import io.agentprofiler.analyzer.view.terminal.Grid.Cell;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/**
 * Lines being put together, with headings and paragraphs.
 *
 * <p><b>Threading:</b> one thread.
 */
final class Page {
    private static final String INDENT = "  ";

    private final Screen screen;
    private final List<String> lines = new ArrayList<>();

    Page(Screen screen) {
        this.screen = screen;
    }

    Screen screen() {
        return screen;
    }

    /** Adds a heading with an empty line above, and words beside it that explain. */
    void heading(String title, String explanation) {
        if (!lines.isEmpty()) {
            lines.add("");
        }
        String shown = Texts.cut(title, screen.width(), screen.ellipsis());
        int room = screen.width() - Texts.width(shown) - INDENT.length();
        String beside = explanation.isEmpty() || room <= 0
                ? ""
                : INDENT + paint(Texts.cut(explanation, room, screen.ellipsis()), Ink.DIM);
        lines.add(paint(shown, Ink.BOLD) + beside);
    }

    /** Adds facts with dots between them behind a label, broken between facts to fit the screen. */
    void facts(String label, List<Cell> facts) {
        StringBuilder line = new StringBuilder(paint(label, Ink.DIM));
        int width = Texts.width(label);
        int indent = width;
        String dot = " " + screen.dot() + " ";
        boolean first = true;
        for (Cell fact : facts) {
            int needed = Texts.width(fact.text()) + (first ? 0 : dot.length());
            if (!first && width + needed > screen.width()) {
                lines.add(line.toString());
                line = new StringBuilder(" ".repeat(indent));
                width = indent;
                first = true;
            }
            line.append(first ? "" : dot).append(fact.ink().paint(fact.text(), screen.colours()));
            width += needed;
            first = false;
        }
        lines.add(line.toString());
    }

    void line(String line) {
        lines.add(line);
    }

    /** Adds a line that is cut where the screen ends. */
    void aside(String text) {
        lines.add(paint(Texts.cut(text, screen.width(), screen.ellipsis()), Ink.DIM));
    }

    void table(Grid table) {
        lines.addAll(table.lines());
    }

    /** Adds a text, broken at words to fit the screen, behind a mark. */
    void note(String mark, String text, Ink ink) {
        String indent = " ".repeat(Texts.width(mark) + 1);
        int room = Math.max(Screen.MIN_WIDTH / 2, screen.width() - indent.length());
        StringBuilder line = new StringBuilder();
        boolean first = true;
        for (String word : text.split(" ")) {
            if (line.length() > 0 && Texts.width(line.toString()) + 1 + Texts.width(word) > room) {
                lines.add((first ? paint(mark, ink) + " " : indent) + line);
                first = false;
                line.setLength(0);
            }
            line.append(line.length() == 0 ? "" : " ").append(word);
        }
        lines.add((first ? paint(mark, ink) + " " : indent) + line);
    }

    String paint(String text, Ink ink) {
        return ink.paint(text, screen.colours());
    }

    /** Returns everything, line by line. */
    List<String> lines() {
        return screen.unicode()
                ? List.copyOf(lines)
                : lines.stream().map(line -> line.replace('µ', 'u')).toList();
    }

    /** Prints everything. */
    void print(PrintStream out) {
        lines().forEach(out::println);
    }
}
