// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.view.terminal;

import io.agentprofiler.analyzer.view.Block;
import io.agentprofiler.analyzer.view.Column;
import io.agentprofiler.analyzer.view.Document;
import io.agentprofiler.analyzer.view.Facts;
import io.agentprofiler.analyzer.view.Note;
import io.agentprofiler.analyzer.view.Notes;
import io.agentprofiler.analyzer.view.Scatter;
import io.agentprofiler.analyzer.view.Section;
import io.agentprofiler.analyzer.view.SideBySide;
import io.agentprofiler.analyzer.view.Table;
import io.agentprofiler.analyzer.view.Value;
import io.agentprofiler.analyzer.view.cell.Cell;
import io.agentprofiler.analyzer.view.cell.Emphasis;
import io.agentprofiler.analyzer.view.cell.Track;
import io.agentprofiler.analyzer.view.cell.Units;
import io.agentprofiler.analyzer.view.terminal.Grid.GridCell;
import java.io.PrintStream;
import java.util.ArrayList;
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
        } else if (!(block instanceof Value || block instanceof Scatter)) {
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

    private Grid.GridColumn column(Column column) {
        return new Grid.GridColumn(title(column), column.left(), column.dispensable());
    }

    private String title(Column column) {
        Column.TrackAxis axis = column.axis();
        if (axis == null) {
            return text(column.title());
        }
        int columns = axis.characters().applyAsInt(page.screen().width());
        return axis.end().isEmpty()
                ? page.screen().rule(columns)
                : "0 " + page.screen().rule(columns - 3 - axis.end().length()) + " " + axis.end();
    }

    private GridCell cell(Cell cell, Column.TrackAxis axis) {
        if (cell.drawing() instanceof Track track) {
            int columns = axis.characters().applyAsInt(page.screen().width());
            return GridCell.of(Bars.track(track, columns, page.screen().unicode()), ink(cell));
        }
        return cell(cell);
    }

    private GridCell cell(Cell cell) {
        if (cell.drawing() instanceof Cell.ShareBar bar) {
            return GridCell.of(Bars.share(bar.share(), BAR, page.screen().unicode()), Ink.CYAN);
        }
        return GridCell.of(words(cell), ink(cell));
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

    /** Bars made of block characters, to an eighth of a column; of {@code #} where there are none. */
    static final class Bars {
        private static final String EIGHTHS = " ▏▎▍▌▋▊▉█";

        private Bars() {}

        /** Returns a bar for a share of 0 to 1, at most {@code columns} wide, not padded. */
        public static String share(double share, int columns, boolean unicode) {
            double width = Math.min(1, Math.max(0, share)) * columns;
            if (!unicode) {
                return "#".repeat((int) Math.round(width));
            }
            int full = (int) width;
            int eighths = (int) Math.round((width - full) * 8);
            if (eighths == 8) {
                full++;
                eighths = 0;
            }
            String rest = eighths == 0 ? "" : EIGHTHS.substring(eighths, eighths + 1);
            return "█".repeat(full) + rest;
        }

        /**
         * Returns a bar from one moment to another on an axis, padded to its width. Anything, however short, shows.
         *
         * @param from where it starts, 0 to 1
         * @param to where it ends, 0 to 1
         */
        public static String span(double from, double to, int columns, boolean unicode) {
            int first = (int) Math.min(columns - 1, Math.max(0, from) * columns);
            int end = (int) Math.min(columns, Math.max(first + 1, Math.round(Math.min(1, to) * columns)));
            boolean tiny = (to - from) * columns < 0.5;
            String mark = tiny ? (unicode ? "▏" : "|") : (unicode ? "█" : "=");
            return " ".repeat(first) + mark.repeat(end - first) + " ".repeat(columns - end);
        }

        /** Returns what is drawn on an axis so many columns wide. Anything, however short, shows. */
        public static String track(Track track, int columns, boolean unicode) {
            List<Track.Stretch> stretches = track.stretches();
            if (stretches.size() == 1 && stretches.get(0).shade() == Track.Shade.SOLID && Double.isNaN(track.tick())) {
                return span(stretches.get(0).from(), stretches.get(0).to(), columns, unicode);
            }
            char[] drawn = " ".repeat(columns).toCharArray();
            boolean line = false;
            for (Track.Stretch stretch : stretches) {
                // what is too short for a column of its own must not hide the line that it is a part of
                boolean wide = (stretch.to() - stretch.from()) * columns >= 0.5;
                if (wide || !line || stretch.shade() != Track.Shade.SOLID) {
                    fill(drawn, stretch, unicode);
                }
                line |= stretch.shade() == Track.Shade.LINE;
            }
            if (!Double.isNaN(track.tick())) {
                drawn[Math.min(columns - 1, Math.max(0, (int) (track.tick() * columns)))] = unicode ? '┃' : '|';
            }
            return new String(drawn).stripTrailing();
        }

        private static void fill(char[] drawn, Track.Stretch stretch, boolean unicode) {
            char mark = switch (stretch.shade()) {
                case SOLID -> unicode ? '█' : '#';
                case LINE -> unicode ? '─' : '-';
                case FAINT -> unicode ? '░' : ':';
            };
            int first = (int) Math.max(0, Math.min(drawn.length - 1, Math.floor(stretch.from() * drawn.length)));
            int end = (int) Math.min(drawn.length, Math.max(first + 1, Math.round(stretch.to() * drawn.length)));
            for (int i = first; i < end; i++) {
                drawn[i] = mark;
            }
        }
    }

    /**
     * Lines being put together, with headings and paragraphs.
     *
     * <p><b>Threading:</b> one thread.
     */
    private static final class Page {
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
        void facts(String label, List<GridCell> facts) {
            StringBuilder line = new StringBuilder(paint(label, Ink.DIM));
            int width = Texts.width(label);
            int indent = width;
            String dot = " " + screen.dot() + " ";
            boolean first = true;
            for (GridCell fact : facts) {
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
}
