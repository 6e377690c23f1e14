// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.collapsed;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.formats.export.ExportRun;
import io.agentprofiler.analyzer.formats.export.Json;
import io.agentprofiler.analyzer.read.TraceFile;
import io.agentprofiler.analyzer.testing.CommandRun;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CollapsedReaderTest {
    @TempDir
    private Path directory;

    private final CommandRun analyzer = new CommandRun();

    private Path write(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text);
    }

    private Json flame(Object... arguments) {
        Object[] line = Stream.concat(Stream.of("flame", "--format", "json"), Stream.of(arguments))
                .toArray();
        assertThat(analyzer.run(line)).as(analyzer.err()).isZero();
        return Json.of(analyzer.out());
    }

    /** A line a path: its names, all and own. */
    private static List<String> paths(Json flame) {
        return flame.get("paths").items().stream()
                .map(path -> path.get("path").items().stream().map(Json::text).toList() + " "
                        + path.get("all").count() + " " + path.get("own").count())
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"time", "tokens", "cost", "bytes"})
    void shouldReadBackOurOwnSums(String by) {
        Path run = ExportRun.random(new Random(3), 20).write(directory.resolve("run/segment-000001.jsonl"));
        Path file = directory.resolve(by + ".collapsed");
        assertThat(analyzer.run("export", "collapsed", "--by", by, "--out", file, run))
                .isZero();

        Json before = flame("--by", by, run);
        Json after = flame(file);

        assertThat(after.get("by").text()).isEqualTo(by);
        assertThat(after.get("unit")).isEqualTo(before.get("unit"));
        assertThat(after.has("data_notes")).isFalse();
        if (by.equals("cost")) {
            // the file counts millionths of a dollar
            assertThat(after.get("whole").amount())
                    .isEqualByComparingTo(before.get("whole").amount().setScale(6, RoundingMode.HALF_UP));
        } else {
            assertThat(after.get("whole")).isEqualTo(before.get("whole"));
        }
        // a path has no kind, so that those of one name are one
        assertThat(sum(after)).isEqualByComparingTo(after.get("whole").amount());
        assertThat(after.get("paths").items()).allSatisfy(path -> {
            assertThat(path.has("kind")).isFalse();
            assertThat(path.has("spans")).isFalse();
        });
    }

    private static BigDecimal sum(Json flame) {
        return flame.get("paths").items().stream()
                .map(path -> path.get("own").amount())
                .reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    @Test
    void shouldReadAnotherProgramsStacks() throws IOException {
        Path file = write(
                "profile.txt",
                "java;main;work_[j] 12\r\njava;main 3\n\njava;main;%3Binit>;100%;a%20b 1\njava;main;work_[j] 4\n");

        Json flame = flame(file);

        assertThat(flame.get("by").text()).isEqualTo("samples");
        assertThat(paths(flame))
                .containsExactly(
                        "[java] 20 0",
                        "[java, main] 20 3",
                        "[java, main, work_[j]] 16 16",
                        "[java, main, ;init>] 1 0",
                        "[java, main, ;init>, 100%] 1 0",
                        "[java, main, ;init>, 100%, a%20b] 1 1");
        assertThat(flame.get("data_notes").items().get(0).text())
                .startsWith(file + ": the file does not say what its numbers count, taken as samples; --by");
    }

    @Test
    void shouldTakeTheUsersWordForWhatIsCounted() throws IOException {
        Path file = write("profile.txt", "a;b 1000\na 24\n");

        assertThat(flame("--by", "bytes", file).get("unit").text()).isEqualTo("bytes");
        assertThat(flame("--by", "cost", file).get("whole").amount()).isEqualByComparingTo("0.001024");
        analyzer.assertRefused("--by calls: " + file + " holds sums of samples", "flame", "--by", "calls", file);
    }

    @Test
    void shouldNotTakeOneUnitForAnother() throws IOException {
        Path time = write("time.collapsed", "a;b 1000\n");
        Path tokens = write("tokens.collapsed", "a;b 7\n");

        analyzer.assertRefused("--by bytes: " + time + " holds sums of time", "flame", "--by", "bytes", time);
        analyzer.assertRefused(
                "these files count different things: " + time + " holds sums of time; " + tokens
                        + " holds sums of tokens",
                "flame",
                time,
                tokens);
        assertThat(flame(time, time).get("whole").count()).isEqualTo(1000);
    }

    @Test
    void shouldReadItCompressed() throws IOException {
        Path file = directory.resolve("time.collapsed.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write("a;b 5\n".getBytes(StandardCharsets.UTF_8));
        }

        assertThat(flame(file).get("by").text()).isEqualTo("time");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "report",
                "list",
                "tree",
                "waterfall",
                "tokens",
                "score",
                "prefix",
                "diff",
                "drift",
                "fingerprint",
                "forecast",
                "size"
            })
    void shouldSayToOtherCommandsWhatItHolds(String command) throws IOException {
        Path file = write("profile.txt", "a;b 1000\n");
        boolean two = List.of("diff", "drift").contains(command);

        int code = two ? analyzer.run(command, file, file) : analyzer.run(command, file);

        String said =
                "holds sums by call path, and no workflows, calls or times of them: only the command flame can read";
        if (command.equals("list")) {
            assertThat(analyzer.out().replaceAll("\\s+", " "))
                    .contains("unreadable")
                    .contains(said);
            assertThat(code).isZero();
        } else {
            assertThat(analyzer.err()).startsWith("analyzer: ").contains(said);
            assertThat(analyzer.err().lines()).hasSize(1);
            assertThat(code).isEqualTo(ExitCode.BAD_INPUT);
        }
    }

    @Test
    void shouldSayWhichLinesAreNoStacks() throws IOException {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 100; i++) {
            text.append("a;b 1\n");
        }
        Path file = write("profile.txt", text + "a;b\na;b 0.5\na;b -1\na;b 99999999999999999999\na;b 2.0\n");

        Json flame = flame(file);

        assertThat(flame.get("whole").count()).isEqualTo(102);
        String expected = "expected frames with semicolons between, a space and a whole number of 0 or more; left out";
        assertThat(flame.get("data_notes").items().stream().map(Json::text).limit(5))
                .containsExactly(
                        file + ":101: " + expected,
                        file + ":102: " + expected,
                        file + ":103: " + expected,
                        file + ":104: " + expected,
                        file + ": 4 lines skipped");
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET /index 200\nGET /a 404\n", "a;b\n", "{\"a\";1 2}\nx\n", "", "name;value\na;1 2\n"})
    void shouldNotTakeOtherTextsForStacks(String text) throws IOException {
        assertThat(new CollapsedReader().recognizes(TraceFile.of(write("some.txt", text))))
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "a;b", "100%", "%3B", "%41", "%C3%A9", "\u202Ex\n", "%E2%80%AE", "\uD83D\uDE00;"})
    void shouldGiveEveryNameBack(String name) {
        assertThat(FrameNames.name(FrameNames.escaped(name))).isEqualTo(name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"100%", "%41", "a%20b", "%", "%2", "%ZZ", "%3b", "%C3", "%25%"})
    void shouldLeaveNamesThatOthersWrote(String frame) {
        assertThat(FrameNames.name(frame)).isEqualTo(frame);
    }
}
