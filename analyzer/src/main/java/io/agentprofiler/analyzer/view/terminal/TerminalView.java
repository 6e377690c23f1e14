// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.view.terminal;

import io.agentprofiler.analyzer.view.Block;
import io.agentprofiler.analyzer.view.Cell;
import io.agentprofiler.analyzer.view.Column;
import io.agentprofiler.analyzer.view.Document;
import io.agentprofiler.analyzer.view.Emphasis;
import io.agentprofiler.analyzer.view.Facts;
import io.agentprofiler.analyzer.view.Note;
import io.agentprofiler.analyzer.view.Notes;
import io.agentprofiler.analyzer.view.Section;
import io.agentprofiler.analyzer.view.Table;
import io.agentprofiler.analyzer.view.Units;
import io.agentprofiler.analyzer.view.Value;
import java.io.PrintStream;
import java.util.List;

/**
 * A document as lines for a terminal. What cannot be shown there is left out: links, and figures for programs alone.
 *
 * <p><b>Threading:</b> one thread.
 */
public final class TerminalView {
    private static final int BAR = 12;

    private final Page page;

    /** Makes a view that adds to a page. */
    public TerminalView(Page page) {
        this.page = page;
    }

    /** Prints a document. */
    public static void print(Document document, Screen screen, PrintStream out) {
        Page page = new Page(screen);
        new TerminalView(page).add(document.blocks());
        page.print(out);
    }

    /** Prints blocks below what was printed, an empty line between; nothing where there are none. */
    public static void printBelow(List<? extends Block> blocks, Screen screen, PrintStream out) {
        if (!blocks.isEmpty()) {
            out.println();
            Page page = new Page(screen);
            new TerminalView(page).add(blocks);
            page.print(out);
        }
    }

    /** Returns a cell for a table that is not yet part of a document. */
    public static Grid.Cell gridCell(Cell cell) {
        return Grid.Cell.of(Texts.safe(cell.text()), ink(cell.emphasis()));
    }

    /** Adds blocks to the page. */
    public void add(List<? extends Block> blocks) {
        blocks.forEach(this::add);
    }

    /** Adds a block to the page. */
    public void add(Block block) {
        if (block instanceof Section section) {
            if (section.title() != null) {
                page.heading(text(section.title()), text(section.explanation()));
            }
            add(section.blocks());
        } else if (block instanceof Table table) {
            table(table);
        } else if (block instanceof Facts facts) {
            page.facts(
                    text(facts.label()), facts.cells().stream().map(this::cell).toList());
        } else if (block instanceof Notes notes) {
            notes.texts().forEach(text -> page.note(text(notes.mark()), text(text), ink(notes.emphasis())));
        } else if (block instanceof Note note) {
            note(note);
        } else if (!(block instanceof Value)) {
            throw new IllegalArgumentException("no way to show " + block.getClass());
        }
    }

    private void note(Note note) {
        if (note.mark().isEmpty()) {
            page.line(page.paint(text(note.text()), ink(note.emphasis())));
        } else {
            page.note(text(note.mark()), text(note.text()), ink(note.emphasis()));
        }
    }

    private void table(Table table) {
        if (table.shown().isEmpty()) {
            return;
        }
        if (table.title() != null) {
            page.heading(text(table.title()), text(table.explanation()));
        }
        Grid grid = new Grid(
                page.screen(),
                table.minFirst(),
                table.columns().stream().map(TerminalView::column).toArray(Grid.Column[]::new));
        table.shown().forEach(row -> grid.row(row.stream().map(this::cell).toArray(Grid.Cell[]::new)));
        page.table(grid);
        if (table.hidden() > 0) {
            page.line(page.paint(
                    page.screen().ellipsis() + " " + Units.count(table.hidden(), "more " + table.noun())
                            + (table.more().isEmpty() ? "" : "; " + table.more()),
                    Ink.DIM));
        }
    }

    private static Grid.Column column(Column column) {
        Grid.Column made = column.left() ? Grid.Column.text(column.title()) : Grid.Column.number(column.title());
        return column.dispensable() == Column.WHERE_FILLED
                ? made.whereFilled()
                : column.dispensable() == 0 ? made : made.dispensable(column.dispensable());
    }

    private Grid.Cell cell(Cell cell) {
        if (cell.isBar()) {
            return Grid.Cell.of(Bars.share(cell.bar(), BAR, page.screen().unicode()), Ink.CYAN);
        }
        return Grid.Cell.of(text(cell.text()), ink(cell.emphasis()));
    }

    /** Texts may quote a trace, and use a few signs that not every terminal has. */
    private String text(String text) {
        Screen screen = page.screen();
        String safe = Texts.safe(text);
        return screen.unicode()
                ? safe
                : safe.replace("…", screen.ellipsis())
                        .replace("·", screen.dot())
                        .replace("→", screen.arrow())
                        .replace("✗", screen.cross());
    }

    private static Ink ink(Emphasis emphasis) {
        return switch (emphasis) {
            case PLAIN -> Ink.PLAIN;
            case STRONG -> Ink.BOLD;
            case DIM -> Ink.DIM;
            case GOOD -> Ink.GREEN;
            case WARNING -> Ink.YELLOW;
            case BAD -> Ink.RED;
        };
    }
}
