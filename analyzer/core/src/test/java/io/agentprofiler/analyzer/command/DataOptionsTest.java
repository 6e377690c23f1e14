// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentprofiler.analyzer.command.terminal.Terminal;
import io.agentprofiler.analyzer.view.Document;
import io.agentprofiler.analyzer.view.Section;
import io.agentprofiler.analyzer.view.Table;
import io.agentprofiler.analyzer.view.Value;
import io.agentprofiler.analyzer.view.cell.Cell;
import io.agentprofiler.analyzer.view.cell.Fields;
import io.agentprofiler.analyzer.view.terminal.Screen;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

class DataOptionsTest {
    private static final Document ANSWER = Document.of("things/1", "Things")
            .add(new Value("verdict", "good"))
            .add(Section.keyed(
                    "by",
                    Table.of("thing", List.of("a", "b"))
                            .text("name", "name", Cell::name)
                            .field("size", name -> name.equals("b") ? new Fields().put("n", 2) : null)
                            .build()))
            .add(new Value(
                    "prices",
                    List.of(new Fields().put("usd", new BigDecimal("0.10")).put("of", List.of("x", "y")))))
            .build();

    private static String printed(boolean terminal, Format format, String... options) throws CommandException {
        DataOptions data = new DataOptions();
        new CommandLine(CommandSpec.forAnnotatedObject(data)).parseArgs(options);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
        FormatOptions.print(
                ANSWER,
                format,
                data,
                Screen.plain(true),
                new Terminal(stream, stream, StandardCharsets.UTF_8, terminal, terminal, Map.of()));
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void shouldWriteJsonOnOneLineUnlessPeopleReadIt() throws CommandException {
        String line = "{\"format\":\"things/1\",\"verdict\":\"good\",\"by\":{\"thing\":[{\"name\":\"a\"},"
                + "{\"name\":\"b\",\"size\":{\"n\":2}}]},\"prices\":[{\"usd\":0.1,\"of\":[\"x\",\"y\"]}]}\n";

        assertThat(printed(false, Format.JSON)).isEqualTo(line);
        assertThat(printed(true, Format.JSON, "--compact")).isEqualTo(line);
        assertThat(printed(true, Format.JSON))
                .startsWith("{\n  \"format\" : \"things/1\",\n  \"verdict\" : \"good\",\n");
    }

    @Test
    void shouldWriteOnlyThePartsAskedFor() throws CommandException {
        assertThat(printed(false, Format.JSON, "--parts", "prices,verdict"))
                .isEqualTo(
                        "{\"format\":\"things/1\",\"prices\":[{\"usd\":0.1,\"of\":[\"x\",\"y\"]}],\"verdict\":\"good\"}\n");
        assertThatThrownBy(() -> printed(false, Format.JSON, "--parts", "price"))
                .hasMessage("--parts price: there is format, verdict, by, prices");
        assertThatThrownBy(() -> printed(false, Format.TEXT, "--parts", "prices"))
                .hasMessage("--parts chooses parts of JSON and CSV: add --format json or --format csv");
    }

    @Test
    void shouldWriteAListAsCsv() throws CommandException {
        assertThat(printed(false, Format.CSV)).isEqualTo("name,size.n\na,\nb,2\n");
        assertThat(printed(false, Format.CSV, "--parts", "prices")).isEqualTo("usd,of\n0.1,x y\n");
        assertThatThrownBy(() -> printed(false, Format.CSV, "--parts", "verdict"))
                .hasMessage("--parts verdict: there is by.thing, prices");
        assertThatThrownBy(() -> printed(false, Format.CSV, "--parts", "by.thing,prices"))
                .hasMessage("--parts: CSV holds one list");
    }
}
