// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.answer.completeness.DataSection;
import io.agentprofiler.analyzer.answer.tokens.price.CallPrice;
import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.testing.CommandRun;
import io.agentprofiler.analyzer.testing.ReadTraces;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Tokens;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.shared.schema.SpanKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What logs say in passing: how tools ended, what answers cost, who was waited for, and what no call tells of. */
class SessionCasesTest {
    private static final Path CASES = Path.of("src/test/resources/sessions/cases");

    @TempDir
    private Path directory;

    private static ReadTraces read(String name) throws Exception {
        return ReadTraces.of(CASES.resolve(name + ".jsonl"), false);
    }

    private static List<Span> spans(ReadTraces read, SpanKind kind) {
        return read.traces().stream()
                .sorted(Comparator.comparingLong(Trace::startNanos))
                .flatMap(trace -> trace.spans().stream())
                .filter(span -> span.kind() == kind)
                .toList();
    }

    private static Tokens tokens(ReadTraces read) {
        return spans(read, SpanKind.LLM).stream().map(Span::tokens).reduce(Tokens.NONE, Tokens::plus);
    }

    private static List<String> notes(ReadTraces read) {
        return DataSection.notes(read.outcome());
    }

    /** Writes a case with something else in it. */
    private ReadTraces changed(String name, String from, String to) throws Exception {
        String text = Files.readString(CASES.resolve(name + ".jsonl"));
        assertThat(text).contains(from);
        return ReadTraces.of(Files.writeString(directory.resolve("changed.jsonl"), text.replace(from, to)), false);
    }

    @ParameterizedTest
    @CsvSource({
        "codex-exec-fail, exec_command, ERROR, 1100",
        "codex-exec-ok, exec_command, OK, 1100",
        "codex-patch-fail, apply_patch, ERROR, 1100",
        "codex-mcp-err, srv__do, ERROR, 1000",
        "codex-websearch, web_search, OK, 2000"
    })
    void shouldTellHowCodexsToolsEnded(String name, String tool, SpanStatus status, long millis) throws Exception {
        ReadTraces read = read(name);
        Span span = spans(read, SpanKind.TOOL).get(0);

        assertThat(span.name()).isEqualTo(tool);
        assertThat(span.status()).isEqualTo(status);
        assertThat(span.isMeasured()).isTrue();
        assertThat(span.durationNanos()).isEqualTo(millis * 1_000_000);
        assertThat(read.only().root().status()).isEqualTo(SpanStatus.OK);
        assertThat(notes(read)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"exit_code\": 7, \"status\": \"failed\" | \"exit_code\": 0, \"status\": \"completed\" | OK",
                "\"exit_code\": 7, \"status\": \"failed\" | \"exit_code\": -1, \"status\": \"declined\" | CANCELLED",
                "\"exit_code\": 7, \"status\": \"failed\" | \"status\": \"failed\" | ERROR"
            })
    void shouldTakeTheEventsWord(String from, String to, SpanStatus status) throws Exception {
        assertThat(spans(changed("codex-exec-fail", from, to), SpanKind.TOOL)
                        .get(0)
                        .status())
                .isEqualTo(status);
    }

    @Test
    void shouldTakeAnEventBehindTheResultAndOneWithoutAnItem() throws Exception {
        List<String> lines = Files.readAllLines(CASES.resolve("codex-patch-fail.jsonl"));
        List<String> late = new ArrayList<>(lines);
        late.add(6, late.remove(5).replace("09:00:03.000", "09:00:03.200"));
        assertThat(late.get(5)).contains("custom_tool_call_output");
        assertThat(spans(ReadTraces.of(Files.write(directory.resolve("late.jsonl"), late), false), SpanKind.TOOL))
                .extracting(Span::status)
                .containsExactly(SpanStatus.ERROR);

        List<String> silent = lines.stream()
                .filter(line -> !line.contains("custom_tool_call"))
                .toList();
        ReadTraces read = ReadTraces.of(Files.write(directory.resolve("silent.jsonl"), silent), false);
        assertThat(spans(read, SpanKind.TOOL)).extracting(Span::name).containsExactly("apply_patch");
        assertThat(spans(read, SpanKind.TOOL)).extracting(Span::status).containsExactly(SpanStatus.ERROR);
    }

    @Test
    void shouldTellWaitingForConsentApart() throws Exception {
        List<String> lines = new ArrayList<>(Files.readAllLines(CASES.resolve("codex-exec-ok.jsonl")));
        lines.add(
                5,
                "{\"timestamp\":\"2026-03-03T09:00:02.100Z\",\"type\":\"event_msg\",\"payload\":{\"type\":"
                        + "\"exec_approval_request\",\"call_id\":\"c1\"}}");
        lines.add(
                6,
                "{\"timestamp\":\"2026-03-03T09:00:02.900Z\",\"type\":\"event_msg\",\"payload\":{\"type\":"
                        + "\"exec_command_begin\",\"call_id\":\"c1\"}}");
        assertThat(ReadTraces.tree(ReadTraces.of(Files.write(directory.resolve("asks.jsonl"), lines), false)
                        .only()))
                .contains("  tool exec_command 1100 ms\n    function wait for the user 800 ms");
    }

    @Test
    void shouldCountUsageWithoutAnItem() throws Exception {
        ReadTraces read = read("codex-usage-without-item");

        assertThat(tokens(read)).isEqualTo(new Tokens(5300, 730, 0, Unknown.LONG, 0));
        assertThat(notes(read)).noneMatch(note -> note.contains("recorded call"));
    }

    @Test
    void shouldNameWhatTheLogsOwnTotalHoldsBeyondItsCalls() throws Exception {
        List<String> lines = Files.readAllLines(CASES.resolve("codex-usage-without-item.jsonl")).stream()
                .filter(line -> !line.contains("\"total_tokens\": 5700"))
                .toList();
        ReadTraces read = ReadTraces.of(Files.write(directory.resolve("jump.jsonl"), lines), false);

        assertThat(tokens(read).input()).isEqualTo(300);
        assertThat(notes(read))
                .contains(
                        "the files' own totals are 6,030 tokens, their calls add up to 330: 5,700 tokens (5,000 input tokens"
                                + " and 700 output tokens) belong to no recorded call and are in no figure");
    }

    @Test
    void shouldNameWhatAnAgentUsedWhoseFileIsNotThere() throws Exception {
        Path agents = Path.of("src/test/resources/sessions/claude-agents");
        String main = Files.readString(agents.resolve("S.jsonl"));
        String facts = "\"toolUseResult\":{\"status\":\"completed\",\"agentId\":\"b1\",\"totalTokens\":1050,\"usage\":"
                + "{\"input_tokens\":900,\"cache_read_input_tokens\":100,\"output_tokens\":50}},\"uuid\": \"u2\"";
        Path told = Files.writeString(directory.resolve("S.jsonl"), main.replace("\"uuid\": \"u2\"", facts));

        assertThat(notes(ReadTraces.of(told, false)))
                .containsExactly(
                        "the files' own totals are 1,340 tokens, their calls add up to 290: 1,050 tokens (1,000"
                                + " input tokens and 50 output tokens) belong to no recorded call and are in no figure");
        assertThat(notes(ReadTraces.of(List.of(told, agents.resolve("S")), false)))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "claude-cache-1h, 0.60153",
        "claude-cache-5m, 0.37653",
        "claude-batch, 0.1575",
        "claude-websearch, 0.10153"
    })
    void shouldPriceWhatTheListHasAPriceFor(String name, String usd) throws Exception {
        ReadTraces read = read(name);
        CallPrice price = PriceList.bundled().price(spans(read, SpanKind.LLM).get(0));

        assertThat(price.cost().total()).isEqualByComparingTo(usd);
        assertThat(notes(read)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "claude-websearch, 'price of 10 web searches not known, left out', '\"left_out_web_searches\":10'",
        "claude-batch, 'batch discount of 1 call not known, left out', '\"undiscounted_batch_calls\":1'"
    })
    void shouldNameWhatThePriceListDoesNotTell(String name, String note, String field) throws IOException {
        Path session = CASES.resolve(name + ".jsonl");
        Path prices = Files.writeString(directory.resolve("prices.json"), """
                {"format": "agent-profiler-prices/1", "date": "2026-01-02", "providers": [{"id": "anthropic",
                 "model_match": {"starts_with": "claude-"},
                 "models": [{"id": "claude", "match": {"starts_with": "claude-"},
                             "prices": {"input_mtok": 3, "output_mtok": 15}}]}]}
                """);
        CommandRun analyzer = new CommandRun();

        analyzer.run("report", "--prices", prices, session);
        assertThat(analyzer.out())
                .contains("for 1 call · list prices of 2026-01-02")
                .contains(note);
        analyzer.run("report", "--prices", prices, "--format", "json", session);
        assertThat(analyzer.out()).contains(field);
        // the bundled list has both
        analyzer.run("report", session);
        assertThat(analyzer.out()).doesNotContain("not known, left out");
    }

    @Test
    void shouldSwapAModelOnTheSameTerms() throws Exception {
        for (String name : List.of("claude-cache-1h", "claude-batch", "claude-websearch")) {
            Span call = spans(read(name), SpanKind.LLM).get(0);
            PriceList prices = PriceList.bundled();
            CallPrice price = prices.price(call);

            assertThat(prices.cost(price.model(), call, call.tokens())
                            .orElseThrow()
                            .total())
                    .isEqualByComparingTo(price.cost().total());
        }
    }

    @ParameterizedTest
    @CsvSource({"\"speed\": \"fast\"", "\"service_tier\": \"priority\""})
    void shouldSayWhereThePriceIsAnother(String field) throws Exception {
        assertThat(notes(changed("claude-fast", "\"speed\": \"fast\"", field)))
                .containsExactly(
                        "1 span at a speed or service tier (such as fast or priority) whose price is not known:"
                                + " priced as usual");
    }

    @Test
    void shouldTellTheCostThatALogRecords() throws Exception {
        ReadTraces read = changed("claude-cache-5m", "\"requestId\": \"r1\"", "\"requestId\":\"r1\",\"costUSD\":0.25");
        assertThat(PriceList.bundled().price(spans(read, SpanKind.LLM).get(0)).reported())
                .isEqualByComparingTo("0.25");
    }

    @Test
    void shouldSayThatAnUnfinishedAnswerIsAtLeastSoLong() throws Exception {
        String note =
                "1 span whose record breaks off before the answer ends: its output tokens, and so its cost, are at"
                        + " least those given";
        assertThat(tokens(read("claude-partial-usage")).output()).isEqualTo(2);
        assertThat(notes(read("claude-partial-usage"))).containsExactly(note);
        assertThat(tokens(read("claude-final-usage")).output()).isEqualTo(2500);
        assertThat(notes(read("claude-final-usage"))).isEmpty();
    }

    @Test
    void shouldTakeTheAnswersLengthFromTheToolThatStartedTheAgent() throws Exception {
        Path agents = Path.of("src/test/resources/sessions/claude-agents");
        Path told = Files.writeString(
                directory.resolve("S.jsonl"),
                Files.readString(agents.resolve("S.jsonl"))
                        .replace(
                                "\"uuid\": \"u2\"",
                                "\"toolUseResult\":{\"agentId\":\"b1\",\"totalTokens\":1997,\"usage\":{\"input_tokens\":1000,"
                                        + "\"cache_read_input_tokens\":0,\"cache_creation_input_tokens\":0,"
                                        + "\"output_tokens\":997}},\"uuid\": \"u2\""));
        Path part = Files.writeString(
                directory.resolve("agent-b1.jsonl"),
                Files.readString(agents.resolve("S/subagents/agent-b1.jsonl"))
                        .replace("\"output_tokens\": 50", "\"output_tokens\": 1")
                        .replace("\"id\": \"mb1\"", "\"id\":\"mb1\",\"stop_reason\":null"));
        ReadTraces read = ReadTraces.of(List.of(part, told), false);

        assertThat(tokens(read).output()).isEqualTo(40 + 997);
        assertThat(notes(read)).isEmpty();
    }

    @Test
    void shouldNotTakeTheUsersTimeForTheAgents() throws Exception {
        assertThat(ReadTraces.tree(read("claude-idle-before-compact").only())).isEqualTo("""
                agent claude 4000 ms
                  llm chat claude-opus-4-6 10>5 4000 ms""");
    }

    @ParameterizedTest
    @CsvSource({"AskUserQuestion", "ExitPlanMode", "ask_user", "mcp__ui__ask_user_question", "request_user_input"})
    void shouldNameTheTimeThatItWaitedForTheUser(String tool) throws Exception {
        ReadTraces read = changed("claude-user-wait", "AskUserQuestion", tool);

        assertThat(ReadTraces.tree(read.only())).isEqualTo("""
                agent claude 1208000 ms
                  llm chat claude-opus-4-6 10>5 4000 ms
                  tool %s 1200000 ms
                    function wait for the user 1200000 ms
                  llm chat claude-opus-4-6 10>5 4000 ms""".formatted(tool));
        CommandRun analyzer = new CommandRun();
        analyzer.run("report", "--all", directory.resolve("changed.jsonl"));
        assertThat(analyzer.out())
                .containsPattern("function wait for the user +1 +1 +20m 00s +99.3 %")
                .doesNotContain("cache its results", "timeout", "[low] tool", "[low] function");
    }

    @Test
    void shouldTakeARejectedToolForTheUsersTime() throws Exception {
        Path file = Files.writeString(
                directory.resolve("rejected.jsonl"),
                Files.readString(CASES.resolve("claude-user-wait.jsonl"))
                        .replace("AskUserQuestion", "Bash")
                        .replace("\"uuid\": \"u2\"", "\"uuid\":\"u2\",\"toolUseResult\":\"User rejected tool use\""));
        ReadTraces read = ReadTraces.of(file, false);

        assertThat(spans(read, SpanKind.TOOL)).extracting(Span::status).containsExactly(SpanStatus.CANCELLED);
        assertThat(ReadTraces.tree(read.only()))
                .contains("  tool Bash 1200000 ms\n    function wait for the user 1200000 ms");
    }

    @Test
    void shouldKeepWhatIsSaidOfCallsThroughOpenTelemetry() throws Exception {
        for (String name :
                List.of("claude-cache-1h", "claude-batch", "claude-websearch", "claude-fast", "claude-partial-usage")) {
            Path file = directory.resolve(name + ".json");
            assertThat(new CommandRun().run("export", "otlp", "--out", file, CASES.resolve(name + ".jsonl")))
                    .isZero();
            ReadTraces back = ReadTraces.of(file, false);
            assertThat(notes(back)).isEqualTo(notes(read(name)));
            assertThat(PriceList.bundled()
                            .price(spans(back, SpanKind.LLM).get(0))
                            .cost()
                            .total())
                    .isEqualByComparingTo(PriceList.bundled()
                            .price(spans(read(name), SpanKind.LLM).get(0))
                            .cost()
                            .total());
        }
    }
}
