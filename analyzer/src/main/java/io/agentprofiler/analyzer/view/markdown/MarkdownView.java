// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.view.markdown;

import io.agentprofiler.analyzer.output.Unseen;
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
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A document as GitHub's Markdown, for pull requests and issues.
 *
 * <p>Names from traces stand in {@code <code>}, and every character that Markdown or HTML could take for its own is written as an
 * entity, so that no text can format anything, mention anyone, or end the table it stands in.
 *
 * <p><b>Threading:</b> one thread.
 */
public final class MarkdownView {
    private static final int MAX_NAME = 120;
    private static final String HARMLESS = " ,;%+-/()=…→·:?!'$";

    private final StringBuilder text = new StringBuilder();

    private MarkdownView() {}

    /** Returns the text. */
    public static String of(Document document) {
        MarkdownView view = new MarkdownView();
        view.line("### " + plain(document.title()));
        view.line("");
        view.add(document.blocks());
        return view.text.toString();
    }

    private void add(List<Block> blocks) {
        blocks.forEach(this::add);
    }

    private void add(Block block) {
        if (block instanceof Section section) {
            heading(section.title(), section.explanation());
            add(section.blocks());
        } else if (block instanceof Table table) {
            table(table);
        } else if (block instanceof Facts facts) {
            line((facts.label().isBlank() ? "" : "**" + plain(facts.label().strip()) + "** ")
                    + facts.cells().stream().map(MarkdownView::cell).collect(Collectors.joining(" · ")));
            line("");
        } else if (block instanceof Notes notes) {
            notes.texts().forEach(note -> line("- " + plain(note)));
            line("");
        } else if (block instanceof Note note) {
            String mark = note.mark().isEmpty() ? "" : "**" + plain(note.mark()) + "** ";
            line(mark + plain(note.text()));
            line("");
        } else if (!(block instanceof Value)) {
            throw new IllegalArgumentException("no way to show " + block.getClass());
        }
    }

    private void heading(String title, String explanation) {
        if (title != null) {
            line("#### " + plain(title));
            line("");
            if (!explanation.isEmpty()) {
                line(plain(explanation));
                line("");
            }
        }
    }

    private void table(Table table) {
        if (table.shown().isEmpty()) {
            return;
        }
        heading(table.title(), table.explanation());
        List<Integer> columns = IntStream.range(0, table.columns().size())
                .filter(i -> isShown(table, i))
                .boxed()
                .toList();
        line(row(
                columns.stream().map(i -> plain(table.columns().get(i).title())).toList()));
        line(row(columns.stream()
                .map(i -> table.columns().get(i).left() ? ":--" : "--:")
                .toList()));
        table.shown()
                .forEach(row ->
                        line(row(columns.stream().map(i -> cell(row.get(i))).toList())));
        line("");
        if (table.hidden() > 0) {
            line("and " + Units.count(table.hidden(), "more " + table.noun()));
            line("");
        }
    }

    /** Bars say in signs what another column says as a figure; columns of nothing but blanks go where they may. */
    private static boolean isShown(Table table, int column) {
        Column shown = table.columns().get(column);
        return table.shown().stream().noneMatch(row -> row.get(column).isBar())
                && (shown.dispensable() == 0
                        || table.shown().stream()
                                .anyMatch(row -> !row.get(column).isBlank()));
    }

    private static String row(List<String> cells) {
        return "| " + String.join(" | ", cells) + " |";
    }

    private static String cell(Cell cell) {
        if (cell.name()) {
            return code(cell.text());
        }
        boolean strong = cell.emphasis() == Emphasis.BAD || cell.emphasis() == Emphasis.WARNING;
        String words = plain(cell.text());
        return strong && !words.isBlank() ? "**" + words + "**" : words;
    }

    private void line(String line) {
        text.append(line).append('\n');
    }

    /** Returns a name from a trace, cut where it is very long, as code. */
    public static String code(String name) {
        int points = name.codePointCount(0, name.length());
        String cut = points <= MAX_NAME ? name : name.substring(0, name.offsetByCodePoints(0, MAX_NAME - 1)) + "…";
        return cut.isEmpty() ? "" : "<code>" + plain(cut) + "</code>";
    }

    /** Writes everything but letters, digits and a few harmless characters as entities; a point only stays in a number. */
    public static String plain(String words) {
        StringBuilder plain = new StringBuilder();
        int before = ' ';
        for (int point : Unseen.blanked(words).codePoints().toArray()) {
            boolean stays = Character.isLetterOrDigit(point)
                    || HARMLESS.indexOf(point) >= 0
                    || point == '.' && Character.isDigit(before);
            if (stays) {
                plain.appendCodePoint(point);
            } else {
                plain.append("&#").append(point).append(';');
            }
            before = point;
        }
        return plain.toString();
    }
}
