// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.view.terminal;

import io.agentprofiler.analyzer.view.Block;
import io.agentprofiler.analyzer.view.Column;
import io.agentprofiler.analyzer.view.Document;
import io.agentprofiler.analyzer.view.Facts;
import io.agentprofiler.analyzer.view.Note;
import io.agentprofiler.analyzer.view.Notes;
import io.agentprofiler.analyzer.view.Section;
import io.agentprofiler.analyzer.view.SideBySide;
import io.agentprofiler.analyzer.view.Table;
import io.agentprofiler.analyzer.view.Value;
import io.agentprofiler.analyzer.view.cell.Cell;
import io.agentprofiler.analyzer.view.cell.Emphasis;
import io.agentprofiler.analyzer.view.cell.Units;
import java.io.PrintStream;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A document as lines for a terminal. What cannot be shown there is left out: links, and figures for programs alone.
 *
 * <p><b>Threading:</b> one thread.
 */
public final class TerminalView {
    private static final int BAR = 12;

    private final Page page;

    private TerminalView(Page page) {
        this.page = page;
    }

    /** Prints a document. */
    public static void print(Document document, Screen screen, PrintStream out) {
        Page page = new Page(screen);
        new TerminalView(page).add(document.blocks());
        page.print(out);
    }

    /** Returns some rows of a table as lines, without its heading. */
    public static List<String> lines(Table table, List<List<Cell>> rows, Screen screen) {
        return new TerminalView(new Page(screen))
                .grid(table, table.filled(rows), rows)
                .lines();
    }

    private void add(List<? extends Block> blocks) {
        blocks.forEach(this::add);
    }

    private void add(Block block) {
        if (block instanceof Section section) {
            section(section);
        } else if (block instanceof SideBySide sides) {
            add(sides.sections());
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

    private void section(Section section) {
        if (section.place() != Section.Place.PAGES) {
            if (section.title() != null) {
                page.heading(text(section.title()), text(section.explanation()));
            }
            add(section.blocks());
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
        if (table.isList()) {
            table.shown().forEach(this::listed);
        } else {
            List<Integer> columns = table.filled(table.shown());
            Grid grid = grid(table, columns, table.shown());
            page.table(grid);
            table.footnotes(grid.shown().stream().map(columns::get).toList()).forEach(words -> page.aside(text(words)));
        }
        if (table.hidden() > 0) {
            page.line(page.paint(
                    page.screen().ellipsis() + " " + Units.count(table.hidden(), "more " + table.noun())
                            + (table.more().isEmpty() ? "" : "; " + table.more()),
                    Ink.DIM));
        }
    }

    private void listed(List<Cell> row) {
        Cell mark = row.get(0);
        String words = row.stream().skip(1).map(this::words).collect(Collectors.joining("  "));
        page.note(text(mark.text()), words, ink(mark.emphasis()));
    }

    private Grid grid(Table table, List<Integer> columns, List<List<Cell>> rows) {
        Grid grid = new Grid(
                page.screen(),
                table.minFirst(),
                columns.stream().map(i -> column(table.columns().get(i))).toList());
        for (List<Cell> row : rows) {
            grid.row(columns.stream()
                    .map(i -> cell(row.get(i), table.columns().get(i).axis()))
                    .toList());
        }
        return grid;
    }

    private Grid.Column column(Column column) {
        return new Grid.Column(title(column), column.left(), column.dispensable());
    }

    private String title(Column column) {
        Column.Axis axis = column.axis();
        if (axis == null) {
            return text(column.title());
        }
        int columns = axis.characters().applyAsInt(page.screen().width());
        return axis.end().isEmpty()
                ? page.screen().rule(columns)
                : "0 " + page.screen().rule(columns - 3 - axis.end().length()) + " " + axis.end();
    }

    private Grid.Cell cell(Cell cell, Column.Axis axis) {
        if (cell.track() == null) {
            return cell(cell);
        }
        int columns = axis.characters().applyAsInt(page.screen().width());
        return Grid.Cell.of(Bars.track(cell.track(), columns, page.screen().unicode()), ink(cell));
    }

    private Grid.Cell cell(Cell cell) {
        if (cell.isBar()) {
            return Grid.Cell.of(Bars.share(cell.bar(), BAR, page.screen().unicode()), Ink.CYAN);
        }
        return Grid.Cell.of(words(cell), ink(cell));
    }

    private String words(Cell cell) {
        return text(cell.beside().isEmpty() ? cell.text() : cell.text() + " · " + cell.beside());
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
                        .replace("✗", screen.cross())
                        .replace("├", "|")
                        .replace("└", "`")
                        .replace('–', '-')
                        .replace('│', '|')
                        .replace('─', '-')
                        .replace('█', '#')
                        .replace('░', ':')
                        .replace('┃', '|');
    }

    private static Ink ink(Cell cell) {
        if (cell.emphasis() != Emphasis.PLAIN || cell.kind() == null) {
            return ink(cell.emphasis());
        }
        return switch (cell.kind()) {
            case LLM -> Ink.BLUE;
            case TOOL -> Ink.GREEN;
            case AGENT, WORKFLOW -> Ink.MAGENTA;
            case RETRIEVAL, EMBEDDING, MEMORY, RERANK -> Ink.CYAN;
            default -> Ink.PLAIN;
        };
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
