// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.read.tree;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.read.Problems;
import io.agentprofiler.analyzer.read.TraceFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonRecordsTest {
    @TempDir
    private Path directory;

    private final List<String> read = new ArrayList<>();
    private Problems problems;

    private void read(byte[] bytes) throws IOException {
        Path file = Files.write(directory.resolve("file"), bytes);
        problems = new Problems(file);
        read.clear();
        JsonRecords.read(
                TraceFile.of(file),
                taken -> {},
                problems,
                (record, line) -> read.add(line + ":" + record.get("a").value()));
    }

    private void read(String text) throws IOException {
        read(text.getBytes(StandardCharsets.UTF_8));
    }

    private String told() {
        return problems.first().stream()
                .map(problem -> problem.line() + ": " + problem.reason())
                .toList()
                .toString();
    }

    @Test
    void shouldReadOneRecordALine() throws IOException {
        read("\uFEFF{\"a\":1}\r\n\r\n# remark\n{\"a\":2} \n{\"a\":\"ü\"}");

        assertThat(read).containsExactly("1:1", "4:2", "5:ü");
        assertThat(problems.skipped()).isZero();
    }

    @Test
    void shouldLeaveOutBadLinesOnly() throws IOException {
        read("{\"a\":1}\n{\"a\":\n[2]\n{\"a\":3} {\"a\":4}\n{\"a\":5}\n{\"a\":");

        assertThat(read).containsExactly("1:1", "5:5");
        assertThat(told())
                .contains("2: not JSON")
                .contains("3: expected a JSON object")
                .contains("4: more than one JSON value on the line");
        assertThat(problems.tornLines()).isEqualTo(1);
    }

    @Test
    void shouldReadRecordsOverSeveralLinesAndLists() throws IOException {
        read("# head\n===== record 1 =====\n{\n  \"a\": 1\n}\n===== record 2 =====\n{\n  \"a\": \"= #\"\n}\n");
        assertThat(read).containsExactly("5:1", "9:= #");

        read("[{\"a\":1},\n 7,\n{\"a\":2}]\n");
        assertThat(read).containsExactly("1:1", "3:2");
        assertThat(told()).contains("2: /1: expected an object");

        read("[\n{\"a\":1},\n{\"a\":2");
        assertThat(read).startsWith("2:1");
        assertThat(told()).contains("what stands before it was read");
    }

    @Test
    void shouldReadRecordsWhoseFirstLineHoldsMoreThanABrace() throws IOException {
        read("{\"a\": 1, \"b\": [\n  {\"c\": 2},\n  {\"c\": 3}]}\n{\"a\": 2,\n \"b\": []}\n");

        assertThat(read).containsExactly("3:1", "5:2");
        assertThat(problems.skipped()).isZero();
    }

    @Test
    void shouldReadARecordWhoseFirstLineEndsBetweenItsFields() throws IOException {
        read("{\"b\": 1,\n \"a\": 2}\n");

        assertThat(read).containsExactly("2:2");
        assertThat(problems.skipped()).isZero();
    }

    @Test
    void shouldReadTheLinesBehindAFirstOneThatIsCutOff() throws IOException {
        read("{\"a\": [\n{\"a\":1}\n{\"a\":2}\n");

        assertThat(read).containsExactly("2:1", "3:2");
        assertThat(told()).contains("1: not JSON");
    }

    @Test
    void shouldReadLinesOfAnyLengthAcrossItsBuffers() throws IOException {
        Random random = new Random(3);
        List<String> expected = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        for (int i = 1; i <= 200; i++) {
            String value = "x".repeat(random.nextInt(random.nextInt(10) == 0 ? 200_000 : 3_000));
            expected.add(i + ":" + value);
            text.append("{\"a\":\"").append(value).append("\"}\n");
        }
        read(text.toString());

        assertThat(read).isEqualTo(expected);
    }

    @Test
    void shouldReadWhatComesBeforeDamageOfACompressedFile() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Random random = new Random(4);
        try (GZIPOutputStream zipped = new GZIPOutputStream(bytes)) {
            for (int i = 0; i < 20_000; i++) {
                zipped.write(("{\"a\":" + random.nextInt() + "}\n").getBytes(StandardCharsets.UTF_8));
            }
        }
        read(Arrays.copyOf(bytes.toByteArray(), bytes.size() / 2));

        assertThat(read).hasSizeBetween(5_000, 15_000);
        assertThat(told()).contains("the compressed data ends early or is damaged");
    }

    @ParameterizedTest
    @CsvSource({
        "2026-03-21T10:05:38.219Z, 1774087538219000000",
        "2023-11-16 18:15:46.6805900, 1700158546680590000",
        "2026-03-21T11:05:38+01:00, 1774087538000000000",
        "soon, -1",
        "9999-01-01T00:00:00Z, -1"
    })
    void shouldReadTimes(String text, long nanos) {
        assertThat(Times.ofText(text)).isEqualTo(nanos < 0 ? Unknown.LONG : nanos);
    }

    @Test
    void shouldNameTheFieldsOfTheFirstObject() {
        assertThat(FieldNames.ofFirstObject(
                        "[{\"a\":[1,{\"c\":2}],\"b\":{\"d\":1}, \"e".getBytes(StandardCharsets.UTF_8)))
                .containsExactly("a", "b");
        assertThat(FieldNames.ofFirstObject("a,b\n1,2\n".getBytes(StandardCharsets.UTF_8)))
                .isEmpty();
    }
}
