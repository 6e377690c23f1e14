// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.testing.CommandRun;
import io.agentprofiler.analyzer.testing.TestRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the profiler cost is said only where the run measured it, and of the time that workflows have run so far. */
class ProfilerCostReportTest {
    @TempDir
    private Path directory;

    private final CommandRun analyzer = new CommandRun();

    /** A workflow that is still open after 400 ms, and one of 100 ms with a model call of two spans, 80 ms. */
    private static TestRun run() {
        return TestRun.run("r")
                .start(1, 0, 0, "workflow", "open")
                .trace(2)
                .start(2, 0, 100, "workflow", "done")
                .start(3, 2, 110, "llm", "chat", "\"gen_ai.request.model\":\"m\"")
                .span(4, 3, 120, 180, "http", "POST")
                .end(3, 190)
                .end(2, 200)
                .trace(1)
                .span(5, 1, 300, 400, "tool", "t");
    }

    private static String counters(String more) {
        return "{\"event\":\"BOOKS\",\"t\":" + TestRun.at(400) + ",\"dropped\":{}" + more + "}";
    }

    private String read(TestRun run, String file) throws IOException {
        Path out = directory.resolve("out");
        Path input = run.write(directory.resolve("run/segment-000001.jsonl"));
        assertThat(analyzer.run("report", "--all", "--format", "summary,critical-path,html", "--out", out, input))
                .as(analyzer.err())
                .isZero();
        return Files.readString(out.resolve(file)).replaceAll("\\s", "");
    }

    @Test
    void shouldCountOpenWorkflowsUntilTheLastEvent() throws IOException {
        TestRun run = run().line(counters(",\"consumer_cpu_ns\":9000000,\"span_cost_ns\":1000"));

        assertThat(read(run, "summary.json"))
                .contains("\"profiler_cost\":{\"spans\":5,\"measured_ns_per_span\":1000,\"application_ns\":5000,"
                        + "\"workflow_ns\":500000000,\"agent_thread_cpu_ns\":9000000}");
        assertThat(analyzer.out().lines().filter(line -> line.contains("of the workflows' time")))
                .satisfiesExactly(
                        line -> assertThat(line).contains("9.00 ms CPU on the agent's writing thread", "1.8 %"),
                        line -> assertThat(line)
                                .contains("5.00 µs on the application's threads", "<0.1 %", "5 spans of 1.00 µs"));
    }

    @Test
    void shouldTellTheShareOfAModelsCallsByWhatASpanWasMeasuredToCost() throws IOException {
        TestRun run = run().line(counters(",\"span_cost_ns\":4000000"));

        // 2 spans of 4 ms, of 80 ms
        assertThat(read(run, "critical-path.json")).contains("\"model\":\"m\"", "\"spans\":2,\"profiler_ns\":8000000");
        assertThat(analyzer.out().lines().filter(line -> line.matches(" *m +1 +80.0 ms .* 10.0 %.*")))
                .hasSize(1);
    }

    @Test
    void shouldSupposeNothingWhereItWasNotMeasured() throws IOException {
        TestRun run = run().line(counters(",\"consumer_cpu_ns\":9000000"));

        assertThat(read(run, "critical-path.json"))
                .contains("\"spans\":2,\"call_ns\"")
                .doesNotContain("profiler_ns");
        assertThat(analyzer.out()).doesNotContain("on the application's threads");
    }
}
