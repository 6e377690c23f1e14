// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.answer.gate.check.Figure;
import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.testing.CommandRun;
import io.agentprofiler.analyzer.testing.TestRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GateCommandTest {
    private static final String ARGUMENTS =
            ",\"agentprofiler.content.tool.call.arguments\":{\"chars\":9,\"hash\":\"same\",\"words\":\"aaaabbbb\"}";

    private final CommandRun analyzer = new CommandRun();

    @TempDir
    private Path directory;

    private Path runs;

    @BeforeEach
    void writeARun() {
        runs = directory.resolve("agent-profile");
        TestRun run = GateRuns.of("shop", "shop-1");
        GateRuns.answer(run, 1, "Support", 2);
        GateRuns.answer(run, 2, "Support", 3);
        write(run.footer(), "shop-1");
    }

    private Path write(TestRun run, String id) {
        return run.write(runs.resolve(id + "/segment-000001.jsonl"));
    }

    private int gate(Object... arguments) {
        List<Object> all = new ArrayList<>(List.of("gate", runs));
        all.addAll(List.of(arguments));
        return analyzer.run(all.toArray());
    }

    @Test
    void shouldShowWhatFailedFirstAndHowToLookAtIt() {
        assertThat(gate("--max-model-calls", 2, "--max-time", "p50=1s")).isEqualTo(ExitCode.GATE_FAILED);

        assertThat(analyzer.err()).isEmpty();
        assertThat(analyzer.out().replace(runs.toString(), "DIR")).isEqualTo("""
                        FAILED 1 of 4 checks · 2 workflows of 1 name in 1 run of shop, started 2025-06-15 15:06:40 UTC
                        broken  max-model-calls 2: Support
                          1 of 2 workflows over it, the most is 3
                          java -jar analyzer.jar tree --all-runs --trace 0000000000000000 DIR

                        Gates  percentiles are of the workflows of one name, other limits hold for each workflow
                        gate               workflow  service  measured  of  over  state   worst in
                        max-model-calls 2  Support   shop            3   2     1  broken  trace 0000000000000000
                        max-time p50=1s    Support   shop      25.0 ms   2        passed  trace 0000000000000000
                        complete data                shop                         passed
                        min-workflows 1                                           passed
                        """);
    }

    /** The date of a file is not when its workflows ran. */
    @ParameterizedTest
    @CsvSource({
        "--max-model-calls, 3, 2",
        "--max-tool-calls, 0, -",
        "--max-tokens, 330, 329",
        "--max-input-tokens, 300, 299",
        "--max-output-tokens, 30, 29",
        // 300 input tokens at $2.50 and 30 output tokens at $10 a million
        "--max-cost, 0.00105, 0.00104",
        "--max-time, 30ms, 29ms",
        "--max-time, max=0.03s, max=29.9ms",
        "--max-time, p50=25ms, p50=24ms",
        "--max-time, 'p50=25ms,max=30ms', 'p50=25ms,max=29ms'"
    })
    void shouldTakeExactlyTheLimitForWithinIt(String option, String kept, String broken) {
        assertThat(gate(option, kept)).as(analyzer.out()).isEqualTo(ExitCode.OK);
        if (!broken.equals("-")) {
            assertThat(gate(option, broken)).isEqualTo(ExitCode.GATE_FAILED);
        }
    }

    @Test
    void shouldJudgeTheWorkflowsOfEachNameByThemselves() {
        TestRun run = GateRuns.of("shop", "shop-2");
        GateRuns.answer(run, 11, "Planner", 5);
        write(run.footer(), "shop-2");

        assertThat(gate("--max-model-calls", 3, "--only", "Sup*")).isEqualTo(ExitCode.OK);
        assertThat(analyzer.out()).contains("1 workflow not judged, for their names");
        assertThat(gate("--max-model-calls", 3, "--except", "Planner")).isEqualTo(ExitCode.OK);
        assertThat(gate("--max-model-calls", 3)).isEqualTo(ExitCode.GATE_FAILED);
        assertThat(analyzer.out()).contains("max-model-calls 3: Planner").doesNotContain("max-model-calls 3: Support");
    }

    @Test
    void shouldReadAllRunsOfADirectoryAndTellServicesApart() {
        TestRun other = GateRuns.of("desk", "desk-1");
        GateRuns.answer(other, 21, "Support", 4);
        write(other.footer(), "desk-1");

        assertThat(gate("--max-model-calls", 3)).isEqualTo(ExitCode.GATE_FAILED);
        assertThat(analyzer.err()).isEmpty();
        assertThat(analyzer.out())
                .contains("3 workflows", "in 2 runs of 2 services", "max-model-calls 3: Support of desk");
        assertThat(gate("--max-model-calls", 3, "--service", "shop")).isEqualTo(ExitCode.OK);
        assertThat(gate("--max-model-calls", 3, "--run", "desk")).isEqualTo(ExitCode.GATE_FAILED);
    }

    @Test
    void shouldSayWhenRunsMayBeOfAnEarlierBuild() throws IOException {
        Path segment = write(
                GateRuns.answer(GateRuns.of("shop", "shop-0"), 31, "Support", 1).footer(), "shop-0");
        Files.writeString(
                segment,
                Files.readString(segment)
                        .replace("\"epoch_ns\":" + TestRun.EPOCH, "\"epoch_ns\":" + TestRun.at(-7_200_000)));

        assertThat(gate("--max-model-calls", 3)).isEqualTo(ExitCode.OK);
        assertThat(analyzer.out())
                .contains("the runs began 2h 00m apart: if some are of an earlier build, remove them");
    }

    @Test
    void shouldNotTakeTokensForNoneThatNobodyReported() {
        TestRun run = GateRuns.of("shop", "shop-2");
        GateRuns.answer(run, 11, "Silent", 2, "");
        write(run.footer(), "shop-2");

        assertThat(gate("--max-tokens", 1000)).isEqualTo(ExitCode.GATE_FAILED);
        assertThat(analyzer.out())
                .contains(
                        "unknown  max-tokens 1000: Silent",
                        "cannot be judged",
                        "2 of its 2 model calls did not report");
        assertThat(gate("--max-tokens", 1000, "--if-unknown", "warn")).isEqualTo(ExitCode.WARNED);
        assertThat(gate("--max-tokens", 1000, "--if-unknown", "ignore")).isEqualTo(ExitCode.OK);
        assertThat(gate("--max-model-calls", 3)).isEqualTo(ExitCode.OK);
        assertThat(gate("--max-tokens", 329, "--if-unknown", "ignore")).isEqualTo(ExitCode.GATE_FAILED);
    }

    @Test
    void shouldBreakAGateByWhatIsKnownHoweverMuchIsNot() {
        TestRun run = GateRuns.of("shop", "shop-2");
        GateRuns.answer(run, 11, "Half", 1, "\"gen_ai.usage.input_tokens\":5000");
        write(run.footer(), "shop-2");

        assertThat(gate("--max-tokens", 1000, "--if-unknown", "ignore", "--only", "Half"))
                .isEqualTo(ExitCode.GATE_FAILED);
        assertThat(analyzer.out()).contains("broken  max-tokens 1000: Half", "the most is 5,000");
    }

    @Test
    void shouldNotPassDataOfWhichAPartIsMissing() {
        write(GateRuns.answer(GateRuns.of("shop", "shop-2"), 11, "Support", 1), "shop-2");

        assertThat(gate("--max-model-calls", 3)).isEqualTo(ExitCode.GATE_FAILED);
        assertThat(analyzer.out()).contains("unknown  complete data", "the process was killed or is still running");
        assertThat(gate("--max-model-calls", 3, "--if-incomplete", "warn")).isEqualTo(ExitCode.WARNED);
        assertThat(gate("--max-model-calls", 3, "--if-incomplete", "ignore")).isEqualTo(ExitCode.OK);
        assertThat(analyzer.out()).contains("Data  incomplete or unusual");
        assertThat(gate("--max-model-calls", 2, "--if-incomplete", "ignore")).isEqualTo(ExitCode.GATE_FAILED);
    }

    @Test
    void shouldNotPassDataOfWhichEventsWereDropped() {
        write(
                GateRuns.answer(GateRuns.of("shop", "shop-2"), 11, "Support", 1)
                        .footer("{\"SPAN_START\":{\"ring_full\":3}}"),
                "shop-2");

        assertThat(gate("--max-model-calls", 3)).isEqualTo(ExitCode.GATE_FAILED);
        assertThat(analyzer.out()).contains("3 events dropped by the agent");
    }

    @Test
    void shouldNotTakeAFrameworkThatIsNotRecognisedForOneThatIsNotCalled() throws IOException {
        Path none = directory.resolve("none");
        String framework =
                "\"dropped\":{},\"frameworks\":[{\"name\":\"langchain4j\",\"jars\":[],\"model_calls\":false}]";
        Path segment = GateRuns.answer(GateRuns.of("shop", "shop-3"), 11, "Support", 0)
                .footer()
                .write(none.resolve("shop-3/segment-000001.jsonl"));
        Files.writeString(segment, Files.readString(segment).replace("\"dropped\":{}", framework));

        assertThat(analyzer.run("gate", none, "--max-model-calls", 3)).isEqualTo(ExitCode.GATE_FAILED);
        assertThat(analyzer.out()).contains("unknown  complete data", "no model call of langchain4j was recognised");

        Path called = write(GateRuns.of("shop", "shop-3").footer(), "shop-3");
        Files.writeString(called, Files.readString(called).replace("\"dropped\":{}", framework));
        assertThat(gate("--max-model-calls", 3))
                .as("another framework is called")
                .isEqualTo(ExitCode.OK);
        assertThat(analyzer.out()).contains("no model call of langchain4j was recognised");
    }

    @Test
    void shouldNotPassAWorkflowThatHasNoEnd() {
        TestRun run = GateRuns.of("shop", "shop-2").trace(11).start(1, 0, 0, "agent", "Open");
        write(run.footer(), "shop-2");

        for (String gate : new String[] {"--max-time=1s", "--max-model-calls=3", "--max-tokens=9", "--no-failures"}) {
            assertThat(gate(gate, "--only", "Open")).as(gate).isEqualTo(ExitCode.GATE_FAILED);
            assertThat(analyzer.out()).contains("cannot be judged");
            assertThat(gate(gate, "--only", "Open", "--if-incomplete", "ignore"))
                    .isEqualTo(ExitCode.OK);
        }
    }

    @Test
    void shouldFindFailedCallsOfWorkflowsThatWentOn() {
        assertThat(gate("--no-failures")).isEqualTo(ExitCode.OK);
        write(GateRuns.failingTool(GateRuns.of("shop", "shop-2"), 11, "Refunds").footer(), "shop-2");

        assertThat(gate("--no-failures")).isEqualTo(ExitCode.GATE_FAILED);
        assertThat(analyzer.out())
                .contains(
                        "broken  no-failures: Refunds",
                        "in 1 of 1 workflow: tool refund failed with java.lang.IllegalStateException");
    }

    @Test
    void shouldFindLoopsHoweverShortTheyTook() {
        assertThat(gate("--no-loops")).isEqualTo(ExitCode.OK);
        write(
                GateRuns.loop(GateRuns.of("shop", "shop-2"), 11, "Search", 3, ARGUMENTS)
                        .footer(),
                "shop-2");

        assertThat(gate("--no-loops")).isEqualTo(ExitCode.GATE_FAILED);
        assertThat(analyzer.out()).contains("tool search was called 3 times with the same arguments");
        assertThat(gate("--no-loops", "--threshold", "loop-calls=4")).isEqualTo(ExitCode.OK);
    }

    @Test
    void shouldNotTellOfLoopsWhoseArgumentsWereNotRecorded() {
        write(GateRuns.loop(GateRuns.of("shop", "shop-2"), 11, "Search", 3, "").footer(), "shop-2");

        assertThat(gate("--no-loops")).isEqualTo(ExitCode.GATE_FAILED);
        assertThat(analyzer.out()).contains("cannot be judged", "the arguments of tool search were not recorded");
    }

    @Test
    void shouldJudgeTheFirstChunksOfStreamedCalls() {
        assertThat(gate("--max-first-chunk", "50ms")).isEqualTo(ExitCode.GATE_FAILED);
        assertThat(analyzer.out()).contains("cannot be judged: no streamed model call was recorded");
        write(
                GateRuns.streamed(GateRuns.of("shop", "shop-2"), 11, "chat gpt-4o", 40)
                        .footer(),
                "shop-2");

        assertThat(gate("--max-first-chunk", "40ms")).as(analyzer.out()).isEqualTo(ExitCode.OK);
        assertThat(gate("--max-first-chunk", "p50=39ms")).isEqualTo(ExitCode.GATE_FAILED);
        assertThat(analyzer.out()).contains("p50 of 1 streamed model call is 40.0 ms");
    }

    @Test
    void shouldFailForFindingsOfTheImpactAsked() {
        assertThat(gate("--no-findings", "high")).as(analyzer.out()).isEqualTo(ExitCode.OK);
        write(GateRuns.failingTool(GateRuns.of("shop", "shop-2"), 11, "Refunds").footer(), "shop-2");

        assertThat(gate("--no-findings", "high")).isEqualTo(ExitCode.GATE_FAILED);
        assertThat(analyzer.out()).contains("no-findings high: failing-calls of tool refund", "[high]");
        analyzer.assertRefused(
                "--no-findings takes high, medium or low, not 'grave'", "gate", runs, "--no-findings", "grave");
    }

    @Test
    void shouldTellWhatStandsOutWhereThereIsNoFinding() {
        TestRun cut = TestRun.run("shop-2");
        for (int i = 1; i <= 10; i++) {
            cut.trace(100 + i)
                    .start(1, 0, 1000 * i, "workflow", "ask")
                    .start(
                            2,
                            1,
                            1000 * i,
                            "llm",
                            "l",
                            "\"gen_ai.request.model\":\"m\",\"gen_ai.request.max_tokens\":50")
                    .end(2, 1000 * i + 100, "\"gen_ai.response.finish_reasons\":[\"length\"]")
                    .end(1, 1000 * i + 101);
        }
        write(cut.footer(), "shop-2");

        assertThat(gate("--no-findings", "medium")).as(analyzer.out()).isEqualTo(ExitCode.OK);
        assertThat(analyzer.out())
                .contains("Passed all ")
                .contains("no-findings medium: stands out")
                .containsPattern("no proof of health: 10 of 1[0-9] answers of llm m ended at\\s+max_tokens=50");
    }

    @Test
    void shouldNeverPassInSilenceWhereNothingWasRecorded() throws IOException {
        Path empty = directory.resolve("empty");
        TestRun.run("shop-9").footer().write(empty.resolve("shop-9/segment-000001.jsonl"));

        assertThat(analyzer.run("gate", empty, "--max-model-calls", 3)).isEqualTo(ExitCode.GATE_FAILED);
        assertThat(analyzer.out())
                .contains("broken  min-workflows 1", "no workflow was recorded: is the agent attached");
        assertThat(analyzer.run("gate", empty, "--max-model-calls", 3, "--min-workflows", 0))
                .isEqualTo(ExitCode.OK);
        assertThat(gate("--min-workflows", 2)).isEqualTo(ExitCode.OK);
        assertThat(gate("--min-workflows", 3)).isEqualTo(ExitCode.GATE_FAILED);
        assertThat(gate("--max-model-calls", 3, "--only", "Nobody")).isEqualTo(ExitCode.GATE_FAILED);
        assertThat(analyzer.out()).contains("no workflow of such a name");
        analyzer.assertRefused(
                directory.resolve("none") + " does not exist: no test wrote traces",
                "gate",
                directory.resolve("none"),
                "--no-loops");
        Files.createDirectories(directory.resolve("bare"));
        analyzer.assertRefused("", "gate", directory.resolve("bare"), "--no-loops");
    }

    @Test
    void shouldTakeGatesFromAFileEachForWorkflowsOfItsOwn() throws IOException {
        TestRun run = GateRuns.of("shop", "shop-2");
        GateRuns.answer(run, 11, "Planner", 5);
        write(run.footer(), "shop-2");
        Path file = Files.writeString(directory.resolve("gates.json"), """
                {"format": "agent-profiler-gates/1", "min_workflows": 3, "no_findings": "high",
                 "gates": [
                  {"workflow": "Support", "max_model_calls": 3, "max_time": "p50=25ms,max=30ms", "no_failures": true},
                  {"workflow": "Plan*", "max_model_calls": 5, "max_cost": 0.01, "no_loops": false},
                  {"max_tokens": 550, "comment": "any workflow"}]}
                """);

        assertThat(gate("--gates", file)).as(analyzer.out()).isEqualTo(ExitCode.OK);
        assertThat(analyzer.out())
                .contains("max-model-calls 5", "max-model-calls 3", "max-tokens 550")
                .doesNotContain("no-loops");
        assertThat(gate("--gates", file, "--min-workflows", 4)).isEqualTo(ExitCode.GATE_FAILED);
        assertThat(gate("--gates", file, "--max-model-calls", 4)).isEqualTo(ExitCode.GATE_FAILED);
        Files.writeString(file, Files.readString(file).replace("Plan*", "Gone*"));
        assertThat(gate("--gates", file)).isEqualTo(ExitCode.GATE_FAILED);
        assertThat(analyzer.out()).contains("max-model-calls 5: Gone*", "there is no workflow of that name");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{} | 1:1: \"format\" is missing",
                "{\"format\": \"x\"} | 1:12: \"format\" is \"x\", expected \"agent-profiler-gates/1\"",
                "{\"format\": \"agent-profiler-gates/1\"} | 1:1: there is no gate in it",
                "{\"format\": \"agent-profiler-gates/1\", \"gates\": [{}]} | 1:48: the gate limits nothing",
                "{\"format\": \"agent-profiler-gates/1\", \"gates\": [{\"max_calls\": 3}]} | 1:62: \"max_calls\" is not known",
                "{\"format\": \"agent-profiler-gates/1\", \"gates\": [{\"max_time\": \"2\"}]} | 1:61: max-time 2: '2' is no time",
                "{\"format\": \"agent-profiler-gates/1\", \"gates\": [{\"max_tokens\": 1.5}]} | 1:63: max-tokens 1.5: '1.5' is no whole",
                "{\"format\": \"agent-profiler-gates/1\", \"no_findings\": \"x\"} | 1:53: \"no_findings\" is \"x\", expected one of"
            })
    void shouldSayWhereAFileOfGatesIsWrong(String text) throws IOException {
        String[] parts = text.split(" \\| ");
        Path file = Files.writeString(directory.resolve("gates.json"), parts[0]);

        analyzer.assertRefused("--gates " + file + ":" + parts[1], "gate", runs, "--gates", file);
    }

    @ParameterizedTest
    @CsvSource({
        "--max-time, 2, '--max-time 2: ''2'' is no time such as 500ms, 2s, 1min'",
        "--max-time, 'p95=2s,', '--max-time p95=2s,: '''' is no time'",
        "--max-time, p0=2s, '--max-time p0=2s: ''p0'' is no percentile such as p50, p95 or p99.9, nor max'",
        "--max-time, p100=2s, '--max-time p100=2s: ''p100'' is no percentile'",
        "--max-model-calls, 1.5, '--max-model-calls 1.5: ''1.5'' is no whole number such as 3'",
        "--max-tokens, -1, '--max-tokens -1: ''-1'' is no whole number'",
        "--max-cost, $1, '--max-cost $1: ''$1'' is no amount of US dollars such as 0.05'",
        "--min-workflows, -1, '--min-workflows takes a number of 0 or more, not -1'"
    })
    void shouldSayWhatIsWrongWithALimit(String option, String value, String message) {
        analyzer.assertRefused(message, "gate", runs, option + "=" + value);
    }

    @Test
    void shouldDemandAGate() {
        analyzer.assertRefused("there is no gate: give at least one, such as --max-model-calls 3", "gate", runs);
    }

    @Test
    void shouldGiveEveryFigureToPrograms() {
        assertThat(gate("--max-cost", "0.001", "--max-time", "p50=25ms", "--format", "json"))
                .isEqualTo(ExitCode.GATE_FAILED);
        assertThat(analyzer.out())
                .contains(
                        "\"format\":\"agent-profiler-gate/1\"",
                        "\"passed\":false",
                        "\"workflows\":2",
                        "\"gate\":\"max-cost 0.001\"",
                        "\"limit\":0.001",
                        "\"measured\":0.00105",
                        "\"measured\":25000000",
                        "\"unit\":\"nanos\"",
                        "\"state\":\"broken\"",
                        "\"trace_id\":\"" + TestRun.traceId(2) + "\"",
                        "\"data_runs\":[");
    }

    @Test
    void shouldBeDocumentedWithEveryLimitAndAnExampleThatWorks() throws IOException {
        String page = Files.readString(Path.of("../../docs/attach/testing.md"));
        for (Figure figure : Figure.values()) {
            assertThat(page).contains("`--" + figure.option(), "`" + figure.field() + "`");
        }
        String example = page.substring(page.indexOf("```json") + 7);
        Path file = Files.writeString(directory.resolve("gates.json"), example.substring(0, example.indexOf("```")));
        TestRun run = GateRuns.of("shop", "shop-2");
        GateRuns.answer(run, 11, "invoke_agent Planner", 8);
        GateRuns.answer(run, 12, "invoke_agent SupportAssistant", 3);
        GateRuns.answer(run, 13, "invoke_agent SupportAssistant", 1);
        write(run.footer(), "shop-2");

        assertThat(gate("--gates", file)).as(analyzer.out()).isEqualTo(ExitCode.OK);
    }
}
