// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.view.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentprofiler.analyzer.view.Block;
import io.agentprofiler.analyzer.view.Note;
import io.agentprofiler.analyzer.view.Notes;
import io.agentprofiler.analyzer.view.Samples;
import io.agentprofiler.analyzer.view.Section;
import io.agentprofiler.analyzer.view.SideBySide;
import io.agentprofiler.analyzer.view.Table;
import io.agentprofiler.analyzer.view.Value;
import io.agentprofiler.analyzer.view.cell.Cell;
import io.agentprofiler.analyzer.view.cell.Emphasis;
import io.agentprofiler.analyzer.view.cell.Fields;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class JsonViewTest {
    private static String text(Block... blocks) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        JsonView.write(Samples.of(blocks), bytes);
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private static String compact(Block... blocks) throws IOException {
        return text(blocks).replaceAll("\\s+", "");
    }

    @Test
    void shouldGiveProgramsEveryRowInTheOrderGiven() throws IOException {
        assertThat(compact(Samples.numbered(3, 1, 2)))
                .isEqualTo(
                        "{\"format\":\"sample/1\",\"rows\":[{\"name\":\"name0\"},{\"name\":\"name1\"},{\"name\":\"name2\"}]}");
        assertThat(compact(Samples.numbered(0, 5, 20))).isEqualTo("{\"format\":\"sample/1\",\"rows\":[]}");
    }

    @Test
    void shouldHaveNoFieldForWhatIsNotKnown() throws IOException {
        assertThat(compact(Table.of("rows", List.of("x"))
                        .number("cost", "cost", x -> Cell.money(null))
                        .number("calls", "calls", x -> Cell.count(0))
                        .field("share", x -> Double.NaN)
                        .build()))
                .isEqualTo("{\"format\":\"sample/1\",\"rows\":[{\"calls\":0}]}");
    }

    @Test
    void shouldWriteNullWhereAFormatOfOthersWantsIt() throws IOException {
        assertThat(compact(new Value(
                        "of_others",
                        new Fields()
                                .orNull("a", Double.NaN)
                                .orNull("b", Double.POSITIVE_INFINITY)
                                .orNull("c", null)
                                .orNull("d", 0.5))))
                .isEqualTo("{\"format\":\"sample/1\",\"of_others\":{\"a\":null,\"b\":null,\"c\":null,\"d\":0.5}}");
    }

    @Test
    void shouldLeaveOutAFigureOfAPartThatARowLacks() throws IOException {
        assertThat(compact(Table.of("rows", List.of("x", ""))
                        .field("length", row -> row.isEmpty() ? null : row, String::length)
                        .build()))
                .isEqualTo("{\"format\":\"sample/1\",\"rows\":[{\"length\":1},{}]}");
    }

    @Test
    void shouldPutSectionsOfOneKeyIntoOneObject() throws IOException {
        assertThat(compact(
                        Section.keyed("outer", new Value("a", 1L), Section.keyed("inner", new Value("b", 2L))),
                        Note.line("for people"),
                        Section.under("Title", "")
                                .key("outer")
                                .add(new Value("c", new BigDecimal("1.500")))
                                .build(),
                        new SideBySide(List.of(Section.keyed("left", new Value("d", true))))))
                .isEqualTo(
                        "{\"format\":\"sample/1\",\"outer\":{\"a\":1,\"inner\":{\"b\":2},\"c\":1.5},\"left\":{\"d\":true}}");
    }

    @Test
    void shouldRefuseTwoFiguresOfOneName() {
        assertThatThrownBy(() -> text(new Value("a", 1L), new Value("a", 2L)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("two blocks are called a");
    }

    @Test
    void shouldKeepHostileTextReadableAndHarmless() throws IOException {
        String json = text(
                Samples.table(Samples.HOSTILE).build(),
                new Notes("notes", "!", List.of(Samples.HOSTILE), Emphasis.WARNING),
                new Value("fields", new Fields().put("text", Samples.HOSTILE)));

        assertThat(json).doesNotContain("\u001b", "\u202e", "\u009b");
        assertThat(json.lines().filter(line -> line.contains("</script><img src=x onerror=alert(1)>`*_[x]")))
                .hasSize(3)
                .allSatisfy(line ->
                        assertThat(line).containsIgnoringCase("\\u001b[31m|").containsIgnoringCase("\\u202e"));
    }
}
