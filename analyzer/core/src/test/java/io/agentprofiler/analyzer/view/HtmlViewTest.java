// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.view.cell.Cell;
import io.agentprofiler.analyzer.view.cell.Emphasis;
import java.util.List;
import org.junit.jupiter.api.Test;

class HtmlViewTest {
    private static String html(Block... blocks) {
        String page = HtmlView.of(Samples.of(blocks));
        return page.substring(page.indexOf("<main>"));
    }

    @Test
    void shouldForbidEverythingButItsOwnStyle() {
        assertThat(HtmlView.of(Samples.of()))
                .startsWith("<!DOCTYPE html>")
                .contains(
                        "content=\"default-src 'none'; base-uri 'none'; form-action 'none'; style-src 'unsafe-inline'\"",
                        "<h1>A title &lt;b&gt;</h1>");
    }

    @Test
    void shouldKeepHostileTextText() {
        String html = html(
                Samples.table(Samples.HOSTILE)
                        .heading(Samples.HOSTILE, Samples.HOSTILE)
                        .build(),
                Note.line(Samples.HOSTILE),
                new Notes("notes", "!", List.of(Samples.HOSTILE), Emphasis.WARNING),
                Facts.about(Samples.HOSTILE).add(Samples.HOSTILE).build(),
                Samples.tracks(Samples.HOSTILE, "chat"),
                new SideBySide(List.of(Section.titled(Samples.HOSTILE, Samples.HOSTILE))));

        assertThat(html)
                .doesNotContain("</script", "<img", "\u001b", "\u202e", "\u009b")
                .contains("&lt;/script&gt;&lt;img src=x");
    }

    @Test
    void shouldLeaveOutColumnsOfBlanksThatMayGo() {
        assertThat(html(Samples.table("a").build()))
                .contains("<th scope=\"col\" class=\"text\">name<th scope=\"col\">length</tr>")
                .contains("<th scope=\"row\" class=\"text plain\"><code>a</code><td class=\"plain\">1</tr>")
                .doesNotContain("errors");
        assertThat(html(Samples.table("a")
                        .number("lost", name -> Cell.bad(3, Emphasis.BAD))
                        .whereFilled()
                        .build()))
                .contains("lost", "<td class=\"bad\">3");
    }

    @Test
    void shouldDrawOnAScale() {
        assertThat(html(Samples.tracks("answer", "chat")))
                .contains(
                        "<th scope=\"col\" class=\"axis\"><span>time</span><span>400 ms</span>",
                        "<i class=\"llm line\" style=\"left:0.000%;width:100.000%\"></i>"
                                + "<i class=\"llm\" style=\"left:0.000%;width:25.000%\"></i>",
                        "<i class=\"llm faint\" style=\"left:25.000%;width:50.000%\"></i>"
                                + "<i class=\"first\" title=\"first chunk\" style=\"left:50.000%\"></i>",
                        "<code>chat</code> error");
    }

    @Test
    void shouldShowSidesNextToEachOther() {
        assertThat(html(new SideBySide(List.of(
                        Section.titled("left", "of it", Note.line("first")),
                        Section.titled("right", "", Note.line("second"))))))
                .containsSubsequence(
                        "<div class=\"sides\">",
                        "<figcaption><b>left</b> of it</figcaption>",
                        "first",
                        "</figure>",
                        "right",
                        "</div>");
    }

    @Test
    void shouldPutTheConclusionFirstAndShowDetailOpen() {
        assertThat(html(
                        Note.line("beginning"),
                        Section.under("Detail", "")
                                .place(Section.Place.PAGES)
                                .add(Note.line("text"))
                                .build(),
                        Section.under("Gates", "")
                                .place(Section.Place.CONCLUSION)
                                .build()))
                .containsSubsequence("<h2>Gates</h2>", "beginning", "<h2>Detail</h2>", "text");
    }

    @Test
    void shouldExplainColumnsThatItShows() {
        assertThat(html(Samples.footnote()))
                .contains("</table>\n</div>\n<p class=\"dim\">lanes: &lt;7&gt;</p>")
                .doesNotContain("never");
    }

    @Test
    void shouldSayHowManyRowsAreMissing() {
        assertThat(html(Samples.numbered(100, 5, 20)))
                .contains("name80", "and 80 more things; elsewhere")
                .doesNotContain("name79");
        assertThat(html(Samples.numbered(0, 5, 20))).doesNotContain("<table");
    }
}
