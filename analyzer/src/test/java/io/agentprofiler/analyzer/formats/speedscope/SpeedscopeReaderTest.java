// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.speedscope;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.formats.export.ExportRun;
import io.agentprofiler.analyzer.formats.export.Json;
import io.agentprofiler.analyzer.read.run.UnreadableInputException;
import io.agentprofiler.analyzer.testing.CommandRun;
import io.agentprofiler.analyzer.testing.FullRun;
import io.agentprofiler.analyzer.testing.ReadTraces;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SpeedscopeReaderTest {
    private static final String BEGIN = "{\"$schema\":\"https://www.speedscope.app/file-format-schema.json\",";
    private static final String FRAMES = "\"shared\":{\"frames\":[{\"name\":\"a\"},{\"name\":\"b\"},{\"name\":\"c\"}]}";

    @TempDir
    private Path directory;

    private final CommandRun analyzer = new CommandRun();

    private Path write(String text) throws IOException {
        return Files.writeString(directory.resolve("other.speedscope.json"), text);
    }

    private static String evented(String name, String unit, String events) {
        return "{\"type\":\"evented\",\"name\":\"" + name + "\",\"unit\":\"" + unit
                + "\",\"startValue\":0,\"endValue\":100,\"events\":[" + events + "]}";
    }

    private static String open(int frame, Object at) {
        return "{\"type\":\"O\",\"frame\":" + frame + ",\"at\":" + at + "}";
    }

    private static String close(int frame, Object at) {
        return "{\"type\":\"C\",\"frame\":" + frame + ",\"at\":" + at + "}";
    }

    private Path exported(TestRun run) {
        Path file = directory.resolve("run.speedscope.json");
        assertThat(analyzer.run(
                        "export",
                        "speedscope",
                        "--out",
                        file,
                        run.write(directory.resolve("run/segment-000001.jsonl"))))
                .as(analyzer.err())
                .isZero();
        return file;
    }

    /** A line a span, with all that the format keeps of it. */
    private static List<String> spans(List<Trace> traces) {
        List<String> lines = new ArrayList<>();
        for (Trace trace : traces) {
            for (Span span : trace.spans()) {
                lines.add(trace.id() + " " + span.id() + " "
                        + (span.parent() == null ? 0 : span.parent().id()) + " "
                        + span.kind().word() + " " + span.name()
                        + " " + span.startNanos() + " " + span.endNanos() + " " + span.selfNanos() + " "
                        + span.status().word());
            }
        }
        return lines;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void shouldReadBackEverySpanOfOurOwnFiles(long seed) throws UnreadableInputException, IOException {
        TestRun run = ExportRun.random(new Random(seed), 20);

        Path file = exported(run);

        assertThat(spans(ReadTraces.of(file, false).traces()))
                .isEqualTo(spans(ReadTraces.of(directory.resolve("run"), false).traces()));
        assertThat(ReadTraces.of(file, false).problems()).isEmpty();
    }

    @Test
    void shouldReadBackWhatFormatsFindHardToSay() throws UnreadableInputException, IOException {
        Path file = exported(FullRun.of(true));

        assertThat(spans(ReadTraces.of(file, false).traces()))
                .isEqualTo(spans(ReadTraces.of(directory.resolve("run"), false).traces()));
    }

    @Test
    void shouldMakeSpansOfAnotherProgramsFrames() throws UnreadableInputException, IOException {
        String main = evented(
                "main", "milliseconds", open(0, 0) + "," + open(1, 1.5) + "," + close(1, 2) + "," + close(0, 14));
        String worker = evented(
                "worker", "milliseconds", open(2, 3) + "," + close(2, 4) + "," + open(2, 6) + "," + close(2, 9));
        // this producer writes its fields in order of their names
        Path file = write(BEGIN + "\"profiles\":[" + main + "," + worker + "]," + FRAMES + "}");

        ReadTraces read = ReadTraces.of(file, false);

        assertThat(read.traces()).hasSize(3);
        assertThat(read.traces().stream().map(ReadTraces::tree))
                .containsExactlyInAnyOrder("function a 14 ms\n  function b 0 ms", "function c 1 ms", "function c 3 ms");
        assertThat(read.traces().stream()
                        .flatMap(trace -> trace.spans().stream())
                        .map(span -> span.name() + " " + span.startThread() + " " + span.durationNanos()))
                .containsExactlyInAnyOrder("a main 14000000", "b main 500000", "c worker 1000000", "c worker 3000000");
    }

    @Test
    void shouldNotBelieveAnotherProgramThatUsesOurFields() throws UnreadableInputException, IOException {
        Path file = write(BEGIN
                + "\"zero_epoch_ns\":1700000000000000000,\"exporter\":\"other\",\"shared\":{\"frames\":[{\"name\":\"a\","
                + "\"file\":\"llm\"}]},\"profiles\":["
                + evented(
                        "main",
                        "seconds",
                        "{\"type\":\"O\",\"frame\":0,\"at\":1,\"trace\":\"" + "1".repeat(32) + "\"},"
                                + "{\"type\":\"C\",\"frame\":0,\"at\":2,\"status\":\"error\"}")
                + "]}");

        Trace trace = ReadTraces.of(file, false).only();

        assertThat(ReadTraces.tree(trace)).isEqualTo("function a 1000 ms");
        assertThat(trace.startNanos()).isEqualTo(1_000_000_000L);
        assertThat(trace.id().toString()).isNotEqualTo("1".repeat(32));
    }

    @Test
    void shouldSayWhichEventsCannotBe() throws UnreadableInputException, IOException {
        String events = String.join(
                ",",
                open(0, 10),
                open(7, 11),
                open(1, 9),
                close(1, 12),
                "{\"type\":\"X\",\"frame\":0,\"at\":12}",
                open(1, 12),
                close(1, 13));
        Path file = write(BEGIN + FRAMES + ",\"profiles\":[\n" + evented("main", "nanoseconds", events) + "]}");

        ReadTraces read = ReadTraces.of(file, false);

        assertThat(read.problems())
                .isEqualTo(
                        "2: /profiles/0/events/1: expected an event with \"type\" O or C, the number of a \"frame\", and"
                                + " \"at\" of 0 or more; left out\n"
                                + "2: /profiles/0/events/2/at: is before the event before it; left out\n"
                                + "2: /profiles/0/events/3: closes a frame that is not the innermost open one; left out\n"
                                + "2: /profiles/0/events/4: expected an event with \"type\" O or C, the number of a \"frame\", and"
                                + " \"at\" of 0 or more; left out\n"
                                + "2: /profiles/0: 1 frame is never closed\n");
        assertThat(ReadTraces.tree(read.only())).isEqualTo("function a ?\n  function b 0 ms");
    }

    @Test
    void shouldSumUpSamplesOfAllProfilesOfAUnit() throws IOException {
        Path file = write(BEGIN + FRAMES + ",\"profiles\":[" + sampled("one", "seconds", "1,1,4,3,5") + ","
                + sampled("two", "milliseconds", "1000,0.5,0,0,0") + "]}");

        assertThat(flame(file))
                .containsExactly(
                        "[a] 15000500000 5000000000",
                        "[a, b] 10000500000 4000000000",
                        "[a, b, c] 6000500000 6000500000");
        assertThat(analyzer.run("flame", "--by", "bytes", file)).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(analyzer.err()).isEqualTo("analyzer: --by bytes: " + file + " holds sums of time\n");
    }

    private static String sampled(String name, String unit, String weights) {
        return "{\"type\":\"sampled\",\"name\":\"" + name + "\",\"unit\":\"" + unit
                + "\",\"startValue\":0,\"endValue\":14,\"samples\":[[0,1,2],[0,1,2],[0,1],[0,1,2],[0]],\"weights\":["
                + weights + "]}";
    }

    /** A line a path: its names, all and own. */
    private List<String> flame(Object... arguments) {
        List<Object> line = new ArrayList<>(List.of("flame", "--format", "json"));
        line.addAll(List.of(arguments));
        assertThat(analyzer.run(line.toArray())).as(analyzer.err()).isZero();
        return Json.of(analyzer.out()).get("paths").items().stream()
                .map(path -> path.get("path").items().stream().map(Json::text).toList() + " "
                        + path.get("all").count() + " " + path.get("own").count())
                .toList();
    }

    @Test
    void shouldTakeEventsThatCountNoTimeAsSums() throws IOException {
        // speedscope's own first example has no unit
        Path file = write(BEGIN + "\"profiles\":["
                + evented(
                        "simple.txt",
                        "none",
                        open(0, 0) + "," + open(1, 0) + "," + open(2, 2) + "," + close(2, 6) + "," + close(1, 9) + ","
                                + close(0, 14))
                + "]," + FRAMES + ",\"version\":\"0.0.1\"}");

        assertThat(flame(file)).containsExactly("[a] 14 5", "[a, b] 9 5", "[a, b, c] 4 4");
        assertThat(analyzer.run("report", file)).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(analyzer.err())
                .isEqualTo("analyzer: " + file
                        + ": holds sums by call path, and no workflows, calls or times of them: only the command flame can"
                        + " read it\n");
    }

    @Test
    void shouldAnswerFromOurSumsWhatSpansCannotSay() throws IOException {
        Path run = directory.resolve("run");
        Path file = exported(ExportRun.random(new Random(1), 20));

        for (String by : List.of("time", "tokens")) {
            List<String> expected = new ArrayList<>(flame("--by", by, run));
            // a path of nothing is in no stack
            expected.removeIf(path -> path.endsWith("] 0 0"));
            List<String> actual = new ArrayList<>(flame("--by", by, file));
            actual.removeIf(path -> path.endsWith("] 0 0"));
            assertThat(actual).as(by).containsExactlyInAnyOrderElementsOf(expected);
        }
    }

    @Test
    void shouldReadAFileThatIsCutOff() throws UnreadableInputException, IOException {
        Path file = exported(FullRun.of(true));
        String text = Files.readString(file);

        Path cut = write(text.substring(0, text.length() - 300));

        ReadTraces read = ReadTraces.of(cut, false);
        assertThat(read.traces()).isNotEmpty();
        assertThat(read.problems()).contains("not JSON: ").contains("what stands before it was read");
    }

    @Test
    void shouldNotSayThatNothingFailedWhereNobodyKnows() throws IOException {
        Path file = write(BEGIN + FRAMES + ",\"profiles\":["
                + evented("main", "milliseconds", open(0, 0) + "," + close(0, 14)) + "]}");

        assertThat(analyzer.run("report", file)).isZero();

        assertThat(analyzer.out())
                .contains("of 1 workflow it is not known whether it failed")
                .contains("1 span whose format does not say whether it failed")
                .doesNotContain("none of 1 workflow failed");
        assertThat(analyzer.run("report", "--format", "json", file)).isZero();
        Json workflows = Json.of(analyzer.out()).get("workflows");
        assertThat(workflows.get("runs").count()).isEqualTo(1);
        assertThat(workflows.has("errors")).isFalse();
        assertThat(workflows.get("by_name").items().get(0).has("errors")).isFalse();
    }

    @Test
    void shouldKnowThatOurOwnDidNotFail() {
        Path file = exported(TestRun.run("shop-42-fine")
                .span(1, 0, 0, 5, "agent", "Support.answer")
                .footer());

        assertThat(analyzer.run("report", file)).isZero();

        assertThat(analyzer.out()).contains("none of 1 workflow failed").doesNotContain("does not say");
    }
}
