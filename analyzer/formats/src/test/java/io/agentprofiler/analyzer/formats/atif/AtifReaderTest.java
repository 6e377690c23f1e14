// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.atif;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.read.UnreadableInputException;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.SpanFlag;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.SpanFlags;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import io.agentprofiler.shared.schema.Attributes;
import io.agentprofiler.shared.schema.SpanKind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AtifReaderTest {
    private static final String HEAD =
            "{\"schema_version\":\"ATIF-v1.7\",\"session_id\":\"s\",\"agent\":{\"name\":\"a\",\"version\":\"1\",\"model_name\":\"m\"}";
    private static final String ANSWER = "{\"step_id\":1,\"source\":\"agent\",\"message\":\"hi\",\"metrics\":"
            + "{\"prompt_tokens\":10,\"completion_tokens\":2}}";

    @TempDir
    private Path directory;

    private static Trace sample(String name) throws Exception {
        return AtifSamples.traces(AtifSamples.read(AtifSamples.DIRECTORY.resolve(name), false))
                .get(0);
    }

    private Outcome read(String text) throws Exception {
        return AtifSamples.read(Files.writeString(directory.resolve("trajectory.json"), text), false);
    }

    private Trace trace(String text) throws Exception {
        return AtifSamples.traces(read(text)).get(0);
    }

    private static String problems(Outcome outcome) {
        return outcome.problems().stream()
                .flatMap(problems -> problems.first().stream())
                .map(problem -> problem.reason() + "\n")
                .reduce("", String::concat);
    }

    private static Span span(Trace trace, SpanKind kind) {
        return trace.spans().stream()
                .filter(span -> span.kind() == kind)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void shouldTakeTimesFromInvocations() throws Exception {
        assertThat(AtifSamples.tree(sample("nat-v17-exmp02.json"))).isEqualTo("""
                        agent calculator_agent 5000 ms
                          llm chat gpt-4.1 1000 ms
                          tool calculator__add 1000 ms
                          llm chat gpt-4.1 1000 ms""");
        assertThat(AtifSamples.tree(sample("nat-v17-exmp01.json"))).isEqualTo("""
                        agent opaque_workflow 7000 ms
                          function provider_callback_1 1000 ms
                          function provider_callback_2 1000 ms
                          function provider_callback_3 1000 ms""");
    }

    /** Ids are made of what the file says: a reader that keeps it otherwise must not change them. */
    @Test
    void shouldKeepIdsFromReleaseToRelease() throws Exception {
        assertThat(sample("nat-v17-exmp02.json").id()).hasToString("7bf0fbc80605c38feaf8663127b2de83");
        assertThat(sample("phoenix-subagent_trajectories.json").id()).hasToString("ff0e98fb8dc12674186a0622071fb6bf");
    }

    @Test
    void shouldNotMeasureByTimestampsOfSteps() throws Exception {
        Trace trace = sample("phoenix-subagent_trajectories.json");

        assertThat(AtifSamples.tree(trace)).isEqualTo("""
                        agent orchestrator ?
                          llm chat gpt-4 800>50 ?
                          tool delegate_summary ?
                            agent summarizer ?
                              llm chat gpt-4o-mini 600>80 ?
                          llm chat gpt-4 1200>80 ?""");
        assertThat(trace.isTimed()).isFalse();
        assertThat(trace.root().has(SpanFlag.LENGTH_ESTIMATED)).isTrue();
        assertThat(trace.durationNanos()).isEqualTo(10_000_000_000L);
        assertThat(span(trace, SpanKind.LLM).has(SpanFlag.LENGTH_UNKNOWN)).isTrue();
        assertThat(trace.spans()).allMatch(span -> span.selfNanos() == 0);
    }

    @Test
    void shouldKnowNoTimeWithoutTimestamps() throws Exception {
        Trace trace = sample("harbor-v15-openhands-hello.json");

        assertThat(AtifSamples.tree(trace)).isEqualTo("""
                        agent openhands ?
                          llm chat 100>50 ?
                          tool str_replace_editor ?
                          llm chat 120>30 ?
                          tool finish ?""");
        assertThat(trace.spans()).allMatch(span -> span.has(SpanFlag.TIME_UNKNOWN));
    }

    @Test
    void shouldJoinPartsAndSubagentsInOtherFilesAndCountCopiesOnce() throws Exception {
        Outcome outcome = AtifSamples.read(AtifSamples.DIRECTORY.resolve("continued"), false);

        assertThat(outcome.problems()).allMatch(problems -> problems.skipped() == 0);
        assertThat(AtifSamples.traces(outcome)).hasSize(1);
        Trace trace = AtifSamples.traces(outcome).get(0);
        // 2252 in the first part, 1300 of the sub-agents, 4250 in the second: what the last part's total says
        long input = trace.spans().stream()
                .mapToLong(span -> Math.max(0, span.tokens().input()))
                .sum();
        assertThat(input).isEqualTo(7802);
        assertThat(outcome.summary().get(SpanFlags.ANALYSIS).unattributedInput())
                .isZero();
        assertThat(trace.spans().stream().filter(span -> span.kind() == SpanKind.AGENT))
                .hasSize(4);
        assertThat(AtifSamples.traces(AtifSamples.read(AtifSamples.DIRECTORY.resolve("summarization"), false)))
                .hasSize(1);
    }

    @Test
    void shouldSayWhatTotalsHoldThatNoStepHas() throws Exception {
        Outcome outcome = AtifSamples.read(AtifSamples.DIRECTORY.resolve("harbor-v15-terminus2-timeout.json"), false);

        assertThat(outcome.summary().get(SpanFlags.ANALYSIS).unattributedInput())
                .isEqualTo(100);
        assertThat(outcome.summary().get(SpanFlags.ANALYSIS).unattributedOutput())
                .isEqualTo(30);
    }

    @Test
    void shouldGiveEqualIdsToEqualFiles() throws Exception {
        Trace once = sample("phoenix-multi_tool_trajectory.json");
        Trace again = sample("phoenix-multi_tool_trajectory.json");

        assertThat(again.id()).isEqualTo(once.id());
        assertThat(again.spans().stream().map(Span::id))
                .isEqualTo(once.spans().stream().map(Span::id).toList());
    }

    @Test
    void shouldHoldPromptsOnlyWhereContentIsAskedFor() throws Exception {
        Path file = AtifSamples.DIRECTORY.resolve("phoenix-multi_tool_trajectory.json");
        Trace without = AtifSamples.traces(AtifSamples.read(file, false)).get(0);
        Trace with = AtifSamples.traces(AtifSamples.read(file, true)).get(0);
        String said = String.valueOf(span(with, SpanKind.LLM).attributes().get(Attributes.INPUT_MESSAGES));

        assertThat(said).contains("role=user");
        String text = Files.readString(file);
        String question = text.substring(text.indexOf("\"message\": \"") + 12, text.indexOf("\"message\": \"") + 40);
        assertThat(said).contains(question);
        assertThat(without.spans().toString()
                        + without.spans().stream()
                                .map(span -> span.attributes().toString())
                                .toList())
                .doesNotContain(question);
        assertThat(span(without, SpanKind.LLM).attributes().get("agentprofiler.prompt.blocks"))
                .isInstanceOf(Map.class);
        assertThat(span(without, SpanKind.LLM).attributes().isTrue("agentprofiler.prompt.reconstructed"))
                .isTrue();
    }

    @Test
    void shouldReplaceTheContextWhereAStepSaysSo() throws Exception {
        Path file = Files.writeString(
                directory.resolve("trajectory.json"),
                HEAD + ",\"steps\":[{\"step_id\":1,\"source\":\"user\",\"message\":\"old\"},"
                        + "{\"step_id\":2,\"source\":\"system\",\"message\":\"compacted\",\"observation\":{\"results\":[{\"content\":\"short\"}]},"
                        + "\"extra\":{\"context_management\":{\"type\":\"compaction\",\"boundary\":\"replace\"}}},"
                        + "{\"step_id\":3,\"source\":\"agent\",\"message\":\"done\"}]}");
        Trace trace = AtifSamples.traces(AtifSamples.read(file, true)).get(0);

        assertThat(span(trace, SpanKind.LLM)
                        .attributes()
                        .get(Attributes.INPUT_MESSAGES)
                        .toString())
                .contains("short")
                .doesNotContain("old");
        assertThat(span(trace, SpanKind.MEMORY).name()).isEqualTo("compaction");
    }

    /** The places where the toolkit ever put what it knows of nodes and times. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"tool_calls\":[{\"tool_call_id\":\"c\",\"function_name\":\"t\",\"arguments\":{},\"extra\":{\"ancestry\":NODE,\"invocation\":TIME}}]",
                "\"tool_calls\":[{\"tool_call_id\":\"c\",\"function_name\":\"t\",\"arguments\":{}}],\"extra\":{\"tool_ancestry\":[NODE],\"tool_invocations\":[TIME]}",
                "\"tool_calls\":[{\"tool_call_id\":\"c\",\"function_name\":\"t\",\"arguments\":{},\"tool_ancestry\":NODE,\"extra\":{\"invocation\":TIME}}]",
                "\"tool_calls\":[{\"tool_call_id\":\"c\",\"function_name\":\"t\",\"arguments\":{}}],\"extra\":{\"nat_tool_ancestry\":[NODE],\"tool_invocations\":[TIME]}"
            })
    void shouldReadEveryLayoutOfTheToolkit(String call) throws Exception {
        String step = call.replace("NODE", "{\"function_id\":\"f\",\"function_name\":\"t\",\"parent_id\":\"p\"}")
                .replace("TIME", "{\"start_timestamp\":1000.5,\"end_timestamp\":1002.0,\"status\":\"error\"}");
        String outer =
                "{\"step_id\":1,\"source\":\"agent\",\"llm_call_count\":0,\"message\":\"\",\"tool_calls\":[{\"tool_call_id\":\"p\","
                        + "\"function_name\":\"outer\",\"arguments\":{},\"extra\":{\"ancestry\":{\"function_id\":\"p\",\"function_name\":\"outer\"},"
                        + "\"invocation\":{\"start_timestamp\":1000,\"end_timestamp\":1003}}}]}";
        Trace trace = trace(HEAD + ",\"steps\":[" + outer
                + ",{\"step_id\":2,\"source\":\"agent\",\"llm_call_count\":0,\"message\":\"\"," + step + "}]}");

        assertThat(AtifSamples.tree(trace)).isEqualTo("""
                        agent a 3000 ms
                          tool outer 3000 ms
                            tool t 1500 ms""");
        assertThat(trace.spans().get(2).status()).isEqualTo(SpanStatus.ERROR);
    }

    @Test
    void shouldTakeTheStartOfASpanFromADraftOfTheToolkit() throws Exception {
        Trace trace = trace(
                HEAD + ",\"steps\":[{\"step_id\":1,\"source\":\"agent\",\"message\":\"x\","
                        + "\"timestamp\":\"2026-01-01T00:00:03Z\",\"extra\":{\"function_id\":\"f\",\"span_event_timestamp\":\"2026-01-01T00:00:01+00:00\"}}]}");

        Span call = span(trace, SpanKind.LLM);
        assertThat(call.has(SpanFlag.LENGTH_ESTIMATED)).isTrue();
        assertThat(call.durationNanos()).isEqualTo(2_000_000_000L);
    }

    @Test
    void shouldReadListsLinesAndTrajectoriesThatNameEachOther() throws Exception {
        String one = HEAD + ",\"steps\":[" + ANSWER + "]}";
        assertThat(AtifSamples.traces(read("[" + one + "," + one + "]"))).hasSize(2);
        assertThat(AtifSamples.traces(read(one + "\n" + one + "\n"))).hasSize(2);

        String child =
                "{\"schema_version\":\"ATIF-v1.7\",\"trajectory_id\":\"t\",\"agent\":{\"name\":\"child\",\"version\":\"1\"},\"steps\":["
                        + ANSWER + "]}";
        String parent =
                HEAD + ",\"steps\":[{\"step_id\":1,\"source\":\"system\",\"message\":\"\",\"observation\":{\"results\":"
                        + "[{\"subagent_trajectory_ref\":[{\"trajectory_id\":\"t\"}]}]}}]";
        assertThat(AtifSamples.tree(trace(parent + ",\"subagent_trajectories\":[" + child + "]}")))
                .isEqualTo("agent a ?\n  agent child ?\n    llm chat 10>2 ?");
        assertThat(AtifSamples.traces(read("[" + child + "," + parent + "}]")))
                .hasSize(1)
                .allSatisfy(trace -> assertThat(trace.spans()).hasSize(3));
    }

    @Test
    void shouldCountASubagentOnceAndSayThatOneIsMissing() throws Exception {
        String refs = "[{\"trajectory_id\":\"t\"},{\"trajectory_id\":\"t\"},{\"trajectory_path\":\"../gone.json\"}]";
        Outcome outcome = read(
                HEAD + ",\"steps\":[{\"step_id\":1,\"source\":\"system\",\"message\":\"\",\"observation\":{\"results\":"
                        + "[{\"subagent_trajectory_ref\":" + refs
                        + "}]}}],\"subagent_trajectories\":[{\"schema_version\":\"ATIF-v1.7\","
                        + "\"trajectory_id\":\"t\",\"agent\":{\"name\":\"child\",\"version\":\"1\"},\"steps\":["
                        + ANSWER + "]}]}");

        assertThat(AtifSamples.tree(AtifSamples.traces(outcome).get(0)))
                .isEqualTo("agent a ?\n  agent child ?\n    llm chat 10>2 ?\n  agent ../gone.json ?");
        assertThat(problems(outcome)).contains("named before", "../gone.json was not found");
    }

    @Test
    void shouldNotReadFilesOutsideOfTheTrajectorysDirectory() throws Exception {
        Path inside = Files.createDirectory(directory.resolve("inside"));
        Files.writeString(directory.resolve("secret.json"), HEAD + ",\"steps\":[" + ANSWER + "]}");
        Path file = Files.writeString(
                inside.resolve("trajectory.json"),
                HEAD + ",\"continued_trajectory_ref\":\"../secret.json\",\"steps\":[" + ANSWER + "]}");
        Outcome outcome = AtifSamples.read(file, false);

        assertThat(AtifSamples.traces(outcome).get(0).spans()).hasSize(2);
        assertThat(problems(outcome)).contains("../secret.json was not found");
    }

    @Test
    void shouldLeaveUnknownWhatIsNotSaid() throws Exception {
        Trace trace = trace(HEAD + ",\"steps\":[{\"step_id\":1,\"source\":\"agent\",\"message\":\"x\","
                + "\"metrics\":{\"prompt_tokens\":7}}]}");

        Span call = span(trace, SpanKind.LLM);
        assertThat(call.tokens().input()).isEqualTo(7);
        assertThat(call.tokens().output()).isEqualTo(Unknown.LONG);
        assertThat(call.tokens().cacheRead()).isEqualTo(Unknown.LONG);
    }

    @Test
    void shouldReadWhatProducersGetWrongAndSaySo() throws Exception {
        Outcome outcome = read("{\"schema_version\":\"atif-V1.2\",\"agent\":{\"name\":\"a\"},\"steps\":["
                + "{\"actor\":\"agent\",\"message\":\"x\",\"observation\":\"seen\",\"cost\":1,"
                + "\"metrics\":{\"prompt_tokens\":\"7\",\"completion_tokens\":3,\"cached_tokens\":-1}},"
                + "{\"step_id\":2,\"source\":\"robot\",\"message\":\"x\"},17]}");

        assertThat(AtifSamples.tree(AtifSamples.traces(outcome).get(0))).contains("llm chat " + Unknown.LONG + ">3 ?");
        assertThat(outcome.problems().get(0).skipped()).isEqualTo(8);
        assertThat(problems(outcome))
                .contains("/steps/0/actor: expected \"source\"", "/steps/0/cost: not a field of ATIF");
    }

    @Test
    void shouldRefuseAnotherVersionAndKeepWhatStandsBeforeACut() throws Exception {
        Path file = Files.writeString(
                directory.resolve("v2.json"), "{\"schema_version\":\"ATIF-v2.0\",\"agent\":{},\"steps\":[]}");
        Outcome outcome = AtifSamples.read(file, false);
        assertThat(AtifSamples.traces(outcome)).isEmpty();
        assertThat(problems(outcome)).contains("version ATIF-v2.0 is not known, expected ATIF-v1");

        Outcome cut = read(HEAD + ",\"steps\":[" + ANSWER + ",{\"step_id\":2,\"sou");
        assertThat(AtifSamples.traces(cut)).hasSize(1);
        assertThat(cut.failures().get(0)).contains("line 1, column ", "what stands before it was read");
        assertThatThrownBy(() -> AtifSamples.read(Files.writeString(directory.resolve("x.json"), "{\"a\":1}"), false))
                .isInstanceOf(UnreadableInputException.class)
                .hasMessageContaining("ATIF trajectory");
    }

    @Test
    void shouldReadImagesAsNamesOnly() throws Exception {
        Trace trace = AtifSamples.traces(
                        AtifSamples.read(AtifSamples.DIRECTORY.resolve("phoenix-multimodal_trajectory.json"), true))
                .get(0);

        List<?> messages = (List<?>) span(trace, SpanKind.LLM).attributes().get(Attributes.INPUT_MESSAGES);
        assertThat(messages.toString()).contains("type=image", "mime_type=image/");
    }
}
