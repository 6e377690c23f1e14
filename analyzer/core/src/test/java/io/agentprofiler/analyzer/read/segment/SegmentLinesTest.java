// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.read.segment;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.read.Problems;
import io.agentprofiler.analyzer.read.ReadOptions;
import io.agentprofiler.analyzer.read.event.SpanEvent;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

/** Lines that are torn, bad, long or joined, and files that are compressed. */
class SegmentLinesTest extends ReadSegment {
    @Test
    void shouldTolerateATornLastLine() throws IOException {
        Problems problems = read(START + "\n" + START.substring(0, 40));

        assertThat(spans).hasSize(1);
        assertThat(problems.tornLines()).isEqualTo(1);
        assertThat(problems.skipped()).isZero();
    }

    @Test
    void shouldTakeALastLineWithoutLineEnd() throws IOException {
        Problems problems = read(START + "\n" + START);

        assertThat(spans).hasSize(2);
        assertThat(problems.tornLines()).isZero();
    }

    @Test
    void shouldSkipBadLinesAndNameThem() throws IOException {
        Problems problems = read(String.join(
                        "\n",
                        "garbage",
                        START,
                        "",
                        "{\"event\":\"SPAN_START\",\"trace\":\"00000000000000000000000000000001\"",
                        START,
                        "[1,2]",
                        START.replace("\"0000000000000002\"", "\"xyz\""),
                        START.replace("\"t\":5", "\"t\":\"soon\""),
                        START.replace(",\"t\":5", ""),
                        "{\"span\":\"0000000000000002\"}",
                        START.replace("0002", "00z2"),
                        START,
                        "more garbage",
                        "even more",
                        START)
                + "\n");

        assertThat(spans).hasSize(4);
        assertThat(problems.skipped()).isEqualTo(10);
        assertThat(problems.first()).extracting(Problems.Problem::line).containsExactly(1L, 4L, 6L, 7L, 8L);
        assertThat(problems.first()).extracting(Problems.Problem::reason).last().isEqualTo("\"t\" is not a number");
        assertThat(problems.first())
                .extracting(Problems.Problem::reason)
                .element(3)
                .isEqualTo("\"span\" is not 16 hex digits");
        assertThat(problems.first())
                .extracting(Problems.Problem::reason)
                .element(2)
                .isEqualTo("not a JSON object");
        assertThat(problems.first())
                .allSatisfy(problem ->
                        assertThat(problem.reason()).doesNotContain("\n").isNotBlank());
    }

    @Test
    void shouldNotLoseTheLineAfterOneOfControlCharacters() throws IOException {
        Problems problems = read(START + "\n\0\0\0\0\n" + START + "\n \t\r\n\u0001" + START + "\n" + START + "\n");

        assertThat(spans).hasSize(3);
        assertThat(problems.first()).extracting(Problems.Problem::line).containsExactly(2L, 5L);
    }

    @Test
    void shouldGoOnInTheLineAfterABadOneThatSwallowsALineEnd() throws IOException {
        Problems problems =
                read("{\"event\":\"SPAN_START\",\"name\":\"cut here\n" + START + "\n{\"a\":\n" + START + "\n");

        assertThat(spans).hasSize(2);
        assertThat(problems.first()).extracting(Problems.Problem::line).containsExactly(1L, 3L);
    }

    @Test
    void shouldNumberLinesAcrossBlocks() throws IOException {
        String padded = START.replace("\"t\":5", "\"t\":5,\"pad\":\"" + "x".repeat(900) + "\"");
        StringBuilder text = new StringBuilder();
        for (int i = 1; i <= 5000; i++) {
            text.append(i == 4321 ? "broken" : padded).append('\n');
        }

        Problems problems = read(text.toString());

        assertThat(spans).hasSize(4999);
        assertThat(problems.first()).extracting(Problems.Problem::line).containsExactly(4321L);
    }

    @Test
    void shouldReadLinesLongerThanABlock() throws IOException {
        String name = "n".repeat(3_000_000);

        Problems problems = read(
                START + "\n" + START.replace("\"t\":5", "\"t\":5,\"name\":\"" + name + "\"") + "\n" + START + "\n");

        assertThat(spans).hasSize(3);
        assertThat(((SpanEvent.Start) spans.get(1)).name()).isEqualTo(name);
        assertThat(problems.skipped()).isZero();
    }

    @Test
    void shouldReadWindowsLineEndsAndAByteOrderMark() throws IOException {
        Problems problems = read("\uFEFF" + START + "\r\n" + START + "\r\n");

        assertThat(spans).hasSize(2);
        assertThat(problems.skipped()).isZero();
    }

    @Test
    void shouldReadCompressedFiles() throws IOException {
        Problems problems = read(gzip(START + "\n" + START + "\n"), ReadOptions.WITHOUT_CONTENT);

        assertThat(spans).hasSize(2);
        assertThat(problems.skipped()).isZero();
    }

    @Test
    void shouldReadWhatIsThereOfACompressedFileCutOff() throws IOException {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 20_000; i++) {
            text.append(START.replace("\"t\":5", "\"t\":" + i * 7919L)).append('\n');
        }
        byte[] whole = gzip(text.toString());

        Problems problems = read(Arrays.copyOf(whole, whole.length / 2), ReadOptions.WITHOUT_CONTENT);

        assertThat(spans).hasSizeBetween(5_000, 19_999);
        assertThat(problems.skipped()).isEqualTo(1);
        assertThat(problems.first().get(0).reason()).startsWith("the compressed data ends early or is damaged");
    }

    private static byte[] gzip(String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }

    @Test
    void shouldCountNumbersThatDoNotFitAsBadLines() throws IOException {
        Problems problems =
                read(START.replace("\"t\":5", "\"t\":123456789012345678901234567890") + "\n" + START + "\n");

        assertThat(spans).hasSize(1);
        assertThat(problems.skipped()).isEqualTo(1);
    }

    @Test
    void shouldSkipARecordNestedWithoutEnd() throws IOException {
        Problems problems = read(
                START.replace("\"t\":5", "\"t\":5,\"attributes\":{\"a\":" + "[".repeat(5000)) + "\n" + START + "\n");

        assertThat(spans).hasSize(1);
        assertThat(problems.first()).extracting(Problems.Problem::line).containsExactly(1L);
    }

    /** What some tool has joined to one line is all there. */
    @Test
    void shouldReadAllRecordsOfAFileWithoutLineEnds() throws IOException {
        Problems problems = read(START + " " + START + START);

        assertThat(spans).hasSize(3);
        assertThat(problems.tornLines()).isZero();
        assertThat(problems.skipped()).isZero();
    }

    @Test
    void shouldCountWhatItDoesNotReadOfALineWithoutEnd() throws IOException {
        assertThat(read(START + START + "{\"event\":\"SPAN_START\",\"t\":\"x\"}" + START)
                        .first())
                .singleElement()
                .extracting(Problems.Problem::reason)
                .asString()
                .endsWith("; the rest of the line is not read");
        assertThat(spans).hasSize(2);
        spans.clear();

        Problems torn = read(START + START + START.substring(0, 40));
        assertThat(spans).hasSize(2);
        assertThat(torn.tornLines()).isEqualTo(1);
        assertThat(torn.skipped()).isZero();
    }
}
