// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.view.cell.Cell;
import io.agentprofiler.analyzer.view.cell.Emphasis;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MarkdownViewTest {
    private static String markdown(Block... blocks) {
        return MarkdownView.of(Samples.of(blocks));
    }

    @Test
    void shouldLeaveOutColumnsOfBlanksThatMayGo() {
        assertThat(markdown(
                        Samples.table("a", "bc").heading("Names", "all of them").build()))
                .isEqualTo("""
                        ### A title &#60;b&#62;

                        #### Names

                        all of them

                        | name | length |
                        | :-- | --: |
                        | <code>a</code> | 1 |
                        | <code>bc</code> | 2 |

                        """);
    }

    @Test
    void shouldKeepHostileTextText() {
        String markdown = markdown(
                Samples.table(Samples.HOSTILE).build(),
                Note.line(Samples.HOSTILE),
                new Notes("notes", "!", List.of(Samples.HOSTILE), Emphasis.WARNING),
                Facts.about(Samples.HOSTILE).add(Samples.HOSTILE).build(),
                Section.titled(Samples.HOSTILE, Samples.HOSTILE));

        assertThat(markdown)
                .doesNotContain(
                        "<script", "</script", "<img", "`", "@everyone", "](", " #1", "\u001b", "\u202e", "\u009b")
                .contains("&#60;img", "&#64;everyone", "&#124;");
        assertThat(markdown.lines().filter(line -> line.startsWith("| <code>")))
                .singleElement()
                .satisfies(
                        line -> assertThat(line.chars().filter(c -> c == '|')).hasSize(3));
    }

    /** GitHub makes links of addresses, formulas of dollars, pictures of words between colons, and lists of lines. */
    @Test
    void shouldFormatNothingThatItDoesNotMean() {
        assertThat(MarkdownView.plain("from $0.01 to -$1,200.50: http://e.vil :tada: $a$ $1$ v1.2. 10:30 www.e.vil"))
                .isEqualTo(
                        "from $0.01 to -$1,200.50: http&#58;//e.vil &#58;tada: &#36;a&#36; $1&#36; v1.2. 10&#58;30 www&#46;e.vil");
        assertThat(markdown(
                        Note.line("- a"),
                        Note.line("1. b"),
                        Note.line("    ---"),
                        new Notes("n", "", List.of("12) c", "=== d"), Emphasis.PLAIN),
                        Note.line("2.5 % of 3 workflows")))
                .contains("\n&#45; a\n", "\n1&#46; b\n", "\n&#45;--\n", "\n- 12&#41; c\n- &#61;== d\n", "\n2.5 % of");
    }

    @Test
    void shouldDrawInAFenceThatNoNameCloses() {
        String markdown = markdown(Samples.tracks("```\n# x", "chat"));

        assertThat(markdown)
                .contains(
                        "````text\n",
                        "\n````\n",
                        "0 ─────────── 400 ms",
                        "``` # x       █████───────────────",
                        "chat · error       ░░░░░┃░░░░");
        assertThat(markdown.lines().filter(line -> line.startsWith("````"))).hasSize(2);
        assertThat(markdown).doesNotContain("\n# x");
    }

    @Test
    void shouldFoldDetailAndCountIt() {
        String markdown = markdown(
                Section.under("Detail", "why")
                        .place(Section.Place.FOLDED)
                        .add(Samples.table("a", "b").build())
                        .build(),
                Section.under("For pages", "")
                        .place(Section.Place.PAGES)
                        .add(Note.line("text"))
                        .build());

        assertThat(markdown)
                .contains(
                        "<details><summary>Detail (2)</summary>\n\nwhy\n\n| name |",
                        "\n\n</details>\n\n<details><summary>For pages</summary>\n\ntext\n\n</details>\n");
    }

    @Test
    void shouldPutTheConclusionFirst() {
        assertThat(markdown(
                        Note.line("beginning"),
                        Section.under("Gates", "")
                                .place(Section.Place.CONCLUSION)
                                .add(Note.line("broken"))
                                .build()))
                .containsSubsequence("Gates", "broken", "beginning");
    }

    @Test
    void shouldExplainColumnsThatItShows() {
        assertThat(markdown(Samples.footnote()))
                .endsWith("| 7 |\n\nlanes: &#60;7&#62;\n\n")
                .doesNotContain("never");
    }

    @Test
    void shouldSayHowManyRowsAreMissing() {
        assertThat(markdown(Samples.numbered(100, 5, 20)))
                .contains("<code>name99</code>", "<code>name80</code>", "and 80 more things; elsewhere")
                .doesNotContain("name79");
        assertThat(markdown(Samples.numbered(0, 5, 20))).isEqualTo("### A title &#60;b&#62;\n\n");
    }

    @Test
    void shouldHaveFewerRowsWhereACommentWouldBeTooLong() {
        List<String> names =
                IntStream.range(0, 400).mapToObj(i -> i + "<|>`".repeat(250)).toList();
        Table table = Table.of("rows", names).text("name", "name", Cell::name).build();
        Notes notes = new Notes("notes", "", Collections.nCopies(100, "<".repeat(1000)), Emphasis.PLAIN);

        String markdown = markdown(table, notes);

        assertThat(markdown)
                .hasSizeBetween(10_000, MarkdownView.MOST_CHARACTERS)
                .contains(" more rows", "- and ", " more\n");
    }

    @Test
    void shouldShowSidesOneAfterTheOther() {
        assertThat(markdown(new SideBySide(List.of(
                        Section.titled("left", "", Note.line("first")),
                        Section.titled("right", "", Note.line("second"))))))
                .containsSubsequence("#### left", "first", "#### right", "second");
    }
}
