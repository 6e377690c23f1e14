// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.export.stack;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.formats.export.ExportRun;
import io.agentprofiler.analyzer.formats.export.ReportFigures;
import io.agentprofiler.analyzer.testing.CommandRun;
import io.agentprofiler.analyzer.testing.Json;
import io.agentprofiler.analyzer.testing.SampleRun;
import io.agentprofiler.analyzer.testing.TestRun;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SpeedscopeFileTest {
    @TempDir
    private Path directory;

    private final CommandRun analyzer = new CommandRun();

    private Json export(Path run) {
        Path file = directory.resolve("run.speedscope.json");
        assertThat(analyzer.run("export", "speedscope", "--out", file, run))
                .as(analyzer.err())
                .isZero();
        Json written = Json.read(file);
        new SchemaCheck(Path.of("src/test/resources/speedscope/file-format-schema.json")).assertValid(written);
        return written;
    }

    private static List<Json> profiles(Json file, String type) {
        return file.get("profiles").items().stream()
                .filter(profile -> profile.get("type").text().equals(type))
                .toList();
    }

    private static long weights(Json file, String name) {
        return profiles(file, "sampled").stream()
                .filter(profile -> profile.get("name").text().contains(name))
                .peek(profile -> assertThat(profile.get("samples").items())
                        .hasSameSizeAs(profile.get("weights").items()))
                .flatMap(profile -> profile.get("weights").items().stream())
                .mapToLong(Json::count)
                .sum();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void shouldHoldEverySpanInOrderOfTime(long seed) throws IOException {
        Path run = ExportRun.random(new Random(seed), 20).write(directory.resolve("run/segment-000001.jsonl"));
        ReportFigures report = new ReportFigures(run, directory.resolve("report"));

        Json file = export(run);

        List<Json> frames = file.get("shared").get("frames").items();
        Map<String, Long> lengths = new HashMap<>();
        int spans = 0;
        for (Json lane : profiles(file, "evented")) {
            Deque<Json> open = new ArrayDeque<>();
            long before = lane.get("startValue").count();
            for (Json event : lane.get("events").items()) {
                long at = event.get("at").count();
                assertThat(at).isGreaterThanOrEqualTo(before);
                before = at;
                if (event.get("type").text().equals("O")) {
                    open.push(event);
                    spans++;
                } else {
                    Json begun = open.pop();
                    assertThat(begun.get("frame")).isEqualTo(event.get("frame"));
                    Json frame = frames.get((int) event.get("frame").count());
                    lengths.merge(
                            frame.get("file").text() + " " + frame.get("name").text(),
                            at - begun.get("at").count(),
                            Long::sum);
                }
            }
            assertThat(open).isEmpty();
            assertThat(lane.get("endValue").count()).isEqualTo(before);
        }
        Map<String, Long> expected = new HashMap<>();
        report.bySpan()
                .values()
                .forEach(row -> expected.merge(
                        row.getField("kind") + " " + row.getField("name"),
                        Long.parseLong(row.getField("duration_ns")),
                        Long::sum));
        assertThat(spans).isEqualTo(report.bySpan().size());
        assertThat(lengths).isEqualTo(expected);
        assertThat(weights(file, "time")).isEqualTo(report.sum("self_ns"));
        assertThat(weights(file, "tokens")).isEqualTo(report.sum("input_tokens") + report.sum("output_tokens"));
        assertThat(weights(file, "cost"))
                .isEqualTo(report.cost()
                        .movePointRight(6)
                        .setScale(0, RoundingMode.HALF_UP)
                        .longValueExact());
    }

    @Test
    void shouldShowTheFirstLaneFirst() {
        Path run = SampleRun.get().write(directory.resolve("run/segment-000001.jsonl"));

        Json file = export(run);

        List<String> names = file.get("profiles").items().stream()
                .map(profile -> profile.get("name").text())
                .toList();
        // the sample's calls have no price
        assertThat(names)
                .containsExactly(
                        "all workflows by self time",
                        "all workflows by tokens",
                        "workflows 1",
                        "workflows 1, beside 1");
        assertThat(file.get("activeProfileIndex").amount()).isEqualTo(BigDecimal.valueOf(2));
        Json tokens = file.get("profiles").items().get(1);
        List<Json> frames = file.get("shared").get("frames").items();
        assertThat(tokens.get("samples").items().get(0).items().stream()
                        .map(frame ->
                                frames.get((int) frame.count()).get("name").text()))
                .containsExactly("Support.answer", "chat gpt");
    }

    @Test
    void shouldBeTheSameWhateverTheThreadsAndLeaveNothingBehind() throws IOException {
        List<String> lines = ExportRun.random(new Random(8), 40).lines();
        Path runs = directory.resolve("run");
        for (int part = 0; part < 5; part++) {
            TestRun.bare()
                    .lines(lines.subList(lines.size() * part / 5, lines.size() * (part + 1) / 5))
                    .write(runs.resolve("segment-00000" + (part + 1) + ".jsonl"));
        }
        List<String> written = new ArrayList<>();
        for (int again = 0; again < 4; again++) {
            export(runs);
            written.add(Files.readString(directory.resolve("run.speedscope.json")));
        }
        assertThat(written).containsOnly(written.get(0));
        assertThat(written.get(0)).doesNotContain(ExportRun.SECRET);
        try (Stream<Path> left = Files.list(directory)) {
            assertThat(left.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder("run", "run.speedscope.json");
        }
    }
}
