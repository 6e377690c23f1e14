// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.view;

import io.agentprofiler.analyzer.view.cell.Cell;
import io.agentprofiler.analyzer.view.cell.Track;
import io.agentprofiler.analyzer.view.cell.Units;
import io.agentprofiler.analyzer.view.terminal.Texts;
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
    private static final double PERCENT = 100;

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
        add(document.onPages());
        html.append("</main>\n</body>\n</html>\n");
    }

    private static String style() {
        try (InputStream stream = HtmlView.class.getResourceAsStream("view.css")) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void add(List<? extends Block> blocks) {
        blocks.forEach(this::add);
    }

    private void add(Block block) {
        if (block instanceof Section section) {
            heading(section.title(), section.explanation());
            add(section.blocks());
        } else if (block instanceof SideBySide sides) {
            sides(sides);
        } else if (block instanceof Scatter scatter) {
            heading(scatter.title(), scatter.explanation());
            html.append(ScatterSvg.of(scatter));
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
        } else if (block instanceof Note note && note.text().isEmpty()) {
            html.append("\n");
        } else if (block instanceof Note note) {
            html.append("<p>");
            if (!note.mark().isBlank()) {
                html.append("<b class=\"")
                        .append(note.emphasis().word())
                        .append("\">")
                        .append(HtmlText.escaped(note.mark().strip()))
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

    private void sides(SideBySide sides) {
        html.append("<div class=\"sides\">\n");
        for (Section side : sides.sections()) {
            html.append("<figure class=\"side\"><figcaption><b>")
                    .append(HtmlText.escaped(side.title()))
                    .append("</b> ")
                    .append(HtmlText.escaped(side.explanation()))
                    .append("</figcaption>\n");
            add(side.blocks());
            html.append("</figure>\n");
        }
        html.append("</div>\n");
    }

    private void table(Table table) {
        List<List<Cell>> rows = table.onPages();
        if (rows.isEmpty()) {
            return;
        }
        heading(table.title(), table.explanation());
        html.append("<div class=\"table\" tabindex=\"0\" role=\"region\" aria-label=\"")
                .append(HtmlText.escaped(table.title() == null ? "table" : table.title()))
                .append("\">\n<table><thead><tr>");
        List<Integer> columns = table.filled(rows);
        columns.forEach(i -> head(table.columns().get(i)));
        html.append("</tr></thead>\n<tbody>\n");
        for (List<Cell> row : rows) {
            html.append("<tr>");
            columns.forEach(i -> cell(table.columns().get(i), row.get(i), i.equals(columns.get(0))));
            html.append("</tr>\n");
        }
        html.append("</tbody></table>\n</div>\n");
        table.footnotes(columns)
                .forEach(words -> html.append("<p class=\"dim\">")
                        .append(HtmlText.escaped(words))
                        .append("</p>\n"));
        if (table.total() > rows.size()) {
            html.append("<p class=\"dim\">and ")
                    .append(Units.count(table.total() - rows.size(), "more " + table.noun()))
                    .append(table.more().isEmpty() ? "" : "; " + HtmlText.escaped(table.more()))
                    .append("</p>\n");
        }
    }

    private void head(Column column) {
        if (column.axis() != null) {
            html.append("<th scope=\"col\" class=\"axis\"><span>")
                    .append(HtmlText.escaped(column.title()))
                    .append("</span><span>")
                    .append(HtmlText.escaped(column.axis().end()))
                    .append("</span>");
        } else {
            html.append(column.left() ? "<th scope=\"col\" class=\"text\">" : "<th scope=\"col\">")
                    .append(HtmlText.escaped(column.title()));
        }
    }

    private void cell(Column column, Cell cell, boolean first) {
        html.append(first ? "<th scope=\"row\" class=\"" : "<td class=\"")
                .append(column.left() ? "text " : "")
                .append(cell.emphasis().word())
                .append("\">");
        if (cell.drawing() instanceof Cell.ShareBar bar) {
            html.append(String.format(
                    Locale.ROOT,
                    "<i class=\"bar\" style=\"width: %.1f%%\"></i>",
                    PERCENT * Math.min(1, Math.max(0, bar.share()))));
        } else if (cell.drawing() instanceof Track track) {
            track(track, cell.kind() == null ? "other" : cell.kind().word());
        } else if (cell.name() && first) {
            html.append("<code>").append(HtmlText.escaped(cell.text())).append("</code>");
        } else {
            html.append(HtmlText.escaped(cell.text()));
        }
        if (!cell.beside().isEmpty()) {
            html.append(' ').append(HtmlText.escaped(cell.beside()));
        }
    }

    private void track(Track track, String kind) {
        html.append("<span class=\"track\">");
        for (Track.Stretch stretch : track.stretches()) {
            String shade = stretch.shade() == Track.Shade.SOLID
                    ? ""
                    : " " + stretch.shade().name().toLowerCase(Locale.ROOT);
            double from = percent(stretch.from());
            html.append(String.format(
                    Locale.ROOT,
                    "<i class=\"%s%s\" style=\"left:%.3f%%;width:%.3f%%\"></i>",
                    kind,
                    shade,
                    from,
                    percent(stretch.to()) - from));
        }
        if (!Double.isNaN(track.tick())) {
            html.append(String.format(
                    Locale.ROOT,
                    "<i class=\"first\" title=\"first chunk\" style=\"left:%.3f%%\"></i>",
                    percent(track.tick())));
        }
        html.append("</span>");
    }

    private static double percent(double share) {
        return PERCENT * Math.min(1, Math.max(0, share));
    }

    /** Text made fit for HTML: whatever it holds, it stays text, in an element and in a quoted attribute. */
    static final class HtmlText {
        private HtmlText() {}

        public static String escaped(String text) {
            StringBuilder escaped = new StringBuilder(text.length() + 16);
            Texts.safe(text).codePoints().forEach(point -> {
                switch (point) {
                    case '&' -> escaped.append("&amp;");
                    case '<' -> escaped.append("&lt;");
                    case '>' -> escaped.append("&gt;");
                    case '"' -> escaped.append("&quot;");
                    case '\'' -> escaped.append("&#39;");
                    default -> escaped.appendCodePoint(point);
                }
            });
            return escaped.toString();
        }
    }
}
