// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.base.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CsvFileTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "=1+2",
                "=cmd|' /C calc'!A0",
                "+1+2",
                "-2+3",
                "-",
                "+",
                "@SUM(1)",
                "\t=1",
                "\r=1",
                "\n=1",
                "＝1",
                "＋1",
                "－1",
                "＠A",
                "-1,5",
                "-1 ",
                "-1e",
                "'quoted'",
                "- a list"
            })
    void shouldMakeTextOfWhatASpreadsheetComputes(String text) {
        String cell = CsvFile.cell(text);

        assertThat(cell).startsWith("'");
        assertThat(cell.substring(1)).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "0", "-1", "+1", "-0.5", "-1.5E-7", "1e9", "chat gpt", "a=b", " =1", "<workflow>", "x'"})
    void shouldLeaveNumbersAndOtherTextAlone(String text) {
        assertThat(CsvFile.cell(text)).isEqualTo(text);
    }

    @Test
    void shouldQuoteWhatItMakesText() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (CsvFile csv = new CsvFile(bytes)) {
            csv.row("a", null, "-7", "=A1,\"x\"", "\rb");
        }

        assertThat(bytes.toString(StandardCharsets.UTF_8)).isEqualTo("a,,-7,\"'=A1,\"\"x\"\"\",\"'\rb\"\n");
    }
}
