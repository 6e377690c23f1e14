// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.nat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentprofiler.analyzer.read.InputFiles;
import io.agentprofiler.analyzer.read.ReadOptions;
import io.agentprofiler.analyzer.read.UnreadableInputException;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.SpanFlag;
import io.agentprofiler.analyzer.trace.Tokens;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.workflow.SlowestWorkflows;
import io.agentprofiler.analyzer.trace.pipeline.Pipeline;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import io.agentprofiler.shared.schema.SpanKind;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NatReaderTest {
    private static final SlowestWorkflows ALL = new SlowestWorkflows(100);

    @TempDir
    private Path directory;

    private Outcome read(String text) throws Exception {
        Path file = Files.writeString(directory.resolve("trace.json"), text);
        return read(file);
    }

    private static Outcome read(Path file) throws Exception {
        return new Pipeline(List.of(ALL), List.of(), ReadOptions.WITHOUT_CONTENT).run(InputFiles.find(List.of(file)));
    }

    private List<Trace> traces(String text) throws Exception {
        return byStart(read(text));
    }

    private static List<Trace> byStart(Outcome outcome) {
        return outcome.summary().get(ALL).stream()
                .sorted(Comparator.comparingLong(Trace::startNanos))
                .toList();
    }

    private static String tree(Trace trace) {
        return trace.spans().stream()
                .map(span -> String.format(
                        Locale.ROOT,
                        "%s%s %s %d-%d",
                        "  ".repeat(span.depth()),
                        span.kind().word(),
                        span.name(),
                        (span.startNanos() - trace.startNanos()) / 1_000_000,
                        (span.endNanos() - trace.startNanos()) / 1_000_000))
                .collect(Collectors.joining("\n"));
    }

    private static String step(String type, String uuid, String parent, double time, String more) {
        return "{\"parent_id\":\"" + parent + "\",\"payload\":{\"event_type\":\"" + type + "\",\"event_timestamp\":"
                + time + ",\"name\":\"" + uuid + "\",\"UUID\":\"" + uuid + "\"" + more + "}}";
    }

    private static String request(String... steps) {
        return "[{\"request_number\":0,\"intermediate_steps\":[" + String.join(",", steps) + "]}]";
    }

    @Test
    void shouldBuildTheTreeByParentIds() throws Exception {
        List<Trace> traces = byStart(read(Files.writeString(
                directory.resolve("golden.json"),
                NatRun.resource("nested_parallel/all_requests_profiler_traces.json"))));

        assertThat(traces).hasSize(3);
        assertThat(tree(traces.get(0))).isEqualTo("""
                        workflow agent 0-4800
                          function agent 0-4700
                            llm planner-70b 100-1100
                            tool calc 1200-2700
                            tool search 1200-2200
                            tool db 1250-3000
                              function helper 1300-2000
                                llm mini-8b 1350-1950
                            llm planner-70b 3100-4600""");
        Span streamed = traces.get(1).spans().stream()
                .filter(span -> span.chunks() != null && span.kind() == SpanKind.LLM)
                .findFirst()
                .orElseThrow();
        assertThat(streamed.chunks().count()).isEqualTo(2);
        assertThat(streamed.tokens())
                .isEqualTo(new Tokens(300, 30, Tokens.NONE.input(), Tokens.NONE.input(), Tokens.NONE.input()));
    }

    @Test
    void shouldTakeStepsInAnyOrder() throws Exception {
        String inOrder = request(
                step("FUNCTION_START", "f", "root", 1, ""),
                step("TOOL_START", "t", "f", 2, ""),
                step("TOOL_END", "t", "f", 3, ""),
                step("FUNCTION_END", "f", "root", 4, ""));
        String mixed = request(
                step("TOOL_END", "t", "f", 3, ""),
                step("FUNCTION_END", "f", "root", 4, ""),
                step("TOOL_START", "t", "f", 2, ""),
                step("FUNCTION_START", "f", "root", 1, ""));

        assertThat(tree(traces(mixed).get(0)))
                .isEqualTo(tree(traces(inOrder).get(0)))
                .isEqualTo("function f 0-3000\n  tool t 1000-2000");
    }

    @Test
    void shouldKeepWhatLacksItsOtherEnd() throws Exception {
        Trace trace = traces(request(
                        step("WORKFLOW_START", "w", "root", 1, ""),
                        step("TOOL_START", "open", "w", 2, ""),
                        step("TOOL_END", "ghost", "w", 3, ""),
                        step("LLM_NEW_TOKEN", "nothing", "w", 3, ""),
                        step("WORKFLOW_END", "w", "root", 5, "")))
                .get(0);

        assertThat(tree(trace)).isEqualTo("workflow w 0-4000\n  tool open 1000-4000\ntool ghost 2000-2000");
        assertThat(trace.spans().get(1).has(SpanFlag.UNFINISHED)).isTrue();
        assertThat(trace.spans().get(2).has(SpanFlag.START_MISSING)).isTrue();
    }

    @Test
    void shouldReadOtherVersionsSpellings() throws Exception {
        Trace trace = traces(
                        "[" // flat steps, enum names, ISO times, usage without token_usage
                                + "{\"function_ancestry\":{\"function_id\":\"f\",\"function_name\":\"agent\"},"
                                + "\"event_type\":\"IntermediateStepType.FUNCTION_START\",\"uuid\":\"f\",\"name\":\"agent\","
                                + "\"event_timestamp\":\"2025-06-15T15:06:40Z\"},"
                                + "{\"function_ancestry\":{\"function_id\":\"f\",\"function_name\":\"agent\"},"
                                + "\"event_type\":\"LLM_START\",\"uuid\":\"l\",\"name\":\"m\",\"event_timestamp\":1750000000.5},"
                                + "{\"event_type\":\"LLM_END\",\"uuid\":\"l\",\"name\":\"m\",\"event_timestamp\":1750000001.5,"
                                + "\"usage_info\":{\"prompt_tokens\":7,\"completion_tokens\":2}},"
                                + "{\"event_type\":\"FUNCTION_END\",\"uuid\":\"f\",\"name\":\"agent\","
                                + "\"event_timestamp\":\"2025-06-15T15:06:42.250+00:00\"}]")
                .get(0);

        assertThat(tree(trace)).isEqualTo("function agent 0-2250\n  llm m 500-1500");
        assertThat(trace.spans().get(1).tokens().input()).isEqualTo(7);
    }

    @Test
    void shouldReadListsOfListsAndJsonLines() throws Exception {
        String one = step("TOOL_START", "a", "root", 1, "") + "," + step("TOOL_END", "a", "root", 2, "");
        String two = step("TOOL_START", "a", "root", 11, "") + "," + step("TOOL_END", "a", "root", 14, "");

        assertThat(traces("[[" + one + "],[" + two + "]]").stream().map(NatReaderTest::tree))
                .containsExactly("tool a 0-1000", "tool a 0-3000");
        assertThat(
                        traces("{\"intermediate_steps\":[" + one + "],\"id\":\"q\"}\n{\"intermediate_steps\":[" + two
                                        + "]}")
                                .stream()
                                .map(NatReaderTest::tree))
                .containsExactly("tool a 0-1000", "tool a 0-3000");
        assertThat(traces(one.replace("},{", "}\n{")).stream().map(NatReaderTest::tree))
                .containsExactly("tool a 0-1000");
    }

    @Test
    void shouldLinkByTimeOnlyWhereNothingIsLinked() throws Exception {
        Trace trace = traces(request(
                        step("WORKFLOW_START", "w", "root", 1, ""),
                        step("TOOL_START", "t", "root", 2, ""),
                        step("LLM_START", "inTool", "root", 3, ""),
                        step("LLM_END", "inTool", "root", 4, ""),
                        step("TOOL_END", "t", "root", 5, ""),
                        step("WORKFLOW_END", "w", "root", 6, "")))
                .get(0);

        assertThat(tree(trace)).isEqualTo("workflow w 0-5000\n  tool t 1000-4000\n  llm inTool 2000-3000");
    }

    @Test
    void shouldTakeZeroUsageAsUnknown() throws Exception {
        String usage =
                ",\"usage_info\":{\"token_usage\":{\"prompt_tokens\":0,\"completion_tokens\":0,\"total_tokens\":0}}";
        Trace trace = traces(request(step("LLM_START", "l", "root", 1, ""), step("LLM_END", "l", "root", 2, usage)))
                .get(0);

        assertThat(trace.root().kind()).isEqualTo(SpanKind.LLM);
        assertThat(trace.root().tokens()).isEqualTo(Tokens.NONE);
    }

    @Test
    void shouldNameThePlaceOfASkippedStep() throws Exception {
        Outcome outcome = read("[{\"request_number\":0,\"intermediate_steps\":[\n"
                + step("TOOL_START", "a", "root", 1, "") + ",\n{\"payload\":{\"event_type\":\"TOOL_END\"}},\n"
                + step("TOOL_END", "a", "root", 2, "") + "]}]");

        assertThat(outcome.problems())
                .singleElement()
                .satisfies(problems -> assertThat(problems.first().get(0).toString())
                        .endsWith("trace.json:3: request 0: a step (TOOL_END) without \"UUID\""));
        assertThat(byStart(outcome))
                .singleElement()
                .satisfies(trace -> assertThat(tree(trace)).isEqualTo("tool a 0-1000"));
    }

    @Test
    void shouldKeepWhatStandsBeforeACut() throws Exception {
        String whole = request(
                step("TOOL_START", "a", "root", 1, ""),
                step("TOOL_END", "a", "root", 2, ""),
                step("TOOL_START", "b", "root", 3, ""));
        Outcome outcome = read(whole.substring(0, whole.length() - 30));

        assertThat(outcome.failures())
                .singleElement()
                .satisfies(failure -> assertThat(failure)
                        .contains("trace.json: line 1, column ")
                        .endsWith("; what stands before it was read")
                        .doesNotContain("\n"));
        assertThat(byStart(outcome))
                .singleElement()
                .satisfies(trace -> assertThat(tree(trace)).isEqualTo("tool a 0-1000"));
    }

    @Test
    void shouldReadACompressedFile() throws Exception {
        Path file = directory.resolve("trace.json.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write(request(step("TOOL_START", "a", "root", 1, ""), step("TOOL_END", "a", "root", 2, ""))
                    .getBytes(StandardCharsets.UTF_8));
        }

        assertThat(byStart(read(file))).hasSize(1);
    }

    @Test
    void shouldNotTakeOtherJsonForATrace() {
        assertThatThrownBy(() -> read("[{\"a\":1}]"))
                .isInstanceOf(UnreadableInputException.class)
                .hasMessageContaining("not a trace file");
    }
}
