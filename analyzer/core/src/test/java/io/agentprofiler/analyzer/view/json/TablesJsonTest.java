// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.view.json;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.view.Block;
import io.agentprofiler.analyzer.view.Note;
import io.agentprofiler.analyzer.view.Section;
import io.agentprofiler.analyzer.view.Table;
import io.agentprofiler.analyzer.view.cell.Cell;
import io.agentprofiler.analyzer.view.cell.Emphasis;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

class TablesJsonTest {
    private static String json(Block... blocks) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(ObjectWriteContext.empty(), text)) {
            TablesJson.write(List.of(blocks), json);
        }
        return text.toString();
    }

    @Test
    void shouldTellHowACellReadsAndWhatItIs() {
        Table table = Table.of("by_model", List.of(1L, 2L, 3L))
                .heading("Models", "slowest first")
                .atMost(1, "elsewhere")
                .onPages(2)
                .text("name", "model", row -> Cell.name("m" + row))
                .number("empty", row -> Cell.EMPTY)
                .whereFilled()
                .number("ns", "time", row -> Cell.duration(row * 1_000).with(Emphasis.STRONG))
                .number("cost", row -> Cell.unknown())
                .bar(row -> Cell.bar(row, 4))
                .build();

        assertThat(json(Section.keyed("operations", table, Note.aside("too few"))))
                .isEqualTo(
                        "[{\"title\":\"Models\",\"explanation\":\"slowest first\",\"left_out\":1,\"notes\":[\"too few\"],"
                                + "\"columns\":[{\"title\":\"model\",\"left\":true},{\"title\":\"time\",\"left\":false},"
                                + "{\"title\":\"cost\",\"left\":false},{\"title\":\"\",\"left\":true}],\"rows\":["
                                + "[{\"text\":\"m1\"},{\"text\":\"1.00 µs\",\"raw\":1000,\"emphasis\":\"strong\"},"
                                + "{\"text\":\"-\"},{\"text\":\"\",\"bar\":0.25}],"
                                + "[{\"text\":\"m2\"},{\"text\":\"2.00 µs\",\"raw\":2000,\"emphasis\":\"strong\"},"
                                + "{\"text\":\"-\"},{\"text\":\"\",\"bar\":0.5}]]}]");
    }

    @Test
    void shouldLeaveOutWhatHasNoRows() {
        Table empty = Table.of("none", List.<Long>of())
                .heading("None", "")
                .text("a", row -> Cell.EMPTY)
                .build();

        assertThat(json(empty, Note.line("nothing"))).isEqualTo("[]");
    }
}
