// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.export.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.agentprofiler.analyzer.formats.export.ExportRun;
import io.agentprofiler.analyzer.formats.export.ReportFigures;
import io.agentprofiler.analyzer.formats.export.Slices;
import io.agentprofiler.analyzer.testing.CommandRun;
import io.agentprofiler.analyzer.testing.Json;
import io.agentprofiler.analyzer.testing.TestRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChromeTraceTest {
    @TempDir
    private Path directory;

    private final CommandRun analyzer = new CommandRun();

    private List<Json> export(Object... more) throws IOException {
        Path file = directory.resolve("trace.json");
        List<Object> arguments = new ArrayList<>(List.of("export", "chrome", "--out", file));
        arguments.addAll(List.of(more));
        assertThat(analyzer.run(arguments.toArray())).as(analyzer.err()).isZero();
        return Json.read(file).get("traceEvents").items();
    }

    private static List<Json> phase(List<Json> events, String phase) {
        return events.stream()
                .filter(event -> event.get("ph").text().equals(phase))
                .toList();
    }

    private static String lane(Json event) {
        return event.get("pid").count() + "/" + event.get("tid").count();
    }

    private static long nanos(Json event, String name) {
        return event.get(name).amount().movePointRight(3).longValueExact();
    }

    private static Slices slices(List<Json> events) {
        Slices slices = new Slices();
        for (Json event : phase(events, "X")) {
            long from = nanos(event, "ts");
            slices.add(lane(event), event.get("args").get("span_id").text(), from, from + nanos(event, "dur"));
        }
        return slices;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void shouldDrawEverySpanOnceWithTheReportsFigures(long seed) throws IOException {
        Path run = ExportRun.random(new Random(seed), 12).write(directory.resolve("run/segment-000001.jsonl"));
        Map<String, NamedCsvRecord> report = new ReportFigures(run, directory.resolve("report")).bySpan();

        List<Json> events = export(run);

        List<Json> spans = phase(events, "X");
        assertThat(spans).hasSize(report.size());
        long zero = Json.read(directory.resolve("trace.json"))
                .get("otherData")
                .get("zero_epoch_ns")
                .count();
        for (Json span : spans) {
            Json args = span.get("args");
            NamedCsvRecord row = report.get(args.get("span_id").text());
            assertThat(span.get("name").text()).isEqualTo(row.getField("name"));
            assertThat(span.get("cat").text()).isEqualTo(row.getField("kind"));
            assertThat(zero + nanos(span, "ts")).isEqualTo(Long.parseLong(row.getField("start_epoch_ns")));
            assertThat(nanos(span, "dur")).isEqualTo(Long.parseLong(row.getField("duration_ns")));
            for (String same : List.of(
                    "self_ns",
                    "input_tokens",
                    "output_tokens",
                    "cache_read_tokens",
                    "cost_usd",
                    "alloc_bytes",
                    "status")) {
                assertThat(args.has(same) ? args.get(same).text() : "").as(same).isEqualTo(row.getField(same));
            }
        }
        slices(events).assertNested();
    }

    @ParameterizedTest
    @ValueSource(longs = {21, 22, 23, 24, 25, 26, 27, 28})
    void shouldTieArrowsToAModelCallAndItsTool(long seed) throws IOException {
        Path run = ExportRun.random(new Random(seed), 30).write(directory.resolve("run/segment-000001.jsonl"));

        List<Json> events = export(run);

        Slices slices = slices(events);
        Map<String, String> kinds = new HashMap<>();
        phase(events, "X")
                .forEach(span -> kinds.put(
                        span.get("args").get("span_id").text(), span.get("cat").text()));
        Map<String, Json> begins = new HashMap<>();
        phase(events, "s").forEach(begin -> begins.put(begin.get("id").text(), begin));
        List<Json> ends = phase(events, "f");
        assertThat(ends).isNotEmpty().hasSameSizeAs(begins.keySet());
        for (Json end : ends) {
            Json begin = begins.get(end.get("id").text());
            assertThat(nanos(begin, "ts")).isLessThanOrEqualTo(nanos(end, "ts"));
            assertTied(slices, kinds, begin, "llm");
            assertTied(slices, kinds, end, "tool");
            assertThat(end.get("bp").text()).isEqualTo("e");
        }
    }

    /** An arrow ends in the innermost bar, which must be the one that is meant, unless nothing of it can be seen. */
    private static void assertTied(Slices slices, Map<String, String> kinds, Json arrow, String kind) {
        List<Slices.Slice> bars = slices.at(lane(arrow), nanos(arrow, "ts"));
        List<Slices.Slice> meant =
                bars.stream().filter(bar -> kinds.get(bar.span()).equals(kind)).toList();
        assertThat(meant).as(bars + " " + kinds).isNotEmpty();
        Slices.Slice last = meant.get(meant.size() - 1);
        if (slices.isSeen(lane(arrow), last)) {
            assertThat(bars.stream().filter(bar -> bar.to() > bar.from()).reduce((outer, inner) -> inner))
                    .contains(last);
        }
    }

    @Test
    void shouldNameLanesAndCount() throws IOException {
        Path run = ExportRun.random(new Random(3), 12).write(directory.resolve("run/segment-000001.jsonl"));
        ReportFigures report = new ReportFigures(run, directory.resolve("report"));

        List<Json> events = export(run);

        List<String> named = phase(events, "M").stream()
                .filter(event -> event.get("name").text().equals("thread_name"))
                .map(ChromeTraceTest::lane)
                .toList();
        assertThat(phase(events, "X")).allSatisfy(span -> assertThat(named).contains(lane(span)));
        assertThat(phase(events, "M").get(0).get("args").get("name").text()).isEqualTo("shop (pid 42)");
        List<Json> tokens = phase(events, "C").stream()
                .filter(event -> event.get("name").text().equals("tokens so far"))
                .toList();
        Json last = tokens.get(tokens.size() - 1).get("args");
        assertThat(last.get("input").count()).isEqualTo(report.sum("input_tokens"));
        assertThat(last.get("output").count()).isEqualTo(report.sum("output_tokens"));
        List<Json> running = phase(events, "C").stream()
                .filter(event -> event.get("name").text().equals("running calls"))
                .toList();
        Json over = running.get(running.size() - 1).get("args");
        assertThat(over.get("model").count() + over.get("tool").count()).isZero();
        assertThat(phase(events, "C").stream().map(event -> event.get("name").text()))
                .contains("heap", "resident memory", "processors");
    }

    @Test
    void shouldExportTextsOnlyWhenAskedTo() throws IOException {
        Path run = ExportRun.random(new Random(5), 20).write(directory.resolve("run/segment-000001.jsonl"));

        export(run);
        assertThat(Files.readString(directory.resolve("trace.json"))).doesNotContain(ExportRun.SECRET);

        export("--content", run);
        assertThat(Files.readString(directory.resolve("trace.json")))
                .contains(
                        "\"gen_ai.tool.call.arguments\":\"" + ExportRun.SECRET,
                        "\"error_message\":\"" + ExportRun.SECRET,
                        "\"acme.note\":\"" + ExportRun.SECRET,
                        "\"gen_ai.input.messages\":[{\"role\":\"user\",\"content\":\"" + ExportRun.SECRET);
    }

    @Test
    void shouldBeTheSameWhateverTheThreads() throws IOException {
        TestRun run = ExportRun.random(new Random(8), 40);
        Path runs = directory.resolve("run");
        List<String> lines = run.lines();
        for (int part = 0; part < 5; part++) {
            // a workflow may begin in one file and end in the next
            int from = part == 0 ? 0 : lines.size() * part / 5;
            TestRun.bare()
                    .lines(lines.subList(from, lines.size() * (part + 1) / 5))
                    .write(runs.resolve("segment-00000" + (part + 1) + ".jsonl"));
        }
        export(runs);
        String first = Files.readString(directory.resolve("trace.json"));
        slices(Json.read(directory.resolve("trace.json")).get("traceEvents").items())
                .assertNested();
        for (int again = 0; again < 5; again++) {
            export(runs);
            assertThat(Files.readString(directory.resolve("trace.json"))).isEqualTo(first);
        }
    }
}
