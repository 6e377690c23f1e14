// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.export.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.formats.export.ExportRun;
import io.agentprofiler.analyzer.testing.CommandRun;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What can be told of the files without a reader of theirs; {@link ParquetInteropTest} has some. */
class ParquetExportTest {
    private static final String MAGIC = "PAR1";

    @TempDir
    private Path directory;

    private final CommandRun analyzer = new CommandRun();
    private Path run;

    @BeforeEach
    void writeARun() throws IOException {
        run = ExportRun.random(new Random(7), 30).write(directory.resolve("run/segment-000001.jsonl"));
    }

    private static String bytes(Path file) throws IOException {
        return Files.readString(file, StandardCharsets.ISO_8859_1);
    }

    /** Returns what the pages of a file hold. */
    private static String pages(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        ByteArrayOutputStream pages = new ByteArrayOutputStream();
        for (int i = 0; i + 2 < bytes.length; i++) {
            if ((bytes[i] & 0xff) == 0x1f && (bytes[i + 1] & 0xff) == 0x8b && bytes[i + 2] == 8) {
                try (GZIPInputStream page = new GZIPInputStream(new ByteArrayInputStream(bytes, i, bytes.length - i))) {
                    // what follows a page ends the reading, but only after the page
                    for (int value = page.read(); value >= 0; value = page.read()) {
                        pages.write(value);
                    }
                } catch (IOException e) {
                    continue;
                }
            }
        }
        return pages.toString(StandardCharsets.ISO_8859_1);
    }

    @Test
    void shouldWriteThreeTablesForTheirOwnerOnly() throws IOException {
        Path out = directory.resolve("a/tables");

        assertThat(analyzer.run("export", "parquet", "--out", out, run)).isZero();

        assertThat(analyzer.out()).startsWith("Written: " + out + ", 30 workflows, ");
        try (Stream<Path> files = Files.list(out)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder("spans.parquet", "workflows.parquet", "model_calls.parquet");
        }
        for (String name : new String[] {"spans", "workflows", "model_calls"}) {
            Path file = out.resolve(name + ".parquet");
            assertThat(bytes(file)).startsWith(MAGIC).endsWith(MAGIC).contains("agent_profiler_schema", "duration_ns");
            byte[] all = Files.readAllBytes(file);
            int footer = ByteBuffer.wrap(all).order(ByteOrder.LITTLE_ENDIAN).getInt(all.length - 8);
            assertThat(footer).isBetween(100, all.length - 12);
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .isEqualTo("rw-------");
        }
    }

    @Test
    void shouldHoldNoTextOfPromptsAnswersAndFailures() throws IOException {
        Path out = directory.resolve("tables");
        analyzer.run("export", "parquet", "--out", out, run);

        String pages = pages(out.resolve("spans.parquet"));
        assertThat(pages).contains("gpt-4o-mini", "java.io.IOException").doesNotContain(ExportRun.SECRET);
        assertThat(pages(out.resolve("model_calls.parquet"))).doesNotContain(ExportRun.SECRET);
        assertThat(pages(out.resolve("workflows.parquet"))).doesNotContain(ExportRun.SECRET);
    }

    @Test
    void shouldWriteTheSameEachTime() throws IOException {
        analyzer.run("export", "parquet", "--out", directory.resolve("one"), run);
        analyzer.run("export", "parquet", "--out", directory.resolve("two"), run);

        assertThat(directory.resolve("two/spans.parquet"))
                .hasSameBinaryContentAs(directory.resolve("one/spans.parquet"));
    }

    @Test
    void shouldWantADirectory() throws IOException {
        analyzer.assertRefused(
                "the format is several files: name a directory for them with --out", "export", "parquet", run);
        Path file = Files.writeString(directory.resolve("file"), "x");
        analyzer.assertRefused("cannot write to " + file, "export", "parquet", "--out", file, run);
        assertThat(file).hasContent("x");
    }
}
