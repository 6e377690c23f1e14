// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.view.html;

import io.agentprofiler.analyzer.view.Block;
import io.agentprofiler.analyzer.view.Cell;
import io.agentprofiler.analyzer.view.Column;
import io.agentprofiler.analyzer.view.Document;
import io.agentprofiler.analyzer.view.Facts;
import io.agentprofiler.analyzer.view.Note;
import io.agentprofiler.analyzer.view.Notes;
import io.agentprofiler.analyzer.view.Section;
import io.agentprofiler.analyzer.view.Table;
import io.agentprofiler.analyzer.view.Units;
import io.agentprofiler.analyzer.view.Value;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/**
 * A document as one HTML page.
 *
 * <p>The page has no script and loads nothing, and its policy forbids both: text from traces can be nothing but text.
 *
 * <p><b>Threading:</b> one thread.
 */
public final class HtmlView {
    private final StringBuilder html = new StringBuilder();

    private HtmlView() {}

    /** Returns the page. */
    public static String of(Document document) {
        HtmlView view = new HtmlView();
        view.page(document);
        return view.html.toString();
    }

    private void page(Document document) {
        String title = HtmlText.escaped(document.title());
        html.append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
                .append("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; base-uri 'none';")
                .append(" form-action 'none'; style-src 'unsafe-inline'\">\n")
                .append("<meta name=\"viewport\" content=\"width=device-width\">\n<title>")
                .append(title)
                .append(" · agent-profiler</title>\n<style>\n")
                .append(style())
                .append("</style>\n</head>\n<body>\n<main>\n<h1>")
                .append(title)
                .append("</h1>\n");
        add(document.blocks());
        html.append("</main>\n</body>\n</html>\n");
    }

    private static String style() {
        try (InputStream stream = HtmlView.class.getResourceAsStream("view.css")) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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
            facts(facts);
        } else if (block instanceof Notes notes) {
            if (!notes.texts().isEmpty()) {
                html.append("<ul>\n");
                notes.texts()
                        .forEach(text -> html.append("<li>")
                                .append(HtmlText.escaped(text))
                                .append("</li>\n"));
                html.append("</ul>\n");
            }
        } else if (block instanceof Note note) {
            html.append("<p>");
            if (!note.mark().isEmpty()) {
                html.append("<b class=\"")
                        .append(note.emphasis().word())
                        .append("\">")
                        .append(HtmlText.escaped(note.mark()))
                        .append("</b> ")
                        .append(HtmlText.escaped(note.text()));
            } else {
                html.append("<span class=\"")
                        .append(note.emphasis().word())
                        .append("\">")
                        .append(HtmlText.escaped(note.text()))
                        .append("</span>");
            }
            html.append("</p>\n");
        } else if (!(block instanceof Value)) {
            throw new IllegalArgumentException("no way to show " + block.getClass());
        }
    }

    private void heading(String title, String explanation) {
        if (title != null) {
            html.append("<h2>").append(HtmlText.escaped(title)).append("</h2>\n");
            if (!explanation.isEmpty()) {
                html.append("<p class=\"dim\">")
                        .append(HtmlText.escaped(explanation))
                        .append("</p>\n");
            }
        }
    }

    private void facts(Facts facts) {
        html.append("<p><b>").append(HtmlText.escaped(facts.label().strip())).append("</b>");
        String between = " ";
        for (Cell cell : facts.cells()) {
            html.append(between)
                    .append("<span class=\"")
                    .append(cell.emphasis().word())
                    .append("\">")
                    .append(HtmlText.escaped(cell.text()))
                    .append("</span>");
            between = " · ";
        }
        html.append("</p>\n");
    }

    private void table(Table table) {
        if (table.shown().isEmpty()) {
            return;
        }
        heading(table.title(), table.explanation());
        html.append("<div class=\"table\" tabindex=\"0\" role=\"region\" aria-label=\"")
                .append(HtmlText.escaped(table.title() == null ? "table" : table.title()))
                .append("\">\n<table><thead><tr>");
        for (Column column : table.columns()) {
            html.append(column.left() ? "<th scope=\"col\" class=\"text\">" : "<th scope=\"col\">")
                    .append(HtmlText.escaped(column.title()));
        }
        html.append("</tr></thead>\n<tbody>\n");
        table.shown().forEach(row -> row(table.columns(), row));
        html.append("</tbody></table>\n</div>\n");
        if (table.hidden() > 0) {
            html.append("<p class=\"dim\">and ")
                    .append(Units.count(table.hidden(), "more " + table.noun()))
                    .append("</p>\n");
        }
    }

    private void row(List<Column> columns, List<Cell> row) {
        html.append("<tr>");
        for (int i = 0; i < row.size(); i++) {
            Cell cell = row.get(i);
            String sort = columns.get(i).left() ? "text " : "";
            html.append(i == 0 ? "<th scope=\"row\" class=\"" : "<td class=\"")
                    .append(sort)
                    .append(cell.emphasis().word())
                    .append("\">");
            if (cell.isBar()) {
                html.append(String.format(
                        Locale.ROOT,
                        "<i class=\"bar\" style=\"width: %.1f%%\"></i>",
                        100 * Math.min(1, Math.max(0, cell.bar()))));
            } else if (cell.name() && i == 0) {
                html.append("<code>").append(HtmlText.escaped(cell.text())).append("</code>");
            } else {
                html.append(HtmlText.escaped(cell.text()));
            }
        }
        html.append("</tr>\n");
    }
}
