// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.atif;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.testing.CommandRun;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.shared.schema.SpanKind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** NeMo Agent Toolkit writes one run as its own steps and as trajectories: both say the same. */
class NatTrajectoryTest {
    private static final Path NAT = Path.of("../formats/src/test/resources/nat");
    private static final String ROOT = "{\"function_id\":\"wf-17\",\"function_name\":\"<workflow>\"}";
    private static final String FUNCTION =
            "{\"function_id\":\"f1\",\"function_name\":\"plan\",\"parent_id\":\"wf-17\"}";

    @TempDir
    private Path directory;

    private final CommandRun command = new CommandRun();

    private static List<Trace> trajectories(String name) throws Exception {
        return AtifSamples.traces(AtifSamples.read(NAT.resolve(name).resolve("atif_trajectories.json"), false)).stream()
                .sorted(Comparator.comparingLong(Trace::startNanos))
                .toList();
    }

    @Test
    void shouldReadASpanForEachModelCallInItsFunction() throws Exception {
        List<Trace> traces = trajectories("seq_small");

        assertThat(AtifSamples.tree(traces.get(0))).isEqualTo("""
                        workflow react_agent 1875 ms
                          function react_agent 1625 ms
                            llm chat llama-3.1-8b 120>18 750 ms
                            tool calculator 250 ms
                            llm chat llama-3.1-8b 150>9 500 ms""");
        assertThat(traces.stream().flatMap(trace -> trace.spans().stream()).filter(span -> span.kind() == SpanKind.LLM))
                .hasSize(7);
        assertThat(traces.stream()
                        .flatMap(trace -> trace.spans().stream())
                        .mapToLong(span -> Math.max(0, span.tokens().input()))
                        .sum())
                .isEqualTo(270 + 618 + 277);
        assertThat(traces).allMatch(Trace::isTimed);
        assertThat(traces.stream().map(Trace::durationNanos))
                .containsExactly(1_875_000_000L, 5_250_000_000L, 2_975_000_000L);
    }

    @Test
    void shouldNestFunctionsInFunctions() throws Exception {
        assertThat(AtifSamples.tree(trajectories("nested_parallel").get(0))).isEqualTo("""
                        workflow agent 4800 ms
                          function agent 4500 ms
                            llm chat planner-70b 500>40 1000 ms
                            tool calc 1500 ms
                            tool search 1000 ms
                            tool db 1750 ms
                            function helper 600 ms
                              llm chat mini-8b 80>20 600 ms
                            llm chat planner-70b 900>200 1500 ms""");
    }

    private int drift(String name) {
        return command.run(
                "drift",
                NAT.resolve(name).resolve("all_requests_profiler_traces.json"),
                NAT.resolve(name).resolve("atif_trajectories.json"),
                "--width",
                160);
    }

    @Test
    void shouldNotDriftFromTheStepsOfTheSameRun() {
        int code = drift("seq_small");

        assertThat(command.out()).contains("no drift 0 drifted");
        assertThat(code).as(command.out()).isEqualTo(ExitCode.OK);
    }

    /** Trajectories do not know first chunks, spans without an end, nor that a tool called a function. */
    @Test
    void shouldNotTellWhatTrajectoriesLeaveOut() {
        int code = drift("nested_parallel");

        assertThat(command.out()).contains("cannot tell 0 drifted");
        assertThat(code).as(command.out()).isEqualTo(ExitCode.WARNED);
    }

    private String tree(String... steps) throws Exception {
        Path file = Files.writeString(
                directory.resolve("trajectory.json"),
                "{\"schema_version\":\"ATIF-v1.7\",\"session_id\":\"s\",\"agent\":{\"name\":\"nat-agent\",\"version\":\"1\","
                        + "\"model_name\":\"m\"},\"steps\":["
                        + "{\"step_id\":1,\"source\":\"user\",\"message\":\"q\",\"timestamp\":\"2026-01-01T00:00:00Z\",\"extra\":{\"ancestry\":"
                        + ROOT + "}}," + String.join(",", steps)
                        + ",{\"step_id\":9,\"source\":\"agent\",\"message\":\"a\",\"timestamp\":\"2026-01-01T00:00:09Z\",\"extra\":{\"ancestry\":"
                        + ROOT + "}}]}");
        return AtifSamples.tree(
                AtifSamples.traces(AtifSamples.read(file, false)).get(0));
    }

    /** A model call that told no usage. */
    private static String model(String node) {
        return "{\"step_id\":2,\"source\":\"agent\",\"model_name\":\"m\",\"message\":\"b\",\"extra\":{\"ancestry\":"
                + node + ",\"invocation\":{\"start_timestamp\":1767225601,\"end_timestamp\":1767225602}}}";
    }

    @Test
    void shouldTellTheWorkflowsAnswerFromACallInTheWorkflow() throws Exception {
        assertThat(tree(model(ROOT))).isEqualTo("""
                        agent nat-agent 9000 ms
                          llm chat m 1000 ms""");
    }

    @Test
    void shouldMakeAFunctionThatHasNoStepOfItsOwn() throws Exception {
        String tool = "{\"step_id\":3,\"source\":\"agent\",\"message\":\"\",\"tool_calls\":[{\"tool_call_id\":\"c\","
                + "\"function_name\":\"t\",\"arguments\":{}}],\"extra\":{\"ancestry\":" + FUNCTION
                + ",\"tool_ancestry\":["
                + FUNCTION + "],\"tool_invocations\":[{\"start_timestamp\":1767225602,\"end_timestamp\":1767225605}]}}";

        assertThat(tree(model(FUNCTION), tool)).isEqualTo("""
                        workflow plan 9000 ms
                          function plan 4000 ms
                            llm chat m 1000 ms
                            tool t 3000 ms""");
    }
}
