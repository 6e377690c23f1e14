// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.testing.CommandRun;
import io.agentprofiler.analyzer.testing.TestRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the samples of the process say, in the terminal's report, in {@code summary.json} and on the page. */
class ProcessReportTest {
    @TempDir
    private Path directory;

    private final CommandRun analyzer = new CommandRun();

    private static TestRun run(String jvm) {
        return TestRun.bare()
                .line(
                        "{\"event\":\"HEADER\",\"format\":\"agent-profiler/1\",\"run\":\"r\",\"service\":\"shop\",\"pid\":42,"
                                + "\"jvm\":{" + jvm + "},\"agent\":{},\"clock\":{},\"settings\":{}}")
                .span(1, 0, 0, 10, "workflow", "buy");
    }

    private static String sample(double t, String fields) {
        return "{\"event\":\"PROCESS\",\"t\":" + TestRun.at(t) + fields + "}";
    }

    private String report(TestRun run, String... more) {
        Path input = run.footer().write(directory.resolve("run/segment-000001.jsonl"));
        Object[] arguments = new Object[more.length + 3];
        arguments[0] = "report";
        arguments[1] = "--all";
        System.arraycopy(more, 0, arguments, 2, more.length);
        arguments[more.length + 2] = input;
        assertThat(analyzer.run(arguments)).as(analyzer.err()).isZero();
        return analyzer.out();
    }

    private static String row(String report) {
        return report.lines()
                .filter(line -> line.stripLeading().startsWith("shop (pid 42) ") && line.contains("GB")
                        || line.stripLeading().startsWith("shop (pid 42)  "))
                .map(line -> line.strip().replaceAll(" {2,}", "|"))
                .findFirst()
                .orElse("");
    }

    @Test
    void shouldShowMemoryAndProcessors() {
        String report = report(
                run("\"processors\":2,\"max_heap_bytes\":4000000000")
                        .line(sample(0, ",\"rss_bytes\":2000000000,\"heap_bytes\":1000000000,\"gc_ms\":35,\"cpu\":0.5"))
                        .line(sample(
                                5000,
                                ",\"rss_bytes\":3000000000,\"heap_bytes\":3000000000,\"gc_ms\":1250,\"cpu\":1.75")),
                "--width",
                "160");

        assertThat(report.lines().filter(line -> line.contains("memory and processors of the traced JVM")))
                .hasSize(1);
        assertThat(row(report)).isEqualTo("shop (pid 42)|2|2.50 GB|3.00 GB|2.00 GB|3.00 GB|4.00 GB|1.13|1.75|2|1.25 s");
    }

    @Test
    void shouldNotShowWhatIsUnknownAsNothing() {
        String report = report(run("").line(sample(0, ",\"heap_bytes\":1000000000")), "--width", "160");

        // columns that not all reports need are left out where nothing is in them
        assertThat(row(report)).isEqualTo("shop (pid 42)|1|-|1.00 GB|1.00 GB|-|-");
    }

    @Test
    void shouldSayNothingWhereNothingWasSampled() {
        assertThat(report(run(""))).doesNotContain("traced JVM");
    }

    @Test
    void shouldWriteTheTimelineForProgramsAndThePage() throws IOException {
        Path out = directory.resolve("out");

        report(
                run("\"processors\":2,\"max_heap_bytes\":4000000000")
                        .line(sample(0, ",\"rss_bytes\":2000000000,\"heap_bytes\":1000000000,\"gc_ms\":35,\"cpu\":0.5"))
                        .line(sample(5000, ",\"rss_bytes\":3000000000,\"gc_ms\":1250,\"cpu\":1.75")),
                "--format",
                "summary,html",
                "--out",
                out.toString());

        String process = "\"process\":{\"samples\":2,\"rss_bytes\":{\"mean\":2500000000,\"max\":3000000000},"
                + "\"heap_bytes\":{\"mean\":1000000000,\"max\":1000000000},\"heap_limit_bytes\":4000000000,"
                + "\"cpu\":{\"mean\":1.125,\"max\":1.75},\"processors\":2,\"gc_ms\":1250,\"first_epoch_ns\":"
                + TestRun.EPOCH + ",\"timeline\":["
                + "{\"at_ns\":0,\"until_ns\":0,\"rss_bytes\":2000000000,\"heap_bytes\":1000000000,\"cpu\":0.5,"
                + "\"gc_ms\":35},"
                + "{\"at_ns\":5000000000,\"until_ns\":5000000000,\"rss_bytes\":3000000000,\"cpu\":1.75,\"gc_ms\":1250}]}";
        assertThat(Files.readString(out.resolve("summary.json")).replaceAll("\\s", ""))
                .contains(process);
        assertThat(Files.readString(out.resolve("report.html")))
                .contains(process)
                .contains("const Processes");
    }
}
