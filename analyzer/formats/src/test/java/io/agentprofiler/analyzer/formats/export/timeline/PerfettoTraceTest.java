// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.export.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.agentprofiler.analyzer.formats.export.ExportRun;
import io.agentprofiler.analyzer.formats.export.ProtobufMessage;
import io.agentprofiler.analyzer.formats.export.ReportFigures;
import io.agentprofiler.analyzer.formats.export.Slices;
import io.agentprofiler.analyzer.read.event.JvmPauses;
import io.agentprofiler.analyzer.testing.CommandRun;
import io.agentprofiler.analyzer.testing.TestRun;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import jdk.jfr.StackTrace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Decodes what was written, and plays the events in order of time as Perfetto does: those of one moment in the file's order. */
class PerfettoTraceTest {
    private static final int BEGIN = 1;
    private static final int COUNTER = 4;

    @TempDir
    private Path directory;

    private final CommandRun analyzer = new CommandRun();

    /** A slice with its arguments. */
    private record Bar(long track, long from, Wire event) {
        String name() {
            return event.text(23);
        }

        String category() {
            return event.text(22);
        }

        /** Returns an argument as text, empty where it is not there. */
        String argument(String name) {
            for (Wire argument : event.messages(4)) {
                if (argument.text(10).equals(name)) {
                    return argument.has(6) ? argument.text(6) : String.valueOf(argument.number(4));
                }
            }
            return "";
        }
    }

    private List<Wire> export(Object... more) throws IOException {
        Path file = directory.resolve("run.pftrace");
        List<Object> arguments = new ArrayList<>(List.of("export", "perfetto", "--out", file));
        arguments.addAll(List.of(more));
        assertThat(analyzer.run(arguments.toArray())).as(analyzer.err()).isZero();
        List<Wire> packets = new Wire(Files.readAllBytes(file)).messages(1);
        assertThat(packets).allSatisfy(packet -> assertThat(packet.number(10)).isEqualTo(1));
        return packets;
    }

    private static List<Wire> events(List<Wire> packets, int type) {
        return packets.stream()
                .filter(packet -> packet.has(11) && packet.message(11).number(9) == type)
                .toList();
    }

    /** Returns every slice with its end. */
    private static Map<Bar, Long> played(List<Wire> packets) {
        List<Wire> sorted = packets.stream()
                .filter(packet -> packet.has(11) && packet.message(11).number(9) != COUNTER)
                .sorted(Comparator.comparingLong(packet -> packet.number(8)))
                .toList();
        Map<Long, Deque<Bar>> open = new HashMap<>();
        Map<Bar, Long> slices = new HashMap<>();
        for (Wire packet : sorted) {
            Wire event = packet.message(11);
            Deque<Bar> track = open.computeIfAbsent(event.number(11), any -> new ArrayDeque<>());
            if (event.number(9) == BEGIN) {
                track.push(new Bar(event.number(11), packet.number(8), event));
            } else {
                slices.put(track.pop(), packet.number(8));
            }
        }
        assertThat(open.values()).allSatisfy(track -> assertThat(track).isEmpty());
        return slices;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void shouldHoldEverySpanWithTheReportsFigures(long seed) throws IOException {
        Path run = ExportRun.random(new Random(seed), 15).write(directory.resolve("run/segment-000001.jsonl"));
        Map<String, NamedCsvRecord> report = new ReportFigures(run, directory.resolve("report")).bySpan();

        Map<Bar, Long> played = played(export(run));

        Slices slices = new Slices();
        int spans = 0;
        for (Map.Entry<Bar, Long> slice : played.entrySet()) {
            Bar bar = slice.getKey();
            if (bar.category().equals("gc")) {
                continue;
            }
            spans++;
            NamedCsvRecord row = report.get(bar.argument("span_id"));
            assertThat(bar.name()).isEqualTo(row.getField("name"));
            assertThat(bar.category()).isEqualTo(row.getField("kind"));
            assertThat(bar.from()).isEqualTo(Long.parseLong(row.getField("start_epoch_ns")));
            assertThat(slice.getValue() - bar.from()).isEqualTo(Long.parseLong(row.getField("duration_ns")));
            for (String same :
                    List.of("self_ns", "input_tokens", "output_tokens", "cost_usd", "alloc_bytes", "status")) {
                assertThat(bar.argument(same)).as(same).isEqualTo(row.getField(same));
            }
            slices.add(String.valueOf(bar.track()), bar.argument("span_id"), bar.from(), slice.getValue());
        }
        assertThat(spans).isEqualTo(report.size());
        slices.assertNested();
    }

    @Test
    void shouldTieArrowsFromModelCallsToTools() throws IOException {
        Path run = ExportRun.random(new Random(31), 60).write(directory.resolve("run/segment-000001.jsonl"));

        Map<Long, Bar> begins = new HashMap<>();
        Map<Long, Bar> ends = new HashMap<>();
        for (Bar bar : played(export(run)).keySet()) {
            bar.event()
                    .numbers(47)
                    .forEach(arrow -> assertThat(begins.put(arrow, bar)).isNull());
            bar.event()
                    .numbers(48)
                    .forEach(arrow -> assertThat(ends.put(arrow, bar)).isNull());
        }

        assertThat(begins.keySet()).isNotEmpty().isEqualTo(ends.keySet());
        assertThat(begins.values()).allSatisfy(bar -> assertThat(bar.category()).isEqualTo("llm"));
        assertThat(ends.values()).allSatisfy(bar -> assertThat(bar.category()).isEqualTo("tool"));
        begins.forEach((arrow, bar) ->
                assertThat(bar.from()).isLessThanOrEqualTo(ends.get(arrow).from()));
    }

    @Test
    void shouldDescribeTracksAndCount() throws IOException {
        Path run = ExportRun.random(new Random(4), 15).write(directory.resolve("run/segment-000001.jsonl"));
        ReportFigures report = new ReportFigures(run, directory.resolve("report"));

        List<Wire> packets = export(run);

        Map<Long, Wire> tracks = new HashMap<>();
        packets.stream()
                .filter(packet -> packet.has(60))
                .map(packet -> packet.message(60))
                .forEach(track -> assertThat(tracks.put(track.number(1), track)).isNull());
        assertThat(events(packets, BEGIN)).allSatisfy(packet -> {
            Wire track = tracks.get(packet.message(11).number(11));
            assertThat(track.has(4) || track.text(2).startsWith("garbage")).isTrue();
        });
        assertThat(tracks.values().stream()
                        .filter(track -> track.has(4))
                        .map(track -> track.message(4).number(2)))
                .doesNotHaveDuplicates();
        Map<String, Wire> last = new HashMap<>();
        events(packets, COUNTER)
                .forEach(packet ->
                        last.put(tracks.get(packet.message(11).number(11)).text(2), packet.message(11)));
        assertThat(last.get("input tokens so far").number(30)).isEqualTo(report.sum("input_tokens"));
        assertThat(last.get("output tokens so far").number(30)).isEqualTo(report.sum("output_tokens"));
        assertThat(last.get("running model calls").number(30)).isZero();
        assertThat(last.get("running tool calls").number(30)).isZero();
        assertThat(last.get("resident memory").real(44)).isEqualTo(9_000_003);
        assertThat(last.get("processors").real(44)).isEqualTo(0.5);
        // samples 2 s apart say 0, 10, 40 and 90 ms so far
        assertThat(played(packets).entrySet().stream()
                        .filter(slice -> slice.getKey().category().equals("gc"))
                        .map(slice -> slice.getKey().argument("gc_ms") + " ms to "
                                + (slice.getValue() - TestRun.EPOCH) / 1_000_000 + ", long "
                                + (slice.getValue() - slice.getKey().from()) / 1_000_000))
                .containsExactlyInAnyOrder(
                        "10 ms to 2000, long 10", "30 ms to 4000, long 30", "50 ms to 6000, long 50");
    }

    /** What the agent's events look like in a recording, as far as it takes to be read. */
    @Name("agentprofiler.Function")
    @StackTrace(false)
    static final class RecordedSpan extends Event {
        String traceId = "0123456789abcdeffedcba9876543210";
        String spanId = "00000000000000aa";
        String parentId;
        String name = "work";
        String kind = "function";
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
        String endThreadName;
        long cpuTime = -1;
        long allocated = -1;
        int chunkCount = -1;
        long firstChunk = -1;
        long lastChunk = -1;
        long maxChunkGap = -1;
        long queuedTime = -1;
        long handlerTime = -1;
        long handlerTimeBefore = -1;
        long handlerTimeAfter = -1;
    }

    /** Records a span with collections of garbage in it. */
    private Path recorded(String name) throws IOException {
        Path file = directory.resolve(name);
        try (Recording recording = new Recording()) {
            recording.enable("jdk.GCPhasePause").withoutThreshold();
            recording.enable(RecordedSpan.class).withoutThreshold();
            recording.start();
            RecordedSpan span = new RecordedSpan();
            span.begin();
            System.gc();
            System.gc();
            span.commit();
            recording.stop();
            recording.dump(file);
        }
        return file;
    }

    private static List<String> pauses(Path recording) throws IOException {
        JvmPauses pauses = new JvmPauses(EnumSet.of(JvmPauses.Kind.GC));
        pauses.read(recording);
        return pauses.byStart().stream()
                .map(pause -> pause.detail() + " " + pause.epochNanos() + " " + (pause.epochNanos() + pause.nanos()))
                .toList();
    }

    /** Returns the pauses on each track, by its name and that of the process it belongs to. */
    private static Map<String, List<String>> pauseTracks(List<Wire> packets) {
        Map<Long, Wire> tracks = new HashMap<>();
        packets.stream()
                .filter(packet -> packet.has(60))
                .map(packet -> packet.message(60))
                .forEach(track -> tracks.put(track.number(1), track));
        Map<String, List<String>> pauses = new TreeMap<>();
        played(packets).entrySet().stream()
                .filter(slice -> slice.getKey().category().equals("gc_pause"))
                .sorted(Comparator.comparingLong(slice -> slice.getKey().from()))
                .forEach(slice -> {
                    Bar bar = slice.getKey();
                    Wire track = tracks.get(bar.track());
                    String process = track.has(5)
                            ? tracks.get(track.number(5)).message(3).text(6) + ": "
                            : "";
                    pauses.computeIfAbsent(process + track.text(2), any -> new ArrayList<>())
                            .add(bar.name() + " " + bar.from() + " " + slice.getValue());
                    assertThat(bar.argument("duration_ns")).isEqualTo(String.valueOf(slice.getValue() - bar.from()));
                });
        return pauses;
    }

    @Test
    void shouldShowPausesOfARecordingWhereTheyWere() throws IOException {
        Path recording = recorded("run.jfr");

        List<Wire> packets = export(recording);

        assertThat(pauses(recording)).hasSizeGreaterThanOrEqualTo(2);
        assertThat(pauseTracks(packets))
                .isEqualTo(Map.of(recording + ": garbage collection pauses", pauses(recording)));
    }

    @Test
    void shouldShowPausesOfARecordingBesideSegments() throws IOException {
        Path recording = recorded("run.jfr");
        Path run = ExportRun.random(new Random(4), 15).write(directory.resolve("run/segment-000001.jsonl"));

        List<Wire> packets = export("--jfr", recording, run);

        assertThat(pauseTracks(packets))
                .isEqualTo(Map.of("shop (pid 42): garbage collection pauses, run.jfr", pauses(recording)));
        // what the samples tell of the whole run remains
        assertThat(played(packets).keySet().stream()
                        .filter(bar -> bar.category().equals("gc")))
                .hasSize(3);
    }

    @Test
    void shouldNotGuessOfWhichRunARecordingIs() throws IOException {
        Path recording = recorded("run.jfr");
        Path one = ExportRun.random(new Random(4), 5).write(directory.resolve("one/segment-000001.jsonl"));

        List<Wire> packets = export("--jfr", recording, one, recorded("other.jfr"));

        assertThat(pauseTracks(packets))
                .containsEntry("garbage collection pauses, run.jfr", pauses(recording))
                .hasSize(2);
    }

    @Test
    void shouldSayThatARecordingIsNone() throws IOException {
        Path run = ExportRun.random(new Random(4), 5).write(directory.resolve("run/segment-000001.jsonl"));
        Path none = Files.writeString(directory.resolve("none.jfr"), "no recording");

        new CommandRun()
                .assertRefused(
                        "--jfr " + none + " cannot be read as a flight recording: ",
                        "export",
                        "perfetto",
                        "--out",
                        directory.resolve("x"),
                        "--jfr",
                        none,
                        run);
    }

    @Test
    void shouldExportTextsOnlyWhenAskedTo() throws IOException {
        Path run = ExportRun.random(new Random(5), 20).write(directory.resolve("run/segment-000001.jsonl"));
        export(run);
        assertThat(text()).doesNotContain(ExportRun.SECRET);
        export("--content", run);
        assertThat(text()).contains(ExportRun.SECRET, "gen_ai.input.messages", "error_message");
    }

    private String text() throws IOException {
        return Files.readString(directory.resolve("run.pftrace"), StandardCharsets.ISO_8859_1);
    }

    @Test
    void shouldEncodeAsTheSpecificationSays() {
        ProtobufMessage inner = new ProtobufMessage().number(1, 150).text(2, "testing");
        byte[] bytes = new ProtobufMessage()
                .number(1, -1)
                .fixed(2, 0x0102030405060708L)
                .real(3, 0.5)
                .message(16, inner)
                .toBytes();

        // the examples of protobuf.dev/programming-guides/encoding
        assertThat(inner.toBytes()).startsWith(0x08, 0x96, 0x01, 0x12, 0x07, 't', 'e');
        Wire read = new Wire(bytes);
        assertThat(bytes)
                .startsWith(0x08, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01, 0x11, 0x08, 0x07);
        assertThat(read.number(1)).isEqualTo(-1);
        assertThat(read.number(2)).isEqualTo(0x0102030405060708L);
        assertThat(read.real(3)).isEqualTo(0.5);
        assertThat(read.message(16).text(2)).isEqualTo("testing");
    }
}
