// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.read.segment;

import static io.agentprofiler.analyzer.testing.TestRun.at;
import static io.agentprofiler.analyzer.testing.TestRun.attributes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentprofiler.analyzer.base.stat.Unknown;
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
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SegmentReaderTest extends ReadSegment {
    private static final TraceId TRACE = new TraceId(0, 1);

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
                                Unknown.LONG,
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
                        new SpanEvent.Start(TRACE, 2, 0, 5, SpanKind.FUNCTION, null, AttributeSet.EMPTY),
                        new SpanEvent.End(null, 2, 6, SpanStatus.OK, AttributeSet.EMPTY));
    }

    @Test
    void shouldTakeFieldsInAnyOrderAndIgnoreUnknownOnes() throws IOException {
        read("{\"future\":{\"a\":[1]},\"t\":5,\"span\":\"0000000000000002\",\"new\":1,"
                + "\"trace\":\"00000000000000000000000000000001\",\"event\":\"SPAN_START\",\"later\":[{}]}\n"
                + "{\"event\":\"SPAN_POKED\",\"span\":\"0000000000000002\",\"t\":5}\n");

        assertThat(spans)
                .containsExactly(new SpanEvent.Start(TRACE, 2, 0, 5, SpanKind.FUNCTION, null, AttributeSet.EMPTY));
        assertThat(runs).isEmpty();
    }

    @Test
    void shouldDecodeTextsWithEscapesAndOtherScripts() throws IOException {
        read(START.replace("\"t\":5", "\"t\":5,\"name\":\"a\\\"b\\u00e9\",\"rule\":\"größe 日本\",\"thread\":\"\""));

        assertThat(spans)
                .containsExactly(new SpanEvent.Start(
                        TRACE, 2, 0, 5, SpanKind.FUNCTION, "a\"bé", "größe 日本", "", Unknown.LONG, AttributeSet.EMPTY));
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
                                new RunEvent.EventTotals(
                                        Map.of("SPAN_START", 3L),
                                        Map.of("SPAN_START", 2L),
                                        Map.of("SPAN_START", Map.of("ring_full", 1L)),
                                        Map.of("SPAN_START", 0L)),
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
                                RunEvent.EventTotals.NONE,
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
}
