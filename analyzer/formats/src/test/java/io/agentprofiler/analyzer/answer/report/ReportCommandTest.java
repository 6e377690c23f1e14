// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.formats.nat.NatCases;
import io.agentprofiler.analyzer.testing.CommandRun;
import io.agentprofiler.analyzer.testing.FullRun;
import io.agentprofiler.analyzer.testing.Json;
import io.agentprofiler.analyzer.testing.TestRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportCommandTest {
    @TempDir
    private Path directory;

    private final CommandRun analyzer = new CommandRun();

    /** Returns what the page says of the data. */
    private String notes(Path input) throws IOException {
        Path out = directory.resolve("out");
        assertThat(analyzer.run("report", "--out", out, "--format", "html", input))
                .as(analyzer.err())
                .isEqualTo(ExitCode.OK);
        String page = Files.readString(out.resolve("report.html"));
        assertThat(page).contains("\"notes\":[");
        // tables have notes of their own, before those of the data
        int to = page.indexOf(",\"comparisons\"");
        return page.substring(page.lastIndexOf("\"notes\":[", to) + "\"notes\":".length(), to);
    }

    @Test
    void shouldTellThePageAllThatTheTerminalSaysOfTheData() throws IOException {
        Path input = TestRun.run("r")
                .span(1, 0, 0, 10, "agent", "answer")
                .span(2, 1, 5, 3, "tool", "look")
                .end(1, 10)
                .chunk(9, 4, 0)
                .line(
                        "{\"event\":\"FOOTER\",\"emitted\":{},\"written\":{},\"dropped\":{},\"queued\":{},\"started\":2,"
                                + "\"ended\":2,\"open\":0,\"abandoned\":3,\"payloads_dropped\":7,\"deleted_segments\":4,"
                                + "\"late_ms\":90000,\"absorbed\":0,\"rules\":[{\"rule\":\"x/y\",\"state\":\"off\",\"faults\":100}]}")
                .write(directory.resolve("in/segment-000001.jsonl"));

        assertThat(notes(input))
                .isEqualTo("[\"7 spans whose attributes were given up to the memory budget\","
                        + "\"4 segments deleted by the agent to stay within its directory limit\","
                        + "\"3 spans that can never end (its stream or rule is gone)\","
                        + "\"rule x/y switched itself off after 100 faults: spans of it may be missing\","
                        + "\"the agent's start took so long that the application went on without it for 90.0 s: workflows"
                        + " begun in that time may be missing or incomplete\","
                        + "\"1 chunk of spans that are not in the files\","
                        + "\"1 record of spans that had one already\","
                        + "\"1 span that ends before it starts, taken as 0 long\"]");
    }

    @Test
    void shouldSayNothingOfWholeData() throws IOException {
        assertThat(notes(TestRun.run("r")
                        .span(1, 0, 0, 10, "agent", "answer")
                        .footer()
                        .write(directory.resolve("in/segment-000001.jsonl"))))
                .isEqualTo("[]");
    }

    @Test
    void shouldNotTakeAFileOfAnotherProfilerForAKilledProcess() throws IOException {
        assertThat(notes(Files.writeString(directory.resolve("traces.json"), NatCases.small())))
                .doesNotContain("killed");
    }

    @Test
    void shouldShowWorkflowsThatDoTheSameInARow() {
        Path run = FullRun.of(true).write(directory.resolve("full/segment-000001.jsonl"));
        assertThat(analyzer.run("fingerprint", "--format", "json", run)).isZero();
        Map<String, Long> fingerprints = new TreeMap<>();
        for (Json one : Json.of(analyzer.out()).get("fingerprints").items()) {
            fingerprints.put(
                    one.get("name").text() + " " + one.get("id").text(),
                    one.get("workflows").count());
        }

        assertThat(analyzer.run("report", "--group", "fingerprint", "--format", "json", run))
                .as(analyzer.err())
                .isZero();

        Json workflows = Json.of(analyzer.out()).get("workflows");
        Map<String, Long> rows = new TreeMap<>();
        for (Json row : workflows.get("by_fingerprint").items()) {
            rows.put(row.get("name").text(), row.get("runs").count());
        }
        assertThat(rows).isEqualTo(fingerprints).hasSizeGreaterThan(2);
        assertThat(workflows.has("by_name")).isFalse();
        assertThat(workflows.has("other_workflows")).isFalse();
    }

    @Test
    void shouldPrintTheTableWhoseRowsWereChosen() {
        Path run = FullRun.of(true).write(directory.resolve("full/segment-000001.jsonl"));

        assertThat(analyzer.run("report", "--group", "fingerprint", run)).isZero();

        assertThat(analyzer.out())
                .contains("Workflows  by name of the first span and fingerprint, slowest in total first");
    }
}
