// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.testing.CommandRun;
import io.agentprofiler.analyzer.testing.Mutations;
import io.agentprofiler.analyzer.testing.ReadTraces;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.SpanFlag;
import io.agentprofiler.analyzer.trace.Tokens;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.shared.schema.Attributes;
import io.agentprofiler.shared.schema.SpanKind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SessionReaderTest {
    private static final Path SAMPLES = Path.of("src/test/resources/sessions");

    @TempDir
    private Path directory;

    private static List<Trace> sample(String name) throws Exception {
        ReadTraces read = ReadTraces.of(SAMPLES.resolve(name), false);
        assertThat(read.problems()).isEmpty();
        return inTime(read);
    }

    private static List<Trace> inTime(ReadTraces read) {
        return read.traces().stream()
                .sorted(Comparator.comparingLong(Trace::startNanos))
                .toList();
    }

    private ReadTraces read(String text) throws Exception {
        return ReadTraces.of(Files.writeString(directory.resolve("log.jsonl"), text), false);
    }

    private static Tokens tokens(List<Trace> traces) {
        return traces.stream()
                .flatMap(trace -> trace.spans().stream())
                .map(Span::tokens)
                .reduce(Tokens.NONE, Tokens::plus);
    }

    private static List<Span> spans(List<Trace> traces, SpanKind kind) {
        return traces.stream()
                .flatMap(trace -> trace.spans().stream())
                .filter(span -> span.kind() == kind)
                .toList();
    }

    @Test
    void shouldReadClaudesSessions() throws Exception {
        List<Trace> traces = sample("claude.json");

        assertThat(ReadTraces.tree(traces.get(1))).isEqualTo("""
                        agent claude 58502 ms
                          llm chat claude-opus-4-8 42876>273 3489 ms
                          tool WebSearch 16113 ms
                          llm chat claude-opus-4-8 44901>232 3315 ms
                          tool WebFetch 2521 ms
                          llm chat claude-opus-4-8 45279>2162 20299 ms
                          tool Write 130 ms
                          llm chat claude-opus-4-8 47508>90 1619 ms
                          tool Bash 187 ms
                          llm chat claude-opus-4-8 48305>852 10829 ms""");
        assertThat(tokens(traces)).isEqualTo(new Tokens(418_193, 9_423, 394_068, 21_086, Unknown.LONG));
        assertThat(spans(traces, SpanKind.LLM)).hasSize(10);
        assertThat(spans(traces, SpanKind.TOOL)).hasSize(9);
        assertThat(traces)
                .extracting(trace -> trace.root().conversation())
                .containsOnly("2f8b1c4d-6a73-4e9b-91c0-5d7f3a8e2b46");
        assertThat(traces).allMatch(Trace::isTimed);
    }

    @Test
    void shouldReadCodexsSessions() throws Exception {
        List<Trace> traces = sample("codex.json");

        assertThat(ReadTraces.tree(traces.get(1))).isEqualTo("""
                        agent codex 7147 ms
                          llm chat gpt-5.4 10436>262 3841 ms
                          tool exec_command 57 ms
                          tool exec_command 62 ms
                          llm chat gpt-5.4 11636>198 3241 ms""");
        assertThat(tokens(traces)).isEqualTo(new Tokens(95_819, 1_912, 79_488, Unknown.LONG, 581));
        assertThat(spans(traces, SpanKind.TOOL)).hasSize(10);
        assertThat(spans(traces, SpanKind.TOOL).stream()
                        .filter(tool -> tool.status() == SpanStatus.ERROR)
                        .map(Span::durationNanos))
                .containsExactly(79_000_000L);
        assertThat(spans(traces, SpanKind.LLM).get(0).attributes().text(Attributes.PROVIDER_NAME))
                .isEqualTo("openai");
    }

    @Test
    void shouldTellTheSameOfALogAndOfTheRoundsMadeOfIt() throws Exception {
        List<Trace> rounds = sample("rounds.jsonl");
        List<Trace> logs = new ArrayList<>(sample("codex.json"));
        logs.addAll(sample("claude.json"));

        assertThat(rounds)
                .extracting(ReadTraces::tree)
                .containsExactlyElementsOf(logs.stream().map(ReadTraces::tree).toList());
        assertThat(tokens(rounds)).isEqualTo(tokens(logs));
        assertThat(rounds).extracting(trace -> trace.root().conversation()).doesNotContainNull();
    }

    @Test
    void shouldHashTextsUnlessTheyAreWanted() throws Exception {
        Span hashed = spans(sample("claude.json"), SpanKind.TOOL).get(0);
        assertThat(hashed.attributes().get(Attributes.TOOL_CALL_ARGUMENTS)).isNull();
        assertThat(hashed.attributes().get("agentprofiler.content.tool.call.arguments"))
                .isInstanceOfSatisfying(
                        Map.class, known -> assertThat(known.get("chars")).isEqualTo(159L));

        Span told = spans(ReadTraces.of(SAMPLES.resolve("claude.json"), true).traces(), SpanKind.TOOL)
                .get(0);
        assertThat(told.attributes().get(Attributes.TOOL_CALL_ARGUMENTS)).isNotNull();
    }

    @Test
    void shouldReadWhatOtherAgentsWrite() throws Exception {
        assertThat(ReadTraces.tree(sample("gemini.json").get(0))).isEqualTo("""
                        agent gemini 1857 ms
                          llm chat gemini-2.0-flash 5915>24 1857 ms""");
        Trace task = sample("mini-swe-agent.json").get(0);
        assertThat(ReadTraces.tree(task)).isEqualTo("""
                        agent mini-swe-agent 3000 ms
                          llm chat anthropic/claude-3-5-sonnet-20241022 752>69 ?
                          tool bash ?
                          tool bash ?
                          llm chat anthropic/claude-3-5-sonnet-20241022 841>53 ?
                          tool bash ?
                          llm chat anthropic/claude-3-5-sonnet-20241022 919>77 ?""");
        assertThat(task.isTimed()).isFalse();
    }

    @Test
    void shouldPutAnAgentBelowTheToolThatStartedIt() throws Exception {
        String head = ",\"sessionId\":\"s\",\"timestamp\":\"2026-01-01T00:00:0";
        ReadTraces read = read("{\"type\":\"user\",\"uuid\":\"u1\",\"parentUuid\":null,\"isSidechain\":false" + head
                + "0Z\",\"message\":{\"role\":\"user\",\"content\":\"do it\"}}\n"
                + "{\"type\":\"assistant\",\"uuid\":\"u2\",\"parentUuid\":\"u1\",\"isSidechain\":false" + head
                + "1Z\",\"message\":{\"id\":\"m1\",\"model\":\"big\",\"content\":[{\"type\":\"tool_use\",\"id\":\"t1\","
                + "\"name\":\"Task\",\"input\":{\"prompt\":\"look\",\"subagent_type\":\"Explore\"}}],\"usage\":"
                + "{\"input_tokens\":5,\"output_tokens\":2}}}\n"
                + "{\"type\":\"user\",\"uuid\":\"u3\",\"parentUuid\":null,\"isSidechain\":true" + head
                + "2Z\",\"message\":{\"role\":\"user\",\"content\":\"look\"}}\n"
                + "{\"type\":\"assistant\",\"uuid\":\"u4\",\"parentUuid\":\"u3\",\"isSidechain\":true" + head
                + "4Z\",\"message\":{\"id\":\"m2\",\"model\":\"small\",\"content\":[{\"type\":\"text\",\"text\":\"seen\"}],"
                + "\"usage\":{\"input_tokens\":7,\"output_tokens\":3}}}\n"
                + "{\"type\":\"user\",\"uuid\":\"u5\",\"parentUuid\":\"u2\",\"isSidechain\":false" + head
                + "5Z\",\"message\":{\"role\":\"user\",\"content\":[{\"type\":\"tool_result\",\"tool_use_id\":\"t1\","
                + "\"content\":\"seen\",\"is_error\":true}]}}\n"
                + "{\"type\":\"assistant\",\"uuid\":\"u6\",\"parentUuid\":\"u5\",\"isSidechain\":false" + head
                + "6Z\",\"message\":{\"id\":\"m3\",\"model\":\"big\",\"content\":[{\"type\":\"text\",\"text\":\"done\"}],"
                + "\"usage\":{\"input_tokens\":9,\"output_tokens\":1}}}\n");

        assertThat(ReadTraces.tree(read.only())).isEqualTo("""
                        agent claude 6000 ms
                          llm chat big 5>2 1000 ms
                          tool Task 4000 ms
                            agent Explore 2000 ms
                              llm chat small 7>3 2000 ms
                          llm chat big 9>1 1000 ms""");
        assertThat(spans(read.traces(), SpanKind.TOOL).get(0).status()).isEqualTo(SpanStatus.ERROR);
    }

    @Test
    void shouldNotCountARepeatedReportOfTokens() throws Exception {
        String tokens = "\"payload\":{\"type\":\"token_count\",\"info\":{\"total_token_usage\":{\"total_tokens\":12},"
                + "\"last_token_usage\":{\"input_tokens\":10,\"cached_input_tokens\":4,\"output_tokens\":2}}}}\n";
        String time = "{\"timestamp\":\"2026-01-01T00:00:0";
        ReadTraces read = read(time + "0Z\",\"type\":\"session_meta\",\"payload\":{\"id\":\"s\"}}\n"
                + time + "0Z\",\"type\":\"event_msg\",\"payload\":{\"type\":\"user_message\",\"message\":\"hi\"}}\n"
                + time
                + "1Z\",\"type\":\"response_item\",\"payload\":{\"type\":\"message\",\"role\":\"assistant\",\"content\":[]}}\n"
                + time + "1Z\",\"type\":\"event_msg\"," + tokens
                + time
                + "3Z\",\"type\":\"response_item\",\"payload\":{\"type\":\"message\",\"role\":\"assistant\",\"content\":[]}}\n"
                + time + "4Z\",\"type\":\"event_msg\"," + tokens
                + time
                + "5Z\",\"type\":\"response_item\",\"payload\":{\"type\":\"function_call_output\",\"call_id\":\"x\"}}\n"
                + "{\"timestamp\":\"yesterday\",\"type\":\"event_msg\",\"payload\":{\"type\":\"token_count\"}}\n");

        assertThat(tokens(read.traces())).isEqualTo(new Tokens(10, 2, 4, Unknown.LONG, Unknown.LONG));
        assertThat(spans(read.traces(), SpanKind.LLM)).hasSize(2);
        assertThat(read.problems())
                .contains("7: /payload: the result of a tool that was not called; left out")
                .contains("8: /timestamp: expected a time such as");
    }

    @Test
    void shouldLeaveAToolWithoutAResultUntimed() throws Exception {
        ReadTraces read = read(
                "{\"session_id\":\"s\",\"provider\":\"claude\",\"round_index\":0,\"model\":\"m\",\"input_tokens_total\":5,"
                        + "\"output_tokens\":1,\"timing_events\":[{\"event_type\":\"text\",\"timestamp\":\"2026-01-01T00:00:00Z\"}],"
                        + "\"tools\":[{\"tool_name\":\"Bash\",\"emitted_at\":\"2026-01-01T00:00:00Z\",\"result_at\":null,"
                        + "\"tool_wall_latency_ms\":null,\"is_error\":null}]}\n");

        Span call = spans(read.traces(), SpanKind.LLM).get(0);
        assertThat(call.has(SpanFlag.LENGTH_UNKNOWN)).isTrue();
        Span tool = spans(read.traces(), SpanKind.TOOL).get(0);
        assertThat(tool.isMeasured()).isFalse();
        assertThat(tool.has(SpanFlag.LENGTH_UNKNOWN)).isTrue();
    }

    @Test
    void shouldRefuseALogWithoutACall() throws Exception {
        Path log = Files.writeString(
                directory.resolve("empty.jsonl"), "{\"type\":\"mode\",\"parentUuid\":null,\"sessionId\":\"s\"}\n");
        new CommandRun().assertRefused(log + ": holds no call of a model", "report", log);
    }

    @Test
    void shouldSurviveEveryMutation() throws Exception {
        List<String> texts = new ArrayList<>();
        for (String name : List.of("claude.json", "codex.json", "rounds.jsonl", "gemini.json", "mini-swe-agent.json")) {
            texts.add(Files.readString(SAMPLES.resolve(name)));
        }
        Mutations.Fates fates = Mutations.read(new SessionReader(), texts, 1500, directory);

        assertThat(fates.counted()).isGreaterThan(100);
    }
}
