// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.read.segment;

import static io.agentprofiler.analyzer.testing.TestRun.at;
import static io.agentprofiler.analyzer.testing.TestRun.attributes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.read.EventSink;
import io.agentprofiler.analyzer.read.Problems;
import io.agentprofiler.analyzer.read.ReadOptions;
import io.agentprofiler.analyzer.read.TraceFile;
import io.agentprofiler.analyzer.read.TraceReader;
import io.agentprofiler.analyzer.read.UnreadableFileException;
import io.agentprofiler.analyzer.read.event.AttributeSet;
import io.agentprofiler.analyzer.read.event.ChunkStats;
import io.agentprofiler.analyzer.read.event.Coverage;
import io.agentprofiler.analyzer.read.event.HandlerTime;
import io.agentprofiler.analyzer.read.event.RunEvent;
import io.agentprofiler.analyzer.read.event.SpanEvent;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.rules.model.LoadedLibrary;
import io.agentprofiler.shared.schema.SpanKind;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SegmentReaderTest {
    private static final TraceId TRACE = new TraceId(0, 1);
    private static final String START = "{\"event\":\"SPAN_START\",\"trace\":\"00000000000000000000000000000001\","
            + "\"span\":\"0000000000000002\",\"t\":5}";

    @TempDir
    private Path directory;

    private final List<SpanEvent> spans = new ArrayList<>();
    private final List<RunEvent> runs = new ArrayList<>();

    private Problems read(String text) throws IOException {
        return read(text.getBytes(StandardCharsets.UTF_8), ReadOptions.WITHOUT_CONTENT);
    }

    private Problems read(byte[] bytes, ReadOptions options) throws IOException {
        Path path = Files.write(directory.resolve("segment-000001.jsonl"), bytes);
        TraceFile file = TraceFile.of(path);
        Problems problems = new Problems(path);
        new SegmentReader().read(file, options, sink(), problems);
        return problems;
    }

    private EventSink sink() {
        return new EventSink() {
            @Override
            public void span(SpanEvent event) {
                spans.add(event);
            }

            @Override
            public void run(RunEvent event) {
                runs.add(event);
            }
        };
    }

    @Test
    void shouldDecodeHowLongATaskWaited() throws IOException {
        read(TestRun.bare()
                .task(2, 1, 10, 20, "tool", "t", "pool-1-thread-1", 7)
                .text());

        SpanEvent.Start start = (SpanEvent.Start) spans.get(0);
        assertThat(start.queuedNanos()).isEqualTo(7_000_000);
        assertThat(start.thread()).isEqualTo("pool-1-thread-1");
    }

    @Test
    void shouldDecodeEveryFieldOfASpan() throws IOException {
        Problems problems = read(TestRun.bare()
                .start(
                        2,
                        1,
                        10,
                        "llm",
                        "chat gpt",
                        "\"gen_ai.request.model\":\"gpt\",\"n\":3,\"x\":0.5,\"b\":true,\"l\":[1,\"a\"]")
                .chunk(2, 12, 0)
                .end(
                        2,
                        20,
                        "error",
                        ",\"cpu_ns\":7,\"alloc_bytes\":8,\"chunks\":{\"count\":2,\"first_t\":" + at(12) + ",\"last_t\":"
                                + at(15)
                                + ",\"max_gap_ns\":3000000,\"handler_ns\":9,\"handler_before_ns\":1,\"handler_after_ns\":2},\"error\":{\"type\":\"E\",\"message\":\"m\"},"
                                + "\"attributes\":{\"k\":\"v\"}")
                .text());

        assertThat(spans)
                .containsExactly(
                        new SpanEvent.Start(
                                TRACE,
                                2,
                                1,
                                at(10),
                                SpanKind.LLM,
                                "chat gpt",
                                "test/llm",
                                "main",
                                attributes(
                                        "gen_ai.request.model",
                                        "gpt",
                                        "n",
                                        3L,
                                        "x",
                                        0.5,
                                        "b",
                                        true,
                                        "l",
                                        List.of(1L, "a"))),
                        new SpanEvent.Chunk(2, at(12), 0, "text", 5),
                        new SpanEvent.End(
                                TRACE,
                                2,
                                at(20),
                                null,
                                SpanStatus.ERROR,
                                "main",
                                7,
                                8,
                                new ChunkStats(2, at(12), at(15), 3_000_000, new HandlerTime(9, 1, 2)),
                                "E",
                                "m",
                                attributes("k", "v")));
        assertThat(problems.skipped()).isZero();
        assertThat(problems.tornLines()).isZero();
    }

    @Test
    void shouldKeepWhatIsMissingAbsent() throws IOException {
        read(START + "\n{\"event\":\"SPAN_END\",\"span\":\"0000000000000002\",\"t\":6}\n");

        assertThat(spans)
                .containsExactly(
                        new SpanEvent.Start(TRACE, 2, 0, 5, SpanKind.FUNCTION, null, null, null, AttributeSet.EMPTY),
                        new SpanEvent.End(
                                null,
                                2,
                                6,
                                null,
                                SpanStatus.OK,
                                null,
                                Unknown.LONG,
                                Unknown.LONG,
                                null,
                                null,
                                null,
                                AttributeSet.EMPTY));
    }

    @Test
    void shouldTakeFieldsInAnyOrderAndIgnoreUnknownOnes() throws IOException {
        read("{\"future\":{\"a\":[1]},\"t\":5,\"span\":\"0000000000000002\",\"new\":1,"
                + "\"trace\":\"00000000000000000000000000000001\",\"event\":\"SPAN_START\",\"later\":[{}]}\n"
                + "{\"event\":\"SPAN_POKED\",\"span\":\"0000000000000002\",\"t\":5}\n");

        assertThat(spans)
                .containsExactly(
                        new SpanEvent.Start(TRACE, 2, 0, 5, SpanKind.FUNCTION, null, null, null, AttributeSet.EMPTY));
        assertThat(runs).isEmpty();
    }

    @Test
    void shouldDecodeTextsWithEscapesAndOtherScripts() throws IOException {
        read(START.replace("\"t\":5", "\"t\":5,\"name\":\"a\\\"b\\u00e9\",\"rule\":\"größe 日本\",\"thread\":\"\""));

        assertThat(spans)
                .containsExactly(new SpanEvent.Start(
                        TRACE, 2, 0, 5, SpanKind.FUNCTION, "a\"bé", "größe 日本", "", AttributeSet.EMPTY));
    }

    @Test
    void shouldReadHeaderCountersAndSamples() throws IOException {
        read(
                "{\"event\":\"HEADER\",\"format\":\"agent-profiler/1\",\"run\":\"r\",\"service\":\"s\",\"pid\":1,\"host\":\"h\","
                        + "\"settings\":{\"a\":1}}\n"
                        + "{\"event\":\"BOOKS\",\"t\":9,\"emitted\":{\"SPAN_START\":3},\"written\":{\"SPAN_START\":2},"
                        + "\"dropped\":{\"SPAN_START\":{\"ring_full\":1}},\"queued\":{\"SPAN_START\":0},\"started\":3,\"open\":1}\n"
                        + "{\"event\":\"PROCESS\",\"t\":10,\"rss_bytes\":5}\n"
                        + "{\"event\":\"FORECAST\",\"trace\":\"000000000000000000000000000000a1\",\"span\":"
                        + "\"00000000000000b2\",\"t\":11,\"ended_calls\":2,\"remaining_calls\":{\"value\":3}}\n"
                        + "{\"event\":\"FOOTER\",\"emitted\":{},\"written\":{},\"dropped\":{},\"frameworks\":[{\"name\":\"langchain4j\",\"supported\":\"1.0 to 1.20\",\"jars\":[\"core-0.35.0.jar\"],"
                        + "\"model_calls\":false}],\"start\":\"unfinished\",\"libraries\":[{\"name\":\"Ollama4j\","
                        + "\"version\":\"1.1.6\",\"below\":false},{\"version\":\"1\"},{\"name\":\"Azure\","
                        + "\"untraced\":[\"A\"],\"traced\":[\"B\"],\"below\":true}],\"unmatched\":[\"trace/a.B#c\"],\"rules\":[{\"rule\":\"x\",\"spans\":2}]}\n");

        assertThat(runs)
                .containsExactly(
                        new RunEvent.Header("r", "s", 1, "h", Map.of("settings", Map.of("a", 1L))),
                        new RunEvent.Counters(
                                false,
                                9,
                                Map.of("SPAN_START", 3L),
                                Map.of("SPAN_START", 2L),
                                Map.of("SPAN_START", Map.of("ring_full", 1L)),
                                Map.of("SPAN_START", 0L),
                                Map.of("started", 3L, "open", 1L),
                                List.of(),
                                Coverage.NONE),
                        new RunEvent.Sample("PROCESS", 10, Map.of("rss_bytes", 5L)),
                        new RunEvent.Forecast(
                                new TraceId(0, 0xa1),
                                11,
                                Map.of("ended_calls", 2L, "remaining_calls", Map.of("value", 3L))),
                        new RunEvent.Counters(
                                true,
                                Unknown.LONG,
                                Map.of(),
                                Map.of(),
                                Map.of(),
                                Map.of(),
                                Map.of(),
                                List.of(Map.of("rule", "x", "spans", 2L)),
                                new Coverage(
                                        List.of(new Coverage.Framework(
                                                "langchain4j", "1.0 to 1.20", List.of("core-0.35.0.jar"), false)),
                                        List.of(
                                                new LoadedLibrary("Ollama4j", "1.1.6", List.of(), List.of(), false),
                                                new LoadedLibrary("Azure", null, List.of("A"), List.of("B"), true)),
                                        List.of("trace/a.B#c"),
                                        false)));
    }

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
    void shouldIgnoreUnknownEventsWhateverTheirFieldsHold() throws IOException {
        Problems problems = read("{\"event\":\"LOG\",\"t\":5,\"error\":\"text\",\"span\":\"x\",\"name\":[\"a\",{}]}\n"
                + "{\"chunks\":{\"count\":{\"a\":[1]},\"b\":2},\"attributes\":7,\"t\":123456789012345678901234567890,"
                + "\"trace\":{\"id\":[[]]},\"event\":\"METRIC\",\"cpu_ns\":\"much\"}\n"
                + START + "\n");

        assertThat(problems.first()).isEmpty();
        assertThat(problems.skipped()).isZero();
        assertThat(spans).hasSize(1);
    }

    @Test
    void shouldSayWhichFieldIsBadWhereTheEventStandsBehindIt() throws IOException {
        Problems problems =
                read("{\"chunks\":{\"count\":{\"a\":1}},\"t\":\"soon\"," + START.substring(1) + "\n" + START + "\n");

        assertThat(spans).hasSize(1);
        assertThat(problems.first())
                .extracting(Problems.Problem::toString)
                .singleElement()
                .asString()
                .endsWith(":1: \"chunks.count\" is not a number");
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
    void shouldLeaveContentOutUnlessItIsWanted() throws IOException {
        String line = START.replace(
                        "\"t\":5",
                        "\"t\":5,\"attributes\":{\"gen_ai.input.messages\":[{\"role\":\"user\"}],\"a\":1,"
                                + "\"agentprofiler.content.input\":{\"chars\":3},\"agentprofiler.prompt.blocks\":{}}")
                + "\n";

        read(line);
        read(line.getBytes(StandardCharsets.UTF_8), new ReadOptions(true, bytes -> {}));

        assertThat(((SpanEvent.Start) spans.get(0)).attributes())
                .isEqualTo(attributes(
                        "a",
                        1L,
                        "agentprofiler.content.input",
                        Map.of("chars", 3L),
                        "agentprofiler.prompt.blocks",
                        Map.of()));
        assertThat(((SpanEvent.Start) spans.get(1)).attributes())
                .isEqualTo(attributes(
                        "gen_ai.input.messages",
                        List.of(Map.of("role", "user")),
                        "a",
                        1L,
                        "agentprofiler.content.input",
                        Map.of("chars", 3L),
                        "agentprofiler.prompt.blocks",
                        Map.of()));
    }

    @Test
    void shouldRefuseAnotherMajorVersion() {
        assertThatThrownBy(() ->
                        read("{\"event\":\"HEADER\",\"format\":\"agent-profiler/2\",\"run\":\"r\"}\n" + START + "\n"))
                .isInstanceOf(UnreadableFileException.class)
                .hasMessage("written in format agent-profiler/2, this analyzer reads agent-profiler/1; use the"
                        + " analyzer.jar of the agent's version");
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

    @Test
    void shouldRecogniseSegmentsByContent() throws IOException {
        assertThat(recognizes(START + "\n")).isTrue();
        assertThat(recognizes("torn garb\n" + START + "\n")).isTrue();
        assertThat(recognizes("{\"t\":5, \"event\" : \"SPAN_END\"}\n")).isTrue();
        assertThat(recognizes("")).isFalse();
        assertThat(recognizes("\n".repeat(60_000))).isFalse();
        assertThat(recognizes("{\"event\":{\"a\":1}}")).isFalse();
        assertThat(recognizes("[{\"request_number\":0,\"intermediate_steps\":[]}]"))
                .isFalse();
        assertThat(recognizes("\0\1\2\3{\"event\"")).isFalse();
    }

    private boolean recognizes(String text) throws IOException {
        return new SegmentReader().recognizes(TraceFile.of(Files.writeString(directory.resolve("any"), text)));
    }

    @Test
    void shouldTellTheRunOfTheHeader() throws IOException {
        Path path = TestRun.run("shop-42-x").span(1, 0, 0, 1, "agent", "a").write(directory.resolve("s.jsonl"));

        assertThat(new SegmentReader().head(TraceFile.of(path)))
                .isEqualTo(new TraceReader.Head("shop-42-x", "shop", TestRun.EPOCH));
        assertThat(new SegmentReader().head(TraceFile.of(Files.writeString(directory.resolve("t"), START))))
                .isEqualTo(TraceReader.Head.NONE);
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
