// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.tool.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunFilesTest {
    private static final String HEADER = "{\"event\":\"HEADER\",\"format\":\"agent-profiler/1\"}\n";
    private static final String START = "{\"event\":\"SPAN_START\",\"span\":\"1\"}\n";
    private static final String FOOTER = "{\"event\":\"FOOTER\",\"dropped\":{\"SPAN_START\":{\"io\":2,\"shed\":0},"
            + "\"SPAN_END\":{\"io\":1}},\"workflows_skipped\":7,\"unmatched\":[\"a/b\"],"
            + "\"frameworks\":[{\"name\":\"x\",\"model_calls\":false}]}\n";

    @TempDir
    private Path base;

    private Path run;

    @BeforeEach
    void make() throws IOException {
        run = Files.createDirectory(base.resolve("shop-7-20261123T080000.000Z"));
    }

    @Test
    void shouldReadTheLastCountersOfAllSegments() throws IOException {
        Files.writeString(run.resolve("segment-000001.jsonl"), HEADER + START + START + "{\"event\":\"BOOKS\"}\n");
        Files.writeString(run.resolve("segment-000002.jsonl"), HEADER + START + FOOTER);

        RunFiles read = RunFiles.read(run);

        assertThat(read.spans()).isEqualTo(3);
        assertThat(read.isClosed()).isTrue();
        assertThat(read.isStopped()).isFalse();
        assertThat(read.dropped()).isEqualTo(Map.of("io", 3L));
        assertThat(read.counter("workflows_skipped")).isEqualTo(7);
        assertThat(read.counter("workflows_refused")).isZero();
        assertThat(read.names("unmatched")).containsExactly("a/b");
        assertThat(RunFiles.text(read.entries("frameworks").get(0), "name")).isEqualTo("x");
    }

    @Test
    void shouldTellToolsAndModelCallsThatAreWorkflowsOfTheirOwn() throws IOException {
        String asks = "{\"event\":\"SPAN_START\",\"trace\":\"a\",\"span\":\"1\",\"kind\":\"llm\"}\n"
                + "{\"event\":\"SPAN_END\",\"trace\":\"a\",\"span\":\"1\",\"attributes\":"
                + "{\"gen_ai.response.finish_reasons\":[\"tool_calls\"]}}\n";
        String tool = "{\"event\":\"SPAN_START\",\"trace\":\"b\",\"span\":\"2\",\"kind\":\"tool\"}\n";
        String whole = "{\"event\":\"SPAN_START\",\"trace\":\"c\",\"span\":\"3\",\"kind\":\"agent\"}\n"
                + "{\"event\":\"SPAN_START\",\"trace\":\"c\",\"span\":\"4\",\"parent\":\"3\",\"kind\":\"llm\"}\n"
                + "{\"event\":\"SPAN_START\",\"trace\":\"c\",\"span\":\"5\",\"parent\":\"3\",\"kind\":\"tool\"}\n";
        Path file = run.resolve("segment-000001.jsonl");
        Files.writeString(file, HEADER + asks + tool + whole + FOOTER);

        assertThat(RunFiles.read(run).looseCalls().tools()).isEqualTo(1);
        assertThat(RunFiles.read(run).looseCalls().models()).isEqualTo(1);
        assertThat(RunFiles.read(run).looseCalls().lackAgent()).isTrue();

        Files.writeString(file, HEADER + asks + whole + FOOTER);
        assertThat(RunFiles.read(run).looseCalls().lackAgent()).isFalse();
    }

    @Test
    void shouldReadWhatAKillLeaves() throws IOException {
        Files.writeString(run.resolve("segment-000001.jsonl.open"), HEADER + START + "{\"event\":\"BOOKS\",\"star");

        RunFiles read = RunFiles.read(run);

        assertThat(read.spans()).isEqualTo(1);
        assertThat(read.isClosed()).isFalse();
        assertThat(read.dropped()).isEmpty();
    }

    /** Both are there while a segment is being compressed. */
    @Test
    void shouldCountASegmentOnceThatIsThereTwice() throws IOException {
        Files.writeString(run.resolve("segment-000001.jsonl"), HEADER + START + FOOTER);
        try (OutputStream file = Files.newOutputStream(run.resolve("segment-000001.jsonl.gz"));
                OutputStream gzip = new GZIPOutputStream(file)) {
            gzip.write((HEADER + START + FOOTER).getBytes(StandardCharsets.UTF_8));
        }
        Files.writeString(run.resolve("segment-000001.jsonl.gz.tmp"), "half");

        assertThat(RunFiles.read(run).spans()).isEqualTo(1);
        Files.delete(run.resolve("segment-000001.jsonl"));
        assertThat(RunFiles.read(run).spans()).isEqualTo(1);
    }

    @Test
    void shouldFindTheNewestRunOfAProcess() throws IOException {
        Path later = Files.createDirectory(base.resolve("shop-7-20261123T090000.000Z"));
        Files.createDirectory(base.resolve("shop-17-20261123T100000.000Z"));
        Files.createDirectory(base.resolve("reports"));

        assertThat(RunFiles.of(base, 7, null).directory()).isEqualTo(later);
        assertThat(RunFiles.of(base, 7, Instant.parse("2026-11-23T09:00:00.001Z")))
                .isNull();
        assertThat(RunFiles.in(base)).hasSize(3);
        assertThat(RunFiles.in(base.resolve("nowhere"))).isEmpty();
    }

    @Test
    void shouldNoticeTheFileStop() throws IOException {
        Files.createFile(run.resolve("STOP"));

        assertThat(RunFiles.read(run).isStopped()).isTrue();
    }
}
