// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.artifact;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.it.harness.Artifacts;
import io.agentprofiler.it.harness.Jdks;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files larger than the heap, read by a JVM of their own: a file may be of any size, and one value that does not fit is named. */
@Tag("full")
class SmallHeapIT {
    private static final int BAD_INPUT = 2;
    private static final String ATIF_HEAD =
            "{\"schema_version\":\"ATIF-v1.6\",\"session_id\":\"s%d\",\"agent\":{\"name\":\"a\",\"version\":\"1\"},\"steps\":[";
    private static final String USER = "{\"step_id\":1,\"timestamp\":\"%s\",\"source\":\"user\",\"message\":\"%s\"}";
    private static final String AGENT =
            ",{\"step_id\":%d,\"timestamp\":\"%s\",\"source\":\"agent\",\"model_name\":\"m\","
                    + "\"message\":\"%s\",\"metrics\":{\"prompt_tokens\":100,\"completion_tokens\":20}}";
    private static final String OTLP_HEAD = "{\"resourceSpans\":[{\"scopeSpans\":[{\"spans\":[";
    private static final String OTLP_TAIL = "]}]}]}\n";
    private static final String SPAN =
            "{\"traceId\":\"%032x\",\"spanId\":\"%016x\",\"parentSpanId\":\"%s\",\"name\":\"%s\",\"startTimeUnixNano\":\"%d\","
                    + "\"endTimeUnixNano\":\"%d\",\"attributes\":[%s]}";
    private static final String STEP =
            "{\"payload\":{\"event_type\":\"LLM_START\",\"event_timestamp\":1700000000,\"name\":\"m\","
                    + "\"UUID\":\"u\",";

    private static final String MEGABYTE = "x".repeat(1 << 20);
    private static final String TEXT = "y".repeat(8_000);

    @TempDir
    private Path directory;

    private String out = "";
    private String err = "";

    /** Writes what is in a file. */
    private interface Content {
        void write(Writer out) throws IOException;
    }

    @AfterEach
    void deleteFiles() throws IOException {
        Files.deleteIfExists(directory.resolve("input"));
    }

    private Path file(Content content) throws IOException {
        Path file = directory.resolve("input");
        try (BufferedWriter writer = Files.newBufferedWriter(file)) {
            content.write(writer);
        }
        return file;
    }

    private int run(int heapMegabytes, String command, Path input) throws IOException, InterruptedException {
        Path outFile = directory.resolve("out");
        Path errFile = directory.resolve("err");
        Process process = new ProcessBuilder(
                        Jdks.current().java(),
                        "-Xmx" + heapMegabytes + "m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-jar",
                        Artifacts.analyzerJar().toString(),
                        command,
                        input.toString())
                .redirectOutput(outFile.toFile())
                .redirectError(errFile.toFile())
                .start();
        int code = process.waitFor();
        out = Files.readString(outFile, StandardCharsets.UTF_8);
        err = Files.readString(errFile, StandardCharsets.UTF_8);
        return code;
    }

    private void assertRead(int heapMegabytes, int calls, Path input) throws IOException, InterruptedException {
        assertThat(Files.size(input)).isGreaterThan((heapMegabytes << 20) * 3L / 2);
        assertThat(run(heapMegabytes, "tokens", input)).as(err).isZero();
        assertThat(out).contains(String.format(Locale.ROOT, "%,d calls", calls));
        assertThat(out).doesNotContain("left out", "closed early", "too large");
        assertThat(err).isEmpty();
    }

    /** One line that names the file, the place in it, the size and what to do. */
    private void assertRefused(String place, Path input) throws IOException, InterruptedException {
        assertThat(Files.size(input)).isGreaterThan(64 << 20);
        assertThat(run(64, "report", input)).as(err).isEqualTo(BAD_INPUT);
        assertThat(err.lines()).hasSize(1);
        assertThat(err)
                .containsPattern("^analyzer: " + Pattern.quote(input.toString()) + ":" + place
                        + "more than \\d+ MB, too large for a heap of \\d+ MB: split it, or start java with -Xmx1g; ");
        assertThat(out).isEmpty();
    }

    private static String time(int second) {
        return String.format(
                Locale.ROOT,
                "2026-01-%02dT%02d:%02d:%02dZ",
                1 + second / 86_400,
                second / 3600 % 24,
                second / 60 % 60,
                second % 60);
    }

    private static String trajectory(int number, int calls) {
        StringBuilder text = new StringBuilder(String.format(Locale.ROOT, ATIF_HEAD, number))
                .append(String.format(Locale.ROOT, USER, time(number * 60), TEXT));
        for (int i = 1; i <= calls; i++) {
            text.append(String.format(Locale.ROOT, AGENT, i + 1, time(number * 60 + i), TEXT));
        }
        return text.append("]}").toString();
    }

    private static String span(int trace, int span, int parent, String name, String attributes) {
        long start = 1_700_000_000_000_000_000L + trace * 1_000_000_000L + span * 1_000_000L;
        return String.format(
                Locale.ROOT,
                SPAN,
                trace,
                trace * 100L + span,
                parent == 0 ? "" : String.format(Locale.ROOT, "%016x", trace * 100L + parent),
                name,
                start,
                start + (parent == 0 ? 900_000_000 : 500_000),
                attributes);
    }

    private static String attribute(String key, String value) {
        return "{\"key\":\"" + key + "\",\"value\":{\"stringValue\":\"" + value + "\"}}";
    }

    private static void repeat(int times, String text, Writer out) throws IOException {
        for (int i = 0; i < times; i++) {
            out.write(text);
        }
    }

    @Test
    void shouldReadAListOfTrajectoriesThatIsLargerThanTheHeap() throws Exception {
        Path input = file(out -> {
            out.write('[');
            for (int i = 0; i < 2_500; i++) {
                out.write((i == 0 ? "" : ",\n") + trajectory(i, 9));
            }
            out.write(']');
        });

        assertRead(128, 2_500 * 9, input);
    }

    @Test
    void shouldReadLinesOfTrajectoriesThatAreLargerThanTheHeap() throws Exception {
        Path input = file(out -> {
            for (int i = 0; i < 2_500; i++) {
                out.write(trajectory(i, 9) + '\n');
            }
        });

        assertRead(128, 2_500 * 9, input);
    }

    /** Twice the heap, as a gigabyte is for one of 512 MB. */
    @Test
    void shouldReadLinesOfSpansThatAreTwiceTheHeap() throws Exception {
        String call = attribute("gen_ai.operation.name", "chat")
                + ','
                + attribute("gen_ai.request.model", "m")
                + ','
                + attribute("gen_ai.input.messages", TEXT);
        Path input = file(out -> {
            for (int i = 1; i <= 6_500; i++) {
                out.write(OTLP_HEAD);
                out.write(span(i, 1, 0, "invoke_agent a", attribute("gen_ai.operation.name", "invoke_agent")));
                for (int k = 2; k <= 6; k++) {
                    out.write(',' + span(i, k, 1, "chat m", call));
                }
                out.write(OTLP_TAIL);
            }
        });

        assertThat(Files.size(input)).isGreaterThan(256 << 20);
        assertRead(128, 6_500 * 5, input);
    }

    @Test
    void shouldNameATrajectoryThatIsLargerThanTheHeap() throws Exception {
        assertRefused(" line 1, /: a trajectory of ", file(out -> {
            out.write(String.format(Locale.ROOT, ATIF_HEAD, 1) + String.format(Locale.ROOT, USER, time(0), TEXT));
            for (int i = 2; i < 9_000; i++) {
                out.write(String.format(Locale.ROOT, AGENT, i, time(i), TEXT));
            }
            out.write("]}");
        }));
        assertRefused(" line 2, /0: a trajectory of ", file(out -> {
            out.write("[\n" + String.format(Locale.ROOT, ATIF_HEAD, 1)
                    + "{\"step_id\":1,\"source\":\"user\",\"message\":\"");
            repeat(70, MEGABYTE, out);
            out.write("\"}]}]");
        }));
        // each takes many times its text as an object
        assertRefused(" line 1, /: a trajectory of ", file(out -> {
            out.write(String.format(Locale.ROOT, ATIF_HEAD, 1)
                    + "{\"step_id\":1,\"source\":\"user\",\"extra\":{\"e\":[{}");
            repeat(70_000, ",{}".repeat(400), out);
            out.write("]}}]}");
        }));
    }

    @Test
    void shouldNameASpanThatIsLargerThanTheHeap() throws Exception {
        String begun = span(1, 1, 0, "a", "{\"key\":\"k\",\"value\":{");
        String head = OTLP_HEAD + begun.substring(0, begun.length() - 2);
        assertRefused("1: a text of ", file(out -> {
            out.write(head + "\"stringValue\":\"");
            repeat(70, MEGABYTE, out);
            out.write("\"}}]}" + OTLP_TAIL);
        }));
        assertRefused("1: /resourceSpans/0/scopeSpans/0/spans/0: ", file(out -> {
            out.write(head + "\"arrayValue\":{\"values\":[{}");
            repeat(70_000, ",{}".repeat(400), out);
            out.write("]}}}]}" + OTLP_TAIL);
        }));
    }

    @Test
    void shouldNameAStepThatIsLargerThanTheHeap() throws Exception {
        String head = "[{\"request_number\":7,\"intermediate_steps\":[\n" + STEP;
        assertRefused(" line 2, request 7, step 0: ", file(out -> {
            out.write(head + "\"data\":{\"input\":\"");
            repeat(70, MEGABYTE, out);
            out.write("\"}}}]}]");
        }));
        assertRefused(" line 2, request 7, step 0: ", file(out -> {
            out.write(head + "\"metadata\":{\"provided_metadata\":{\"agent_profiler\":{\"spans\":[{}");
            repeat(70_000, ",{}".repeat(400), out);
            out.write("]}}}}}]}]");
        }));
    }

    /** Spans that fit one by one, and not together. */
    @Test
    void shouldSayWhichFileNeedsMoreMemory() throws Exception {
        String call = attribute("gen_ai.operation.name", "chat")
                + ','
                + attribute("gen_ai.request.model", "m")
                + ','
                + attribute("gen_ai.input.messages", MEGABYTE);
        Path input = file(out -> {
            for (int i = 2; i < 90; i++) {
                out.write(OTLP_HEAD + span(1, i, 1, "chat m", call) + OTLP_TAIL);
            }
        });

        assertThat(run(64, "prefix", input)).as(out + err).isEqualTo(BAD_INPUT);
        assertThat(err.lines()).hasSize(1);
        assertThat(err)
                .containsPattern("^analyzer: " + Pattern.quote(input.toString())
                        + ": needs more than a heap of \\d+ MB, after \\d+ of 88 MB were read: split it, or start java with"
                        + " -Xmx1g\n$");
    }
}
