// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.shared;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.shared.schema.RunName;
import io.agentprofiler.shared.schema.TraceFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
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

class RunSegmentsTest {
    @TempDir
    private Path base;

    @ParameterizedTest
    @CsvSource({
        "segment-000001.jsonl, 1",
        "segment-000012.jsonl.open, 12",
        "segment-000003.jsonl.gz, 3",
        "segment-1000000.jsonl, 1000000",
        "segment-000003.jsonl.gz.tmp, -1",
        "segment-.jsonl, -1",
        "segment-00000a.jsonl, -1",
        "segment-1234567890.jsonl, -1",
        "segment-000001.json, -1",
        "a-segment-000001.jsonl, -1"
    })
    void shouldKnowSegmentsByTheirNames(String file, int number) {
        assertThat(TraceFormat.segmentNumber(file)).isEqualTo(number);
    }

    @Test
    void shouldTakeNamesOfRunsApart() {
        assertThat(RunName.of("shop-2-7-20261123T081236.001Z")).isEqualTo(new RunName(7, "20261123T081236.001Z"));
        assertThat(RunName.of("reports")).isNull();
    }

    @Test
    void shouldListRunsTheNewestFirst() throws IOException {
        Path first = Files.createDirectory(base.resolve("b-7-20261123T080000.000Z"));
        Path second = Files.createDirectory(base.resolve("a-7-20261123T080000.001Z"));
        Files.createDirectory(base.resolve("reports"));
        Files.createFile(base.resolve("c-7-20261123T090000.000Z"));

        assertThat(RunSegments.runs(base)).containsExactly(second, first);
    }

    /** Names sort otherwise than numbers, and a segment is there twice while it is being compressed. */
    @Test
    void shouldListEachSegmentOnceInTheOrderOfWriting() throws IOException {
        for (String file : List.of(
                "segment-1000000.jsonl.open",
                "segment-999999.jsonl",
                "segment-999998.jsonl.gz",
                "segment-999999.jsonl.gz",
                "segment-999999.jsonl.gz.tmp",
                "STOP")) {
            Files.createFile(base.resolve(file));
        }

        assertThat(RunSegments.in(base).values())
                .extracting(path -> path.getFileName().toString())
                .containsExactly("segment-999998.jsonl.gz", "segment-999999.jsonl", "segment-1000000.jsonl.open");
    }

    @Test
    void shouldReadLinesUntilTheTakerHasEnough() throws IOException {
        Path segment = Files.writeString(base.resolve("segment-000001.jsonl"), "a\nb\nto");

        assertThat(lines(segment, 10)).containsExactly("a", "b", "to");
        assertThat(lines(segment, 2)).containsExactly("a", "b");
    }

    @Test
    void shouldReadACompressedSegmentUpToWhereItIsCutOff() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        byte[] noise = new byte[200_000];
        new Random(1).nextBytes(noise);
        try (OutputStream gzip = new GZIPOutputStream(bytes)) {
            for (byte one : noise) {
                gzip.write((one + "\n").getBytes(StandardCharsets.UTF_8));
            }
        }
        Path segment = base.resolve("segment-000001.jsonl.gz");
        Files.write(segment, bytes.toByteArray());
        assertThat(lines(segment, Integer.MAX_VALUE)).hasSize(noise.length);

        Files.write(segment, Arrays.copyOf(bytes.toByteArray(), bytes.size() / 2));
        assertThat(lines(segment, Integer.MAX_VALUE)).hasSizeBetween(noise.length / 4, noise.length - 1);
    }

    private static List<String> lines(Path segment, int most) throws IOException {
        List<String> lines = new ArrayList<>();
        RunSegments.read(segment, line -> lines.add(line) && lines.size() < most);
        return lines;
    }
}
