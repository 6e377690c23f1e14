// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.read.jfr;

import static io.agentprofiler.analyzer.read.jfr.JfrEvents.TRACE;
import static io.agentprofiler.analyzer.read.jfr.JfrEvents.recorded;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.read.EventSink;
import io.agentprofiler.analyzer.read.InputFiles.TraceReaders;
import io.agentprofiler.analyzer.read.Problems;
import io.agentprofiler.analyzer.read.ReadOptions;
import io.agentprofiler.analyzer.read.TraceFile;
import io.agentprofiler.analyzer.read.UnreadableFileException;
import io.agentprofiler.analyzer.read.event.AttributeSet;
import io.agentprofiler.analyzer.read.event.ChunkStats;
import io.agentprofiler.analyzer.read.event.HandlerTime;
import io.agentprofiler.analyzer.read.event.RunEvent;
import io.agentprofiler.analyzer.read.event.SpanEvent;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.read.jfr.JfrEvents.Backend;
import io.agentprofiler.analyzer.read.jfr.JfrEvents.Call;
import io.agentprofiler.analyzer.read.jfr.JfrEvents.Chunk;
import io.agentprofiler.analyzer.read.jfr.JfrEvents.Lane;
import io.agentprofiler.analyzer.read.jfr.JfrEvents.Llm;
import io.agentprofiler.analyzer.read.jfr.JfrEvents.LlmDetails;
import io.agentprofiler.analyzer.read.jfr.JfrEvents.Pipeline;
import io.agentprofiler.analyzer.read.jfr.JfrEvents.Published;
import io.agentprofiler.analyzer.read.jfr.JfrEvents.Tool;
import io.agentprofiler.shared.schema.SpanKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JfrReaderTest {
    @TempDir
    Path directory;

    private final List<SpanEvent> spans = new ArrayList<>();
    private final List<RunEvent> run = new ArrayList<>();
    private final List<Long> progress = new ArrayList<>();

    @Test
    void shouldReadSamplesOfModelServers() throws IOException {
        Path file = recorded(directory, () -> {
            Backend up = new Backend();
            up.up = true;
            up.server = "vllm";
            up.model = "m";
            up.engines = 2;
            up.waiting = 0;
            up.kvCacheUsage = 0.25;
            up.commit();
            Backend down = new Backend();
            down.failure = "HTTP 503";
            down.commit();
        });

        read(file);

        assertThat(run)
                .extracting(record -> ((RunEvent.Sample) record).event() + ((RunEvent.Sample) record).fields())
                .containsExactly(
                        "BACKEND{endpoint=http://box, server=vllm, model=m, engines=2, waiting=0, kv_cache_usage=0.25,"
                                + " up=true}",
                        "BACKEND{endpoint=http://box, failure=HTTP 503, up=false}");
    }

    @Test
    void shouldReadForecasts() throws IOException {
        read(recorded(directory, () -> new Published().commit()));

        assertThat(spans).isEmpty();
        assertThat(run)
                .containsExactly(new RunEvent.Forecast(
                        new TraceId(0, 0xa1),
                        77,
                        Map.of(
                                "ended_calls",
                                2L,
                                "remaining_seconds",
                                Map.of("value", 1.5, "low", 1.0, "high", 2.0, "workflows", 39L),
                                "remaining_calls",
                                Map.of("value", 3.0, "workflows", 7L),
                                "next_tool",
                                Map.of("tool", "search", "share", 0.75, "workflows", 39L),
                                "last_call",
                                "llm m")));
    }

    private Problems read(Path path) throws IOException {
        TraceFile file = TraceFile.of(path);
        JfrReader reader = new JfrReader();
        assertThat(reader.recognizes(file)).isTrue();
        assertThat(TraceReaders.of(file)).isInstanceOf(JfrReader.class);
        Problems problems = new Problems(path);
        reader.read(
                file,
                new ReadOptions(false, progress::add),
                new EventSink() {
                    @Override
                    public void span(SpanEvent event) {
                        spans.add(event);
                    }

                    @Override
                    public void run(RunEvent event) {
                        run.add(event);
                    }
                },
                problems);
        return problems;
    }

    @Test
    void shouldReadAModelCall() throws IOException {
        Path file = recorded(directory, () -> {
            Llm llm = new Llm();
            llm.begin();
            llm.spanId = "00000000000000ff";
            llm.parentId = "8000000000000001";
            llm.name = "chat gpt-4o";
            llm.kind = "llm";
            llm.startThreadName = "main";
            llm.provider = "openai";
            llm.requestModel = "gpt-4o";
            llm.finishReasons = "stop,length";
            llm.temperature = 0;
            llm.inputTokens = 120;
            llm.cpuTime = 5000;
            llm.commit();
        });

        Problems problems = read(file);

        assertThat(problems.skipped()).isZero();
        assertThat(spans).hasSize(2);
        SpanEvent.Start start = (SpanEvent.Start) spans.get(0);
        SpanEvent.End end = (SpanEvent.End) spans.get(1);
        assertThat(start)
                .isEqualTo(new SpanEvent.Start(
                        TRACE,
                        0xff,
                        0x8000000000000001L,
                        start.epochNanos(),
                        SpanKind.LLM,
                        "chat gpt-4o",
                        "acme/rule",
                        "main",
                        Unknown.LONG,
                        new AttributeSet.Builder()
                                .add("gen_ai.provider.name", "openai")
                                .add("gen_ai.request.model", "gpt-4o")
                                .add("gen_ai.request.temperature", 0.0)
                                .build()));
        assertThat(end)
                .isEqualTo(new SpanEvent.End(
                        TRACE,
                        0xff,
                        end.epochNanos(),
                        null,
                        SpanStatus.OK,
                        "callback",
                        5000,
                        Unknown.LONG,
                        null,
                        null,
                        null,
                        new AttributeSet.Builder()
                                .add("gen_ai.response.finish_reasons", List.of("stop", "length"))
                                .add("gen_ai.usage.input_tokens", 120L)
                                .build()));
        assertThat(end.epochNanos()).isGreaterThanOrEqualTo(start.epochNanos());
        assertThat(start.epochNanos())
                .as("nanoseconds since 1970")
                .isBetween(1_700_000_000_000_000_000L, Long.MAX_VALUE);
        assertThat(progress).containsExactly(Files.size(file));
    }

    @Test
    void shouldReadACallOnceAndNoNumberWhereNoneIsKnown() throws IOException {
        read(recorded(directory, () -> {
            new Call().commit();
            LlmDetails details = new LlmDetails();
            details.spanId = "0000000000000001";
            details.kind = "llm";
            details.commit();
        }));

        assertThat(spans).hasSize(2);
        assertThat(((SpanEvent.Start) spans.get(0)).attributes())
                .isEqualTo(new AttributeSet.Builder()
                        .add("gen_ai.request.max_tokens", 200L)
                        .build());
        assertThat(((SpanEvent.End) spans.get(1)).attributes())
                .isEqualTo(new AttributeSet.Builder()
                        .add("gen_ai.usage.input_tokens", 3_000_000_000L)
                        .build());
    }

    @Test
    void shouldReadAFailedRoot() throws IOException {
        read(recorded(directory, () -> {
            Tool tool = new Tool();
            tool.spanId = "0000000000000001";
            tool.kind = "tool";
            tool.status = "error";
            tool.errorType = "java.io.IOException";
            tool.errorMessage = "gone";
            tool.errorMessageChars = 4;
            tool.errorMessageHash = "Ab12Cd34";
            tool.wrapper = true;
            tool.toolName = "search";
            tool.commit();
        }));

        SpanEvent.Start start = (SpanEvent.Start) spans.get(0);
        assertThat(start.parent()).isZero();
        assertThat(start.kind()).isEqualTo(SpanKind.TOOL);
        assertThat(start.thread())
                .as("no name was written, but the thread was")
                .isEqualTo(Thread.currentThread().getName());
        assertThat(start.attributes().text("gen_ai.tool.name")).isEqualTo("search");
        SpanEvent.End end = (SpanEvent.End) spans.get(1);
        assertThat(end.status()).isEqualTo(SpanStatus.ERROR);
        assertThat(end.errorType()).isEqualTo("java.io.IOException");
        assertThat(end.errorMessage()).isEqualTo("gone");
        assertThat(end.attributes().get("agentprofiler.content.error.message"))
                .isEqualTo(Map.of("chars", 4L, "hash", "Ab12Cd34"));
        assertThat(end.attributes().isTrue("agentprofiler.wrapper")).isTrue();
    }

    @Test
    void shouldReckonChunksFromTheSpansStart() throws IOException {
        read(recorded(directory, () -> {
            Llm llm = new Llm();
            llm.begin();
            chunk("0000000000000001", 0, 100);
            chunk("0000000000000001", 1, 250);
            chunk("0000000000000002", 0, 70);
            llm.spanId = "0000000000000001";
            llm.kind = "llm";
            llm.chunkCount = 2;
            llm.firstChunk = 100;
            llm.lastChunk = 250;
            llm.maxChunkGap = 150;
            llm.queuedTime = 33;
            llm.handlerTime = 90;
            llm.handlerTimeBefore = 0;
            llm.handlerTimeAfter = 40;
            llm.commit();
        }));

        assertThat(spans).hasSize(5);
        long start = spans.get(0).epochNanos();
        assertThat(((SpanEvent.Start) spans.get(0)).queuedNanos()).isEqualTo(33);
        assertThat(spans.subList(1, 3))
                .containsExactly(
                        new SpanEvent.Chunk(1, start + 100, 0, "text", 7),
                        new SpanEvent.Chunk(1, start + 250, 1, "text", 7));
        assertThat(((SpanEvent.End) spans.get(3)).chunks())
                .isEqualTo(new ChunkStats(2, start + 100, start + 250, 150, new HandlerTime(90, 0, 40)));
        assertThat(spans.get(4).span())
                .as("a chunk of a span that has not ended")
                .isEqualTo(2);
    }

    private static void chunk(String span, int number, long sinceStart) {
        Chunk chunk = new Chunk();
        chunk.spanId = span;
        chunk.number = number;
        chunk.sinceStart = sinceStart;
        chunk.chars = 7;
        chunk.commit();
    }

    @Test
    void shouldReadTheLastCounters() throws IOException {
        read(recorded(directory, () -> {
            Pipeline first = new Pipeline();
            first.commit();
            Pipeline last = new Pipeline();
            last.emittedStarts = 3;
            last.commit();
        }));

        assertThat(run).hasSize(2);
        assertThat(run.get(0)).isEqualTo(new RunEvent.Header("acme-17", "acme", 17, null, Map.of()));
        RunEvent.Counters counters = (RunEvent.Counters) run.get(1);
        assertThat(counters.last()).as("the JVM still runs").isFalse();
        assertThat(counters.events().emitted()).isEqualTo(Map.of("SPAN_START", 3L, "SPAN_CHUNK", 15L, "SPAN_END", 2L));
        assertThat(counters.events().queued()).isEqualTo(Map.of("SPAN_START", 0L, "SPAN_CHUNK", 1L, "SPAN_END", 0L));
        assertThat(counters.events().dropped()).isEqualTo(Map.of("SPAN_CHUNK", Map.of("ring_full", 12L, "shed", 1L)));
        assertThat(counters.numbers())
                .isEqualTo(Map.of(
                        "started", 3L,
                        "ended", 2L,
                        "open", 1L,
                        "abandoned", 0L,
                        "payloads_dropped", 4L,
                        "absorbed", 5L,
                        "committed", 9L,
                        "too_early", 6L));
    }

    @Test
    void shouldLeaveTheEventsOfLanesAndOthersAlone() throws IOException {
        read(recorded(directory, () -> {
            new Lane().commit();
            System.gc();
        }));

        assertThat(spans).isEmpty();
        assertThat(run).isEmpty();
    }

    @Test
    void shouldSkipASpanWithoutAnId() throws IOException {
        Problems problems = read(recorded(directory, () -> {
            Tool tool = new Tool();
            tool.spanId = "nonsense";
            tool.commit();
        }));

        assertThat(spans).isEmpty();
        assertThat(problems.skipped()).isEqualTo(1);
        assertThat(problems.first().get(0).reason())
                .isEqualTo("agentprofiler.Tool whose \"spanId\" is nonsense, expected 16 hexadecimal digits");
    }

    @Test
    void shouldReadWhatComesBeforeADamagedPlace() throws IOException {
        Path file = recorded(directory, () -> {
            for (String span : List.of("0000000000000001", "0000000000000002")) {
                Tool tool = new Tool();
                tool.spanId = span;
                tool.kind = "tool";
                tool.commit();
            }
        });
        Files.write(file, Files.readAllBytes(file), StandardOpenOption.APPEND);
        byte[] twice = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(twice, twice.length * 3 / 4));

        Problems problems = read(file);

        assertThat(spans)
                .as("the JDK's reader may take the last event before that place with it")
                .hasSizeBetween(2, 4);
        assertThat(problems.skipped()).isEqualTo(1);
        assertThat(problems.first().get(0).reason())
                .startsWith("the recording is damaged (")
                .endsWith("what comes before is read");
    }

    @Test
    void shouldSurviveARecordingThatIsCutAnywhere() throws IOException {
        byte[] whole = Files.readAllBytes(recorded(directory, () -> {
            Tool tool = new Tool();
            tool.spanId = "0000000000000001";
            tool.kind = "tool";
            tool.commit();
        }));
        Path cut = directory.resolve("cut.jfr");
        for (int part = 1; part < 200; part++) {
            Files.write(cut, Arrays.copyOf(whole, (int) ((long) whole.length * part / 200)));
            try {
                assertThat(read(cut).first())
                        .extracting(Problems.Problem::reason)
                        .singleElement()
                        .asString()
                        .startsWith("the recording is damaged (");
            } catch (IOException e) {
                assertThat(e).message().isNotBlank();
            }
        }
    }

    @Test
    void shouldNotTakeAFaultOfWhatTakesTheEventsForDamage() throws IOException {
        Path file = recorded(directory, () -> {
            Tool tool = new Tool();
            tool.spanId = "0000000000000001";
            tool.commit();
        });
        IllegalStateException fault = new IllegalStateException("sink");

        assertThatThrownBy(() -> new JfrReader()
                        .read(
                                TraceFile.of(file),
                                new ReadOptions(false, progress::add),
                                new EventSink() {
                                    @Override
                                    public void span(SpanEvent event) {
                                        throw fault;
                                    }

                                    @Override
                                    public void run(RunEvent event) {
                                        throw fault;
                                    }
                                },
                                new Problems(file)))
                .isSameAs(fault);
    }

    @Test
    void shouldSayThatARecordingHoldsNothingOfOurs() throws IOException {
        Path file = directory.resolve("other.jfr");
        Process other = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:StartFlightRecording:filename=" + file,
                        "-version")
                .redirectErrorStream(true)
                .start();
        other.getInputStream().readAllBytes();

        assertThatThrownBy(() -> read(file))
                .isInstanceOf(UnreadableFileException.class)
                .hasMessage("a flight recording without events of agent-profiler: was the recorded JVM started with"
                        + " -javaagent:agent-profiler.jar, and did it call a model or a tool?");
    }

    @Test
    void shouldSayHowToReadACompressedRecording() throws IOException {
        Path file = recorded(directory, () -> new Lane().commit());
        Path gzip = directory.resolve("run.jfr.gz");
        try (GZIPOutputStream stream = new GZIPOutputStream(Files.newOutputStream(gzip))) {
            Files.copy(file, stream);
        }

        assertThatThrownBy(() -> read(gzip))
                .isInstanceOf(UnreadableFileException.class)
                .hasMessage("a compressed flight recording; unpack it first, with gunzip");
    }

    @Test
    void shouldRecognizeOnlyRecordings() throws IOException {
        Path file = Files.writeString(directory.resolve("a"), "FLR");

        assertThat(new JfrReader().recognizes(TraceFile.of(file))).isFalse();
    }
}
