// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.requests;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.testing.CommandRun;
import io.agentprofiler.analyzer.testing.Mutations;
import io.agentprofiler.analyzer.testing.ReadTraces;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.SpanFlag;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.shared.schema.Attributes;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RequestReaderTest {
    private static final Path MOONCAKE = Path.of("src/test/resources/requests/mooncake.jsonl");
    private static final String BURST = """
            Timestamp,Model,Request tokens,Response tokens,Total tokens,Log Type
            5,ChatGPT,472,18,490,Conversation log
            45.5,GPT-4,1087,0,1087,API log
            """;

    @TempDir
    private Path directory;

    private ReadTraces read(String text) throws Exception {
        return ReadTraces.of(Files.writeString(directory.resolve("trace"), text), false);
    }

    private static Span span(Trace trace) {
        assertThat(trace.spans()).hasSize(1);
        return trace.root();
    }

    private static Map<?, ?> blocks(Span span) {
        return (Map<?, ?>) span.attributes().get(Attributes.PROMPT_BLOCK_IDS);
    }

    @Test
    void shouldMakeAWorkflowOfEachRequest() throws Exception {
        ReadTraces read = ReadTraces.of(MOONCAKE, false);

        assertThat(read.traces()).hasSize(300);
        assertThat(read.problems()).isEmpty();
        Span third = span(read.traces().get(2));
        assertThat(third.startNanos()).isEqualTo(40_000_000);
        assertThat(third.tokens().input()).isEqualTo(23_769);
        assertThat(third.tokens().output()).isEqualTo(3);
        assertThat(third.has(SpanFlag.LENGTH_UNKNOWN)).isTrue();
        assertThat(third.isMeasured()).isFalse();
        assertThat(blocks(third).get("block_tokens")).isEqualTo(512L);
        assertThat((List<?>) blocks(third).get("ids")).hasSize(47).first().isEqualTo(151L);
        assertThat(ReadTraces.of(MOONCAKE, true).traces().get(2).id())
                .isEqualTo(read.traces().get(2).id());
    }

    @Test
    void shouldReadTheNamesOfOtherBenchmarks() throws Exception {
        List<Trace> traces = read("""
                {"session_id": "a", "created_time": 1.5, "input_tokens": 30, "output_tokens": 7, "hash_ids": ["x1", "x2"], "block_size": 16, "model": "m"}
                {"session_id": "a", "delay_ms": 250, "input_tokens": 40, "output_tokens": 8, "hash_ids": ["x1", "x2", "x3"], "block_size": 16}
                {"timestamp": "2026-03-21T10:05:38.219Z", "input_length": 9}
                """).traces();

        Span first = span(traces.get(0));
        assertThat(first.startNanos()).isEqualTo(1_500_000);
        assertThat(first.name()).isEqualTo("chat m");
        assertThat(first.conversation()).isEqualTo("a");
        assertThat(blocks(first)).isEqualTo(Map.of("block_tokens", 16L, "ids", List.of("x1", "x2")));
        Span second = span(traces.get(1));
        assertThat(second.has(SpanFlag.TIME_UNKNOWN)).isTrue();
        assertThat(second.startNanos()).isGreaterThan(first.startNanos());
        Span third = span(traces.get(2));
        assertThat(third.startNanos()).isEqualTo(1_774_087_538_219_000_000L);
        assertThat(third.tokens().output()).isEqualTo(Unknown.LONG);
        assertThat(third.attributes().get(Attributes.PROMPT_BLOCK_IDS)).isNull();
    }

    @Test
    void shouldJoinChatsAndCountTheirTimesInSeconds() throws Exception {
        List<Trace> traces = read("""
                {"chat_id": 159, "parent_chat_id": -1, "timestamp": 61.114, "input_length": 33, "output_length": 132, "type": "text", "turn": 1, "hash_ids": [1, 2, 3]}
                {"chat_id": 160, "parent_chat_id": 159, "timestamp": 70, "input_length": 160, "output_length": 5, "type": "text", "turn": 2, "hash_ids": [1, 2, 4, 5, 6, 7, 8, 9, 10, 11]}
                {"chat_id": 161, "parent_chat_id": 160, "timestamp": 71, "input_length": 5, "output_length": 5, "type": "search", "turn": 3, "hash_ids": [1]}
                """).traces();

        assertThat(traces)
                .extracting(Trace::startNanos)
                .containsExactly(61_114_000_000L, 70_000_000_000L, 71_000_000_000L);
        assertThat(traces).extracting(trace -> span(trace).conversation()).containsOnly("159");
        assertThat(blocks(span(traces.get(0))).get("block_tokens")).isEqualTo(16L);
        assertThat(span(traces.get(2)).attributes().text("agentprofiler.request.type"))
                .isEqualTo("search");
    }

    @Test
    void shouldReadTables() throws Exception {
        List<Trace> traces = read(BURST).traces();

        Span first = span(traces.get(0));
        assertThat(first.startNanos()).isEqualTo(5_000_000_000L);
        assertThat(first.name()).isEqualTo("chat ChatGPT");
        assertThat(first.tokens().input()).isEqualTo(472);
        assertThat(first.status()).isEqualTo(SpanStatus.OK);
        assertThat(first.has(SpanFlag.LENGTH_UNKNOWN)).isTrue();
        assertThat(span(traces.get(1)).status()).isEqualTo(SpanStatus.ERROR);

        Span measured = span(read("""
                Timestamp,Session ID,Elapsed time,Model,Request tokens,Response tokens,Total tokens,Log Type
                2,7,1.25,GPT-4,10,20,30,Conversation log
                """).only());
        assertThat(measured.isMeasured()).isTrue();
        assertThat(measured.durationNanos()).isEqualTo(1_250_000_000);
        assertThat(measured.conversation()).isEqualTo("7");

        Span azure = span(read("TIMESTAMP,ContextTokens,GeneratedTokens\n2023-11-16 18:15:46.6805900,374,44\n")
                .only());
        assertThat(azure.startNanos()).isEqualTo(1_700_158_546_680_590_000L);
        assertThat(azure.tokens().output()).isEqualTo(44);
    }

    @Test
    void shouldReadAListAndCompressedFiles() throws Exception {
        assertThat(read("[\n  {\"input_length\": 5, \"output_length\": 1, \"timestamp\": 0},\n"
                                + "  {\"input_length\": 6, \"output_length\": 1, \"timestamp\": 1}\n]\n")
                        .traces())
                .hasSize(2);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream zipped = new GZIPOutputStream(bytes)) {
            zipped.write(BURST.getBytes(StandardCharsets.UTF_8));
        }
        assertThat(ReadTraces.of(Files.write(directory.resolve("z.csv.gz"), bytes.toByteArray()), false)
                        .traces())
                .hasSize(2);
    }

    @Test
    void shouldCountWhatItLeavesOut() throws Exception {
        ReadTraces read = read("""
                {"timestamp": 0, "input_length": 5, "output_length": 1}
                {"timestamp": 0, "input_length": -5, "output_length": 1}
                nonsense
                {"timestamp": "soon", "input_length": 5, "output_length": "many", "hash_ids": 3}
                {"timestamp": 1, "input_len""");

        assertThat(read.traces()).hasSize(2);
        assertThat(read.problems())
                .contains("2: /input_length: expected a whole number of 0 or more, found -5; left out")
                .contains("2: /: expected \"input_length\"")
                .contains("3: not JSON")
                .contains("4: /output_length: expected a whole number of 0 or more")
                .contains("4: /timestamp: expected a time");
        assertThat(read("Timestamp,Request tokens,Response tokens\n1,many,2\n2,3,4\n")
                        .problems())
                .contains("2: expected a whole number of 0 or more, the tokens of the prompt; the line is left out");
        Path empty = Files.writeString(directory.resolve("empty"), "Timestamp,Request tokens,Response tokens\n");
        new CommandRun().assertRefused(empty + ": holds no request", "report", empty);
    }

    @Test
    void shouldSayThatBlocksDoNotFit() throws Exception {
        assertThat(read("""
                {"timestamp": 0, "input_length": 1000, "output_length": 1, "hash_ids": [1, 2]}
                {"timestamp": 0, "input_length": 1000, "output_length": 1, "hash_ids": [1, 2, 3, 4, 5, 6]}
                """).problems()).contains("no size of blocks fits all requests");
    }

    @Test
    void shouldSurviveEveryMutation() throws Exception {
        String lines = String.join(
                "\n", Files.readAllLines(MOONCAKE).stream().limit(20).toList());
        Mutations.Fates fates = Mutations.read(new RequestReader(), List.of(lines, BURST), 2000, directory);

        assertThat(fates.counted()).isGreaterThan(100);
    }
}
