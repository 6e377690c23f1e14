// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.read.jfr;

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
import jdk.jfr.DataAmount;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JfrReaderTest {
    private static final TraceId TRACE = new TraceId(0x0123456789abcdefL, 0xfedcba9876543210L);

    @TempDir
    Path directory;

    private final List<SpanEvent> spans = new ArrayList<>();
    private final List<RunEvent> run = new ArrayList<>();
    private final List<Long> progress = new ArrayList<>();

    /** What the agent's events look like in a file, as far as they are read. */
    @StackTrace(false)
    abstract static class SpanLike extends Event {
        String traceId = TRACE.toString();
        String spanId;
        String parentId;
        String name;
        String kind;
        String rule = "acme/rule";
        String status = "ok";
        String errorType;
        String errorMessage;
        int errorMessageChars = -1;
        String errorMessageHash;
        boolean wrapper;
        Thread startThread = Thread.currentThread();
        String startThreadName;
        Thread endThread;
        String endThreadName = "callback";

        @Timespan(Timespan.NANOSECONDS)
        long cpuTime = -1;

        @DataAmount
        long allocated = -1;

        int chunkCount = -1;

        @Timespan(Timespan.NANOSECONDS)
        long firstChunk = -1;

        @Timespan(Timespan.NANOSECONDS)
        long lastChunk = -1;

        @Timespan(Timespan.NANOSECONDS)
        long maxChunkGap = -1;

        @Timespan(Timespan.NANOSECONDS)
        long queuedTime = -1;

        @Timespan(Timespan.NANOSECONDS)
        long handlerTime = -1;

        @Timespan(Timespan.NANOSECONDS)
        long handlerTimeBefore = -1;

        @Timespan(Timespan.NANOSECONDS)
        long handlerTimeAfter = -1;
    }

    @Name("agentprofiler.Llm")
    static final class Llm extends SpanLike {
        String provider;
        String requestModel;
        String finishReasons;
        double temperature = -1;
        int maxTokens = -1;
        int inputTokens = -1;
        int outputTokens = -1;
    }

    @Name("agentprofiler.Tool")
    static final class Tool extends SpanLike {
        String toolName;
    }

    @Name("agentprofiler.Chunk")
    @StackTrace(false)
    static final class Chunk extends Event {
        String spanId;
        int number;

        @Timespan(Timespan.NANOSECONDS)
        long sinceStart;

        String type = "text";
        int chars;
    }

    @Name("agentprofiler.Span")
    static final class Lane extends Event {
        long spanKey = 1;
    }

    @Name("agentprofiler.Pipeline")
    @StackTrace(false)
    static final class Pipeline extends Event {
        String service = "acme";
        long pid = 17;
        long emittedStarts;
        long emittedChunks = 15;
        long emittedEnds = 2;
        String dropReasons = "SPAN_CHUNK ring_full 12, SPAN_CHUNK shed 1";
        long queuedStarts;
        long queuedChunks = 1;
        long queuedEnds;
        long payloadsDropped = 4;
        long started = 3;
        long ended = 2;
        long open = 1;
        long abandoned;
        long committed = 9;
        long tooEarly = 6;
        long absorbed = 5;
    }

    @Name("agentprofiler.Backend")
    @StackTrace(false)
    static final class Backend extends Event {
        String endpoint = "http://box";
        boolean up;
        String failure;
        String server;
        String model;
        int engines = -1;
        long running = -1;
        long waiting = -1;
        double kvCacheUsage = -1;
    }

    @Test
    void shouldReadSamplesOfModelServers() throws IOException {
        Path file = recorded(() -> {
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

    @Name("agentprofiler.Forecast")
    @StackTrace(false)
    static final class Published extends Event {
        String traceId = "000000000000000000000000000000a1";
        String afterSpan = "00000000000000b2";
        long stageEpochNanos = 77;
        int endedCalls = 2;
        String lastCall = "llm m";
        double remainingSeconds = 1.5;
        double remainingSecondsLow = 1;
        double remainingSecondsHigh = 2;
        int remainingSecondsFrom = 39;
        double remainingCalls = 3;
        double remainingCallsLow = -1;
        double remainingCallsHigh = -1;
        int remainingCallsFrom = 7;
        double remainingUsd = -1;
        int remainingUsdFrom = -1;
        String nextTool = "search";
        double nextToolShare = 0.75;
        int nextToolFrom = 39;
    }

    @Test
    void shouldReadForecasts() throws IOException {
        read(recorded(() -> new Published().commit()));

        assertThat(spans).isEmpty();
        assertThat(run)
                .containsExactly(new RunEvent.Forecast(
                        new TraceId(0, 0xa1),
                        77,
                        Map.of(
                                "ended_calls",
                                2L,
                                "remaining_seconds",
                                Map.of("value", 1.5, "low", 1.0, "high", 2.0, "workflows", 39),
                                "remaining_calls",
                                Map.of("value", 3.0, "workflows", 7),
                                "next_tool",
                                Map.of("tool", "search", "share", 0.75, "workflows", 39),
                                "last_call",
                                "llm m")));
    }

    /** Records what {@code events} commits. */
    private Path recorded(Runnable events) throws IOException {
        Path file = directory.resolve("run.jfr");
        try (Recording recording = new Recording()) {
            recording.start();
            events.run();
            recording.stop();
            recording.dump(file);
        }
        return file;
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
        Path file = recorded(() -> {
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
    void shouldReadAFailedRoot() throws IOException {
        read(recorded(() -> {
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
        read(recorded(() -> {
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
        read(recorded(() -> {
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
        assertThat(counters.emitted()).isEqualTo(Map.of("SPAN_START", 3L, "SPAN_CHUNK", 15L, "SPAN_END", 2L));
        assertThat(counters.queued()).isEqualTo(Map.of("SPAN_START", 0L, "SPAN_CHUNK", 1L, "SPAN_END", 0L));
        assertThat(counters.dropped()).isEqualTo(Map.of("SPAN_CHUNK", Map.of("ring_full", 12L, "shed", 1L)));
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
        read(recorded(() -> {
            new Lane().commit();
            System.gc();
        }));

        assertThat(spans).isEmpty();
        assertThat(run).isEmpty();
    }

    @Test
    void shouldSkipASpanWithoutAnId() throws IOException {
        Problems problems = read(recorded(() -> {
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
        Path file = recorded(() -> {
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
        byte[] whole = Files.readAllBytes(recorded(() -> {
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
        Path file = recorded(() -> {
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
        Path file = recorded(() -> new Lane().commit());
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
