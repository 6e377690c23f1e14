// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.calls;

import static io.agentprofiler.analyzer.testing.TestRun.spanId;
import static io.agentprofiler.analyzer.testing.TestRun.traceId;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.command.input.ListOrder;
import io.agentprofiler.analyzer.testing.CommandRun;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.Trace;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CallsCommandTest {
    private static final String MODEL = "\"gen_ai.provider.name\":\"openai\",\"gen_ai.request.model\":\"gpt-4o\"";

    @TempDir
    private Path directory;

    private final CommandRun analyzer = new CommandRun();
    private Path run;

    /** Two workflows of two tenants: a model call, a wrapper around it, and a tool that fails in the second. */
    @BeforeEach
    void writeRun() {
        TestRun lines = TestRun.run("shop-1");
        workflow(lines, 1, "acme", 100, "ok", "");
        workflow(lines, 2, "globex", 300, "error", ",\"error\":{\"type\":\"com.acme.NoRoute\"}");
        run = lines.footer().write(directory.resolve("run/segment-000001.jsonl"));
    }

    private static void workflow(TestRun lines, int number, String tenant, int tokens, String status, String error) {
        int start = 1000 * number;
        int first = 16 * number;
        lines.trace(number)
                .start(first, 0, start, "agent", "Support", "\"acme.tenant\":\"" + tenant + "\"")
                .start(first + 1, first, start, "llm", "wrapped", "\"agentprofiler.wrapper\":true")
                .start(first + 2, first + 1, start, "llm", "chat gpt-4o", MODEL)
                .end(
                        first + 2,
                        start + 400,
                        "\"gen_ai.usage.input_tokens\":" + tokens + ",\"gen_ai.usage.output_tokens\":10")
                .end(first + 1, start + 400)
                .start(first + 3, first, start + 400, "tool", "execute_tool refund", "\"gen_ai.tool.name\":\"refund\"")
                .end(first + 3, start + 400 + 50 * number, status, error)
                .end(first, start + 600);
    }

    private String printed(Object... arguments) {
        assertThat(analyzer.run(arguments)).as(analyzer.err()).isEqualTo(ExitCode.OK);
        return analyzer.out();
    }

    /** Returns a column of the CSV. */
    private List<String> column(int number, Object... arguments) {
        return printed(arguments)
                .lines()
                .skip(1)
                .map(line -> line.split(",")[number])
                .toList();
    }

    @Test
    void shouldListCallsByTheirStart() {
        assertThat(printed("calls", run)).isEqualTo("""
                Calls  6, earliest first
                start (UTC)   kind   name                 failure     time  tokens in  out      cost  trace         span
                15:06:41.000  agent  Support                        600 ms          -    -         -  000000000000  0000000000000010
                15:06:41.000  llm    chat gpt-4o                    400 ms        100   10  $0.00035  000000000000  0000000000000012
                15:06:41.400  tool   execute_tool refund           50.0 ms          -    -         -  000000000000  0000000000000013
                15:06:42.000  agent  Support                        600 ms          -    -         -  000000000000  0000000000000020
                15:06:42.000  llm    chat gpt-4o                    400 ms        300   10  $0.00085  000000000000  0000000000000022
                15:06:42.400  tool   execute_tool refund  NoRoute   100 ms          -    -         -  000000000000  0000000000000023
                """);
    }

    @Test
    void shouldListOnlyTheCallsThatAreMeant() {
        assertThat(printed("calls", "--where", "tool=refund", "--where", "status=failed", run))
                .contains("Calls  1, earliest first", spanId(35))
                .doesNotContain(spanId(19));
        assertThat(analyzer.err()).contains("only workflows where tool=refund and status=failed: 1 of 2");
        assertThat(column(7, "calls", "--failed", "--format", "csv", run)).containsExactly(spanId(35));
        assertThat(column(7, "calls", "--where", "error=NoRoute", "--format", "csv", run))
                .containsExactly(spanId(35));
        assertThat(column(7, "calls", "--where", "error=com.acme.*", "--format", "csv", run))
                .containsExactly(spanId(35));
    }

    @Test
    void shouldTakeAttributesOfTheSpansAround() {
        assertThat(column(7, "calls", "--where", "acme.tenant=globex", "--where", "kind=llm", "--format", "csv", run))
                .containsExactly(spanId(34));
        assertThat(column(7, "calls", "--where", "acme.tenant!=globex", "--where", "kind=llm", "--format", "csv", run))
                .containsExactly(spanId(18));
    }

    @Test
    void shouldSortByTimeTokensAndCost() {
        assertThat(column(7, "calls", "--sort", "duration", "-n", "3", "--format", "csv", run))
                .containsExactly(spanId(16), spanId(32), spanId(18));
        assertThat(column(7, "calls", "--sort", "tokens", "-n", "3", "--format", "csv", run))
                .containsExactly(spanId(34), spanId(18), spanId(16));
        assertThat(column(7, "calls", "--sort", "cost", "-n", "2", "--format", "csv", run))
                .containsExactly(spanId(34), spanId(18));
    }

    @Test
    void shouldGivePrograms() {
        assertThat(printed(
                        "calls",
                        "--where",
                        "kind=llm",
                        "-n",
                        "1",
                        "--parts",
                        "calls,calls_found",
                        "--format",
                        "json",
                        run))
                .isEqualTo(
                        "{\"format\":\"agent-profiler-calls/1\",\"calls\":[{\"kind\":\"llm\",\"name\":\"chat gpt-4o\","
                                + "\"duration_ns\":400000000,\"input_tokens\":100,\"output_tokens\":10,\"cost_usd\":0.00035,"
                                + "\"agent\":\"Support\",\"span_id\":\"" + spanId(18) + "\",\"trace_id\":\""
                                + traceId(1)
                                + "\",\"workflow\":\"Support\",\"status\":\"ok\",\"start_epoch_ns\":" + TestRun.at(1000)
                                + "}],\"calls_found\":2}\n");
    }

    @Test
    void shouldSayWhatComesAtRegularIntervals() {
        TestRun lines = TestRun.run("polls").trace(1).start(1, 0, 0, "agent", "Watcher");
        for (int i = 0; i < 25; i++) {
            lines.span(2 + i, 1, 2000 * i, 2000 * i + 10, "tool", "poll");
        }
        Path polls = lines.end(1, 60_000).footer().write(directory.resolve("polls/segment-000001.jsonl"));

        assertThat(printed("calls", "--where", "kind=tool", polls))
                .contains(
                        "Calls  20 of 25, earliest first",
                        "about every 2.00 s: tool poll, 25 calls; half of the intervals between starts are 2.00 s to 2.00 s");
        assertThat(printed("calls", "--format", "json", "--parts", "rhythms", polls))
                .contains("\"rhythms\":[{\"kind\":\"tool\",\"name\":\"poll\",\"calls\":25,\"every_ns\":2000000000,"
                        + "\"every_p25_ns\":2000000000,\"every_p75_ns\":2000000000}]");
    }

    @Test
    void shouldKeepTheFirstInOrderHoweverTracesAreMerged() {
        List<Trace> traces = TestRun.run("r")
                .trace(1)
                .span(1, 0, 0, 10, "tool", "a")
                .trace(2)
                .span(2, 0, 0, 30, "tool", "b")
                .trace(3)
                .span(3, 0, 0, 20, "tool", "c")
                .traces();
        ListedCalls longest = new ListedCalls(span -> true, ListOrder.DURATION, PriceList.bundled(), 2);
        ListedCalls.CallList there = longest.empty();
        ListedCalls.CallList back = longest.empty();
        for (int i = 0; i < 3; i++) {
            there = longest.merge(there, longest.of(traces.get(i)));
            back = longest.merge(back, longest.of(traces.get(2 - i)));
        }

        assertThat(there.calls()).extracting(ListedCall::name).containsExactly("b", "c");
        assertThat(back.calls()).isEqualTo(there.calls());
        assertThat(back.found()).isEqualTo(3);
    }

    @Test
    void shouldSayWhatIsWrong() {
        analyzer.assertRefused("-n takes a number from 1 to 100000", "calls", "-n", "0", run);
        analyzer.assertRefused(
                "--where status=broken: status is ok, failed, cancelled or unfinished, not broken",
                "calls",
                "--where",
                "status=broken",
                run);
        assertThat(printed("calls", "--where", "tool=pay", run))
                .contains("Calls  0, earliest first", "no call is like that; 'keys' lists what can be asked for");
    }
}
