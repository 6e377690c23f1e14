// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.view.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.view.Block;
import io.agentprofiler.analyzer.view.Note;
import io.agentprofiler.analyzer.view.Samples;
import io.agentprofiler.analyzer.view.Section;
import io.agentprofiler.analyzer.view.SideBySide;
import io.agentprofiler.analyzer.view.Table;
import io.agentprofiler.analyzer.view.Value;
import io.agentprofiler.analyzer.view.cell.Cell;
import io.agentprofiler.analyzer.view.cell.Emphasis;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class TerminalViewTest {
    private static String printed(Screen screen, Block... blocks) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        TerminalView.print(Samples.of(blocks), screen, new PrintStream(bytes, true, StandardCharsets.UTF_8));
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private static String printed(Block... blocks) {
        return printed(Screen.plain(true), blocks);
    }

    @Test
    void shouldLeaveOutColumnsOfBlanksThatMayGo() {
        assertThat(printed(Samples.table("a", "bcd").build())).isEqualTo("""
                        name  length
                        a          1
                        bcd        3
                        """);
    }

    @Test
    void shouldBlankWhatCouldMoveTheCursor() {
        assertThat(printed(Samples.table(Samples.HOSTILE).build(), Note.line(Samples.HOSTILE)))
                .doesNotContain("\u001b", "\u202e", "\u009b")
                .contains("</script><img");
    }

    @Test
    void shouldDrawOnAScale() {
        assertThat(printed(Samples.tracks("answer", "chat"))).isEqualTo("""
                        span          0 ─────────── 400 ms
                        answer        █████───────────────
                        chat · error       ░░░░░┃░░░░
                        """);
        assertThat(printed(new Screen(120, false, false), Samples.tracks("answer", "chat")))
                .isEqualTo("""
                        span          0 ----------- 400 ms
                        answer        #####---------------
                        chat - error       :::::|::::
                        """);
    }

    @Test
    void shouldColourNamesByKindUnlessSomethingIsWrong() {
        Screen colours = new Screen(120, true, true);

        assertThat(printed(colours, Samples.tracks("answer", "chat"))).contains("\u001b[34manswer");
        assertThat(printed(
                        colours,
                        Table.of(null, List.of("x"))
                                .text(
                                        "name",
                                        name -> Cell.name(name)
                                                .of(io.agentprofiler.shared.schema.SpanKind.LLM)
                                                .with(Emphasis.BAD))
                                .build()))
                .contains("\u001b[31mx");
    }

    @Test
    void shouldWrapRowsOfAList() {
        Table list = Table.of("paths", List.of("a > ".repeat(30) + "b"))
                .asList()
                .text("", path -> Cell.words("+"))
                .text("path", Cell::name)
                .text("calls", path -> Cell.words("0 → 1"))
                .build();

        assertThat(printed(new Screen(80, false, true), list).lines())
                .hasSize(2)
                .allSatisfy(line -> assertThat(Texts.width(line)).isLessThanOrEqualTo(80))
                .satisfies(lines -> assertThat(lines.get(0)).startsWith("+ a > a"))
                .satisfies(lines -> assertThat(lines.get(1)).startsWith("  ").endsWith("b  0 → 1"));
    }

    @Test
    void shouldLeaveOutWhatIsForPagesOrPrograms() {
        assertThat(printed(
                        Section.under("Pages", "")
                                .place(Section.Place.PAGES)
                                .add(Note.line("wide"))
                                .build(),
                        new Value("a", 1L),
                        Table.of("rows", List.of(1)).field("b", i -> 2L).build(),
                        Section.under("Detail", "")
                                .place(Section.Place.FOLDED)
                                .add(Note.line("text"))
                                .build(),
                        new SideBySide(List.of(Section.titled("left", "")))))
                .isEqualTo("Detail\ntext\n\nleft\n");
    }

    @Test
    void shouldExplainColumnsThatItShows() {
        assertThat(printed(Samples.footnote())).isEqualTo("""
                        name                lane
                        a rather long name     7
                        lanes: <7>
                        """);
        assertThat(printed(new Screen(18, false, true), Samples.footnote())).isEqualTo("""
                        name
                        a rather long name
                        """);
    }

    @Test
    void shouldSayHowManyRowsAreMissing() {
        assertThat(printed(Samples.numbered(100, 5, 20)))
                .contains("name95", "… 95 more things; elsewhere")
                .doesNotContain("name94");
        assertThat(printed(Samples.numbered(0, 5, 20))).isEmpty();
    }
}
