// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.nat;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.read.InputFiles;
import io.agentprofiler.analyzer.read.ReadOptions;
import io.agentprofiler.analyzer.read.UnreadableInputException;
import io.agentprofiler.analyzer.testing.CommandRun;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.metric.operation.GroupBy;
import io.agentprofiler.analyzer.trace.metric.operation.OperationStats;
import io.agentprofiler.analyzer.trace.metric.operation.Operations;
import io.agentprofiler.analyzer.trace.metric.workflow.WorkflowStats;
import io.agentprofiler.analyzer.trace.metric.workflow.Workflows;
import io.agentprofiler.analyzer.trace.pipeline.Pipeline;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run of ours that is written as NAT's and read back is the same work: same workflows, calls, times and tokens. */
class NatRoundTripTest {
    @TempDir
    private Path directory;

    private final CommandRun analyzer = new CommandRun();

    /** Agents with model calls of two HTTP attempts each, a streamed one among them, tools, and no text recorded. */
    private Path run() {
        TestRun run = TestRun.run("mine");
        for (int i = 0; i < 3; i++) {
            double t = 10_000.0 * i;
            run.trace(i + 1).start(1, 0, t, "agent", "Support.answer", "\"gen_ai.agent.name\":\"Support\"");
            model(run, 2, t + 10, "gpt", 1000 + i);
            run.start(5, 1, t + 1500, "tool", "execute_tool find", "\"gen_ai.tool.name\":\"find\"")
                    .span(6, 5, t + 1510, t + 1600, "http", "POST")
                    .end(5, t + 1700);
            model(run, 7, t + 1800, "gpt-mini", 500);
            run.end(1, t + 4000);
        }
        return run.footer().write(directory.resolve("run/segment-000001.jsonl"));
    }

    private static void model(TestRun run, int span, double t, String model, int tokens) {
        run.start(span, 1, t, "llm", "chat " + model, "\"gen_ai.request.model\":\"" + model + "\"")
                .span(span + 1, span, t + 20, t + 200, "http", "POST")
                .span(span + 2, span, t + 300, t + 990, "http", "POST")
                .end(span, t + 1000, "\"gen_ai.usage.input_tokens\":" + tokens + ",\"gen_ai.usage.output_tokens\":50");
    }

    private Path report(String name, Path input) {
        Path out = directory.resolve(name);
        assertThat(analyzer.run("report", "--out", out, "--format", "nat", input))
                .as(analyzer.err())
                .isEqualTo(ExitCode.OK);
        return out;
    }

    /** The figures of workflows, models and tools; times to a microsecond, as NAT's seconds tell no more. */
    private static List<String> figures(Path input) throws IOException, UnreadableInputException {
        Outcome outcome = new Pipeline(
                        List.of(Workflows.ANALYSIS, Operations.ANALYSIS), List.of(), ReadOptions.WITHOUT_CONTENT)
                .run(InputFiles.find(List.of(input)));
        WorkflowStats all = outcome.summary().get(Workflows.ANALYSIS).all();
        List<String> figures = new ArrayList<>();
        figures.add(all.workflows() + " workflows " + all.modelCalls() + " model calls " + all.toolCalls()
                + " tool calls " + all.tokens());
        Operations operations = outcome.summary().get(Operations.ANALYSIS);
        operations.by(GroupBy.MODEL).forEach((name, stats) -> figures.add(figure(name, stats)));
        operations.by(GroupBy.TOOL).forEach((name, stats) -> figures.add(figure(name, stats)));
        return figures;
    }

    private static String figure(String name, OperationStats stats) {
        return name + " " + stats.calls() + " calls " + micros(stats.totalNanos()) + " us, self "
                + micros(stats.selfNanos()) + " us " + stats.tokens();
    }

    private static long micros(long nanos) {
        return Math.round(nanos / 1e3);
    }

    @Test
    void shouldGiveTheSameFiguresWhenReadBack() throws IOException, UnreadableInputException {
        Path run = run();
        Path mine = report("mine", run);

        List<String> back = figures(mine.resolve("all_requests_profiler_traces.json"));

        assertThat(back).hasSize(4);
        // an attempt is part of its model call: its time is the model's, as in the report of the run itself
        assertThat(back.get(1)).startsWith("gpt 3 calls 3000000 us, self 3000000 us");
        assertThat(back)
                .map(line -> line.replaceFirst("self \\d+ us", ""))
                .isEqualTo(figures(run).stream()
                        .map(line -> line.replaceFirst("self \\d+ us", ""))
                        .toList());
        // read and written again, nothing is lost any more
        Path again = report("again", mine.resolve("all_requests_profiler_traces.json"));
        assertThat(figures(again.resolve("all_requests_profiler_traces.json"))).isEqualTo(back);
    }

    /** What NAT has words for: workflows, functions, model and tool calls, one of them failing. */
    private static TestRun plainRun() {
        TestRun run = TestRun.run("plain");
        for (int i = 0; i < 6; i++) {
            double t = 8000.0 * i;
            run.trace(i + 1).start(1, 0, t, "workflow", "plan");
            call(run, 2, 1, t + 20, t + 1020 + 100 * i, "gpt", 900 + i);
            run.start(3, 1, t + 2000, "function", "gather");
            tool(run, 4, 3, t + 2100, t + 2400, "find", i == 3);
            run.end(3, t + 2537);
            call(run, 5, 1, t + 2600, t + 3000, "gpt-mini", 400);
            run.end(1, t + 3213);
        }
        return run;
    }

    private static void call(TestRun run, int span, int parent, double from, double to, String model, int tokens) {
        run.start(span, parent, from, "llm", model, "\"gen_ai.request.model\":\"" + model + "\"")
                .end(span, to, "\"gen_ai.usage.input_tokens\":" + tokens + ",\"gen_ai.usage.output_tokens\":50");
    }

    private static void tool(TestRun run, int span, int parent, double from, double to, String tool, boolean failing) {
        run.start(span, parent, from, "tool", tool, "\"gen_ai.tool.name\":\"" + tool + "\"")
                .end(
                        span,
                        to,
                        failing ? "error" : "ok",
                        failing ? ",\"error\":{\"type\":\"java.io.IOException\",\"message\":\"broken\"}" : "");
    }

    private static final String COMPLETE = "Data  complete: nothing dropped, nothing missing";
    private static final String CANNOT_TELL = "Data  nothing known to be missing: the format cannot tell";

    /** The report without ids, without who wrote it and whether all of it is there, and without what the profiler took. */
    private List<String> told(Path input) {
        assertThat(analyzer.run("report", "--all", "--width", "160", input))
                .as(analyzer.err())
                .isEqualTo(ExitCode.OK);
        List<String> lines = new ArrayList<>();
        boolean profiler = false;
        for (String line : analyzer.out().lines().toList()) {
            profiler = line.equals("Profiler cost") || profiler && !line.isEmpty();
            boolean ofFormat = line.equals(COMPLETE) || line.equals(CANNOT_TELL);
            if (!profiler && !ofFormat && !line.matches(".* · \\d+ events") && !line.isEmpty()) {
                lines.add(line.replaceAll("(trace|span) [0-9a-f]{8,}", "$1 X"));
            }
        }
        return lines;
    }

    private static List<String> onlyIn(List<String> these, List<String> others) {
        return these.stream().filter(line -> !others.contains(line)).toList();
    }

    /** The finding that names a saving, and the table's column of savings with its remark. */
    private static final Pattern SAVINGS = Pattern.compile(
            "\\[low\\] tool find takes .*| {6}results or give it .*"
                    + "|  (supposed|measured)  [a-z:-]+ · explains .*|operation .* saves|(llm|workflow|tool|function) [a-z].* % .*|saves: .*");

    /** Returns the traces as NAT itself would have them: steps, without the spans that stand beside them. */
    private Path stepsAlone(Path written) throws IOException {
        List<?> requests = (List<?>) NatRun.json(written.resolve("all_requests_profiler_traces.json"));
        for (Object request : requests) {
            List<?> steps = (List<?>) NatRun.object(request).get("intermediate_steps");
            Map<String, Object> payload =
                    NatRun.object(NatRun.object(steps.get(0)).get("payload"));
            assertThat(NatRun.object(payload.get("metadata"))).containsKey("provided_metadata");
            payload.put("metadata", null);
        }
        return Files.writeString(directory.resolve("steps.json"), NatRun.text(requests));
    }

    @Test
    void shouldTellEveryFigureTheSameWhenReadBack() throws IOException {
        Path run = plainRun().footer().write(directory.resolve("plain/segment-000001.jsonl"));
        Path mine = report("mine", run);

        List<String> told = told(run);

        assertThat(told).hasSizeGreaterThan(40);
        assertThat(analyzer.out()).contains(COMPLETE);
        assertThat(told(mine.resolve("all_requests_profiler_traces.json"))).isEqualTo(told);
        // what is not in a file of other programs nobody knows
        assertThat(analyzer.out()).contains(CANNOT_TELL);
        List<String> back = told(stepsAlone(mine));
        // NAT's steps have no threads: which calls waited for others is not told, so nothing need be saved
        assertThat(onlyIn(told, back))
                .containsExactly(
                        "[low] tool find takes 300 ms (median, n=6); workflows wait for it 9.3 % of their time; would save"
                                + " up to 1.80 s (9.3 %): find out what it waits for; cache its",
                        "      results or give it a timeout",
                        "  supposed  slow-tool:tool-find · explains 9.3 % of the time · seen 6 times in 6 workflows"
                                + " · trace X… span X",
                        "operation        workflows  spans  waited   share          saves",
                        "llm gpt                  6      6  7.50 s  38.9 %  ████▋  3.75 s",
                        "workflow plan            6      6  6.16 s  31.9 %  ███▉   3.08 s",
                        "llm gpt-mini             6      6  2.40 s  12.4 %  █▌     1.20 s",
                        "tool find                6      6  1.80 s   9.3 %  █▏     900 ms",
                        "function gather          6      6  1.42 s   7.4 %  ▉      711 ms");
        assertThat(onlyIn(back, told))
                .containsExactly(
                        "[low] tool find takes 300 ms (median, n=6); workflows wait for it 9.3 % of their time: see what"
                                + " these calls do, and whether they could do less",
                        "  measured  slow-tool:tool-find · explains 9.3 % of the time · seen 6 times in 6 workflows"
                                + " · trace X… span X",
                        "operation        workflows  spans  waited   share              saves",
                        "llm gpt                  6      6  7.50 s  38.9 %  ████▋  0 – 3.75 s",
                        "workflow plan            6      6  6.16 s  31.9 %  ███▉   0 – 3.08 s",
                        "llm gpt-mini             6      6  2.40 s  12.4 %  █▌     0 – 1.20 s",
                        "tool find                6      6  1.80 s   9.3 %  █▏     0 – 900 ms",
                        "function gather          6      6  1.42 s   7.4 %  ▉      0 – 711 ms",
                        "saves: up to; these spans do not show which calls waited for others and which only began later");
    }

    @Test
    void shouldPutAWorkflowAroundACallAtTheTop() throws IOException {
        TestRun run = plainRun().trace(20);
        call(run, 1, 0, 60_000, 61_500, "gpt", 77);
        run.trace(21);
        tool(run, 1, 0, 62_000, 62_250, "find", false);
        Path input = run.footer().write(directory.resolve("plain/segment-000001.jsonl"));
        Path mine = report("mine", input);

        List<String> rows = Files.readAllLines(mine.resolve("standardized_data_all.csv"));
        List<String> told = told(input);
        assertThat(told(mine.resolve("all_requests_profiler_traces.json"))).isEqualTo(told);
        List<String> back = told(stepsAlone(mine));

        assertThat(rows).filteredOn(row -> row.startsWith("WORKFLOW_START,")).hasSize(8);
        assertThat(rows).filteredOn(row -> row.startsWith("WORKFLOW_END,")).hasSize(8);
        // beside savings nothing differs: two more spans, which take no time of their own
        assertThat(onlyIn(told, back))
                .filteredOn(line -> !SAVINGS.matcher(line).matches())
                .satisfiesExactly(
                        line -> assertThat(line).startsWith("Workflows  8 ").endsWith(" 32 spans"),
                        line -> assertThat(line).startsWith("workflow      6          19.3 s  6.16 s  29.3 %"));
        assertThat(onlyIn(back, told))
                .filteredOn(line -> !SAVINGS.matcher(line).matches())
                .satisfiesExactly(
                        line -> assertThat(line).startsWith("Workflows  8 ").endsWith(" 34 spans"),
                        line -> assertThat(line).startsWith("workflow      8          21.0 s  6.16 s  29.3 %"));
    }

    @Test
    void shouldNotTakeUnknownPromptsForPromptsWithoutNewWords() throws IOException {
        Path mine = report("mine", run());

        assertThat(Files.readString(mine.resolve("inference_optimization.json")).replaceAll("\\s", ""))
                .contains("\"token_uniqueness\":{}", "\"common_prefixes\":{}");
    }

    @Test
    void shouldHaveAWorkflowAboveEveryRequest() throws IOException {
        Path mine = report("mine", run());

        List<String> rows = Files.readAllLines(mine.resolve("standardized_data_all.csv"));
        assertThat(rows).filteredOn(row -> row.startsWith("WORKFLOW_START,")).hasSize(3);
        assertThat(rows).noneMatch(row -> row.contains("POST") && row.contains(",gpt"));
        // one attempt below the tool of each request
        assertThat(rows).filteredOn(row -> row.startsWith("FUNCTION_START,")).hasSize(3);
    }
}
