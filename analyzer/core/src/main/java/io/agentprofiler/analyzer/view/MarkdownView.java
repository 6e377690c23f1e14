// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.view;

import io.agentprofiler.analyzer.base.output.Unseen;
import io.agentprofiler.analyzer.view.cell.Cell;
import io.agentprofiler.analyzer.view.cell.Emphasis;
import io.agentprofiler.analyzer.view.cell.Units;
import io.agentprofiler.analyzer.view.terminal.Screen;
import io.agentprofiler.analyzer.view.terminal.TerminalView;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A document as GitHub's Markdown, for pull requests and issues.
 *
 * <p>Names from traces stand in {@code <code>}, and every character that Markdown or HTML could take for its own is written as an
 * entity, so that no text can format anything, mention anyone, or end the table it stands in. What is drawn on a scale stands as text
 * in a fence that no name can close.
 *
 * <p>A comment on GitHub may have 65,536 characters: beyond {@value #MOST_CHARACTERS} tables and lists have fewer rows.
 *
 * <p><b>Threading:</b> one thread.
 */
public final class MarkdownView {
    static final int MOST_CHARACTERS = 60_000;

    private static final int[] MAX_ROWS = {Integer.MAX_VALUE, 40, 20, 10, 3};
    private static final int MAX_NAME = 120;
    private static final int MAX_NOTE = 400;
    private static final Screen FENCED = Screen.plain(true);
    private static final String HARMLESS = " ,;%+-/()=…→·?!'";
    /** What makes a list, a heading or a rule of the line that it begins. */
    private static final Pattern LEADING = Pattern.compile("^(?: *)([-+=]|\\d+[.)](?= |$))");

    private final StringBuilder text = new StringBuilder();
    private final int maxRows;

    private MarkdownView(int maxRows) {
        this.maxRows = maxRows;
    }

    /** Returns the text. */
    public static String of(Document document) {
        String text = "";
        for (int rows : MAX_ROWS) {
            MarkdownView view = new MarkdownView(rows);
            view.line("### " + plain(document.title()));
            view.line("");
            view.add(document.onPages());
            text = view.text.toString();
            if (text.length() <= MOST_CHARACTERS) {
                break;
            }
        }
        return text;
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
            line((facts.label().isBlank() ? "" : "**" + plain(facts.label().strip()) + "** ")
                    + facts.cells().stream().map(MarkdownView::cell).collect(Collectors.joining(" · ")));
            line("");
        } else if (block instanceof Notes notes) {
            notes(notes);
        } else if (block instanceof Note note && note.text().isEmpty()) {
            line("");
        } else if (block instanceof Note note) {
            String mark = note.mark().isBlank() ? "" : "**" + plain(note.mark().strip()) + "** ";
            line(mark.isEmpty() ? paragraph(note(note.text())) : mark + note(note.text()));
            line("");
        } else if (!(block instanceof Value || block instanceof Scatter)) {
            throw new IllegalArgumentException("no way to show " + block.getClass());
        }
    }

    private void section(Section section) {
        if (!section.place().isFolded()) {
            heading(section.title(), section.explanation());
            add(section.blocks());
            return;
        }
        List<Table> tables = section.blocks().stream()
                .filter(block -> block instanceof Table table && table.total() > 0)
                .map(Table.class::cast)
                .toList();
        String count = tables.size() == 1 ? " (" + Units.count(tables.get(0).total()) + ")" : "";
        line("<details><summary>" + plain(section.title()) + count + "</summary>");
        line("");
        if (!section.explanation().isEmpty()) {
            line(paragraph(plain(section.explanation())));
            line("");
        }
        add(section.blocks());
        line("</details>");
        line("");
    }

    private void heading(String title, String explanation) {
        if (title != null) {
            line("#### " + plain(title));
            line("");
            if (!explanation.isEmpty()) {
                line(paragraph(plain(explanation)));
                line("");
            }
        }
    }

    private void notes(Notes notes) {
        if (notes.texts().isEmpty()) {
            return;
        }
        notes.texts().stream().limit(maxRows).forEach(note -> line("- " + paragraph(note(note))));
        if (notes.texts().size() > maxRows) {
            line("- and " + Units.count(notes.texts().size() - maxRows) + " more");
        }
        line("");
    }

    /** Where room is short a sentence that quotes a long name is cut. */
    private String note(String words) {
        return plain(maxRows == Integer.MAX_VALUE ? words : cut(words, MAX_NOTE));
    }

    private void table(Table table) {
        List<List<Cell>> all = table.onPages();
        if (all.isEmpty()) {
            return;
        }
        heading(table.title(), table.explanation());
        List<List<Cell>> rows = all.subList(0, Math.min(maxRows, all.size()));
        if (table.hasAxis()) {
            fenced(TerminalView.lines(table, rows, FENCED));
        } else {
            rows(table, rows);
        }
        line("");
        table.footnotes(table.filled(rows)).forEach(words -> {
            line(paragraph(plain(words)));
            line("");
        });
        if (table.total() > rows.size()) {
            line("and " + Units.count(table.total() - rows.size(), "more " + table.noun())
                    + (table.more().isEmpty() ? "" : "; " + plain(table.more())));
            line("");
        }
    }

    /** The fence is longer than any row of backticks inside, so none of them closes it. */
    private void fenced(List<String> lines) {
        String fence = "```";
        while (String.join("\n", lines).contains(fence)) {
            fence += "`";
        }
        line(fence + "text");
        lines.forEach(this::line);
        line(fence);
    }

    /** Bars say in signs what another column says as a figure. */
    private void rows(Table table, List<List<Cell>> rows) {
        List<Integer> columns = table.filled(rows).stream()
                .filter(i -> rows.stream().noneMatch(row -> row.get(i).isBar()))
                .toList();
        line(row(
                columns.stream().map(i -> plain(table.columns().get(i).title())).toList()));
        line(row(columns.stream()
                .map(i -> table.columns().get(i).left() ? ":--" : "--:")
                .toList()));
        rows.forEach(row -> line(row(columns.stream().map(i -> cell(row.get(i))).toList())));
    }

    private static String row(List<String> cells) {
        return "| " + String.join(" | ", cells) + " |";
    }

    private static String cell(Cell cell) {
        if (cell.name()) {
            return code(cell.text()) + (cell.beside().isEmpty() ? "" : " " + plain(cell.beside()));
        }
        boolean strong = cell.emphasis() == Emphasis.BAD
                || cell.emphasis() == Emphasis.WARNING
                || cell.emphasis() == Emphasis.GOOD;
        String words = plain(cell.text());
        return strong && !words.isBlank() ? "**" + words + "**" : words;
    }

    private void line(String line) {
        text.append(line).append('\n');
    }

    /** Returns a name from a trace, cut where it is very long, as code. */
    public static String code(String name) {
        String cut = cut(name, MAX_NAME);
        return cut.isEmpty() ? "" : "<code>" + plain(cut) + "</code>";
    }

    private static String cut(String words, int most) {
        return words.codePointCount(0, words.length()) <= most
                ? words
                : words.substring(0, words.offsetByCodePoints(0, most - 1)) + "…";
    }

    /** Returns a text that begins a line, so that its first characters stay characters. */
    private static String paragraph(String plain) {
        Matcher leading = LEADING.matcher(plain);
        if (!leading.find()) {
            return plain.stripLeading();
        }
        int last = leading.end() - 1;
        return (plain.substring(0, last) + "&#" + (int) plain.charAt(last) + ";" + plain.substring(last + 1))
                .stripLeading();
    }

    /** Writes everything but letters, digits and a few harmless characters as entities. */
    public static String plain(String words) {
        StringBuilder plain = new StringBuilder();
        int[] points = Unseen.blanked(words).codePoints().toArray();
        for (int i = 0; i < points.length; i++) {
            int before = i == 0 ? ' ' : points[i - 1];
            int after = i == points.length - 1 ? ' ' : points[i + 1];
            if (stays(before, points[i], after)) {
                plain.appendCodePoint(points[i]);
            } else {
                plain.append("&#").append(points[i]).append(';');
            }
        }
        return plain.toString();
    }

    /**
     * Dollars stay in front of numbers, colons at the end of words, points where no {@code www} is before: elsewhere they make
     * formulas, emojis and links.
     */
    private static boolean stays(int before, int point, int after) {
        return switch (point) {
            case '.' -> before != 'w' && before != 'W';
            case '$' -> Character.isDigit(after) && !Character.isLetterOrDigit(before);
            case ':' -> after == ' ';
            default ->
                Character.isLetterOrDigit(point)
                        || Character.getType(point) == Character.OTHER_SYMBOL
                        || HARMLESS.indexOf(point) >= 0;
        };
    }
}
