// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.facts;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.answer.critical.Attempts;
import io.agentprofiler.analyzer.answer.critical.CriticalTotals;
import io.agentprofiler.analyzer.answer.finding.Finding;
import io.agentprofiler.analyzer.answer.finding.Findings;
import io.agentprofiler.analyzer.answer.finding.Thresholds;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.Trace;
import org.junit.jupiter.api.Test;

/** The line of evidence that a person would look for. */
class QuotesTest {
    private static final String ASKED =
            "{\"role\":\"assistant\",\"parts\":[{\"type\":\"tool_call\",\"id\":\"c1\",\"name\":\"refund\"}]}";

    private static String toolMessage(String id, String response) {
        return "{\"role\":\"tool\",\"parts\":[{\"type\":\"tool_call_response\"" + id + ",\"response\":\"" + response
                + "\"}]}";
    }

    /** A tool that fails, and the model call after it with these messages. */
    private static TestRun refund(String tool, String failure, String messages) {
        return TestRun.run("r")
                .start(1, 0, 0, "agent", "A", "")
                .start(2, 1, 0, "tool", "execute_tool refund", "\"gen_ai.tool.name\":\"refund\"" + tool)
                .end(2, 10, "error", failure)
                .start(3, 1, 10, "llm", "chat", "\"gen_ai.request.model\":\"m\"" + messages)
                .end(3, 20)
                .end(1, 20);
    }

    private static String quote(TestRun run) {
        Trace trace = run.trace();
        return Quotes.failure(trace, trace.spans().get(1));
    }

    @Test
    void shouldQuoteAFailedToolAndWhatTheModelWasTold() {
        TestRun run = refund(
                ",\"gen_ai.tool.call.id\":\"c1\",\"gen_ai.tool.call.arguments\":{\"order\":\"A-17\"}",
                ",\"error\":{\"type\":\"com.shop.Gone\",\"message\":\"payments:\\n  503\"}",
                ",\"gen_ai.input.messages\":[" + ASKED + "," + toolMessage(",\"id\":\"c0\"", "paid") + ","
                        + toolMessage(",\"id\":\"c1\"", "Error: try later") + "]");

        assertThat(quote(run))
                .isEqualTo("tool refund (order: A-17) failed: \"payments: 503\"; the model was told"
                        + " \"Error: try later\"");
    }

    @Test
    void shouldQuoteTheOnlyResultWhereCallsHaveNoIds() {
        assertThat(quote(refund(
                        "",
                        ",\"error\":{\"type\":\"com.shop.Gone\",\"message\":\"gone\"}",
                        ",\"gen_ai.input.messages\":[" + ASKED + "," + toolMessage("", "no") + "]")))
                .isEqualTo("tool refund failed: \"gone\"; the model was told \"no\"");
        assertThat(quote(refund(
                        "",
                        ",\"error\":{\"type\":\"com.shop.Gone\",\"message\":\"gone\"}",
                        ",\"gen_ai.input.messages\":[" + ASKED + "," + toolMessage("", "gone") + "]")))
                .isEqualTo("tool refund failed: \"gone\"; the model was told the same");
        assertThat(quote(refund(
                        "",
                        ",\"error\":{\"type\":\"com.shop.Gone\",\"message\":\"gone\"}",
                        ",\"gen_ai.input.messages\":[" + ASKED + "," + toolMessage("", "a") + "," + toolMessage("", "b")
                                + "]")))
                .isEqualTo("tool refund failed: \"gone\"");
    }

    @Test
    void shouldQuoteNothingWhereNoTextWasRecorded() {
        assertThat(quote(refund(
                        ",\"agentprofiler.content.tool.call.arguments\":{\"chars\":16,\"hash\":\"ab\"}",
                        ",\"error\":{\"type\":\"com.shop.Gone\"}",
                        "")))
                .isNull();
    }

    @Test
    void shouldNotRepeatWhatTheTitleSays() {
        Trace trace = refund("", ",\"error\":{\"type\":\"com.shop.Gone\",\"message\":\"gone\"}", "")
                .trace();

        assertThat(Quotes.beyondMessage(trace, trace.spans().get(1))).isNull();
    }

    @Test
    void shouldCutLongTexts() {
        String quote = quote(
                refund("", ",\"error\":{\"type\":\"com.shop.Gone\",\"message\":\"" + "long ".repeat(1000) + "\"}", ""));

        assertThat(quote).hasSize("tool refund failed: \"\"".length() + 120).endsWith("long…\"");
    }

    @Test
    void shouldTellOfTheFirstAttemptWithoutTexts() {
        Trace trace = TestRun.run("r")
                .start(1, 0, 0, "llm", "chat", "\"gen_ai.request.model\":\"m\"")
                .start(2, 1, 0, "http", "POST")
                .end(2, 20, "\"http.response.status_code\":429")
                .start(3, 1, 1020, "http", "POST")
                .end(3, 1100, "\"http.response.status_code\":200")
                .end(1, 1100)
                .trace();
        assertThat(Quotes.retry(trace.root(), Attempts.of(trace.root()).attempts()))
                .isEqualTo("llm m: attempt 1 of 2 ended after 20.0 ms with HTTP 429; the next began 1.00 s later");
    }

    @Test
    void shouldQuoteARejectedAnswerAndTheComplaint() {
        Trace trace = TestRun.run("r")
                .start(1, 0, 0, "agent", "A", "")
                .start(2, 1, 0, "llm", "chat", "\"gen_ai.request.model\":\"m\"")
                .end(
                        2,
                        10,
                        "\"gen_ai.output.messages\":[{\"role\":\"assistant\",\"parts\":[{\"type\":\"text\",\"content\":\"total: 5\"}]}]")
                .start(
                        3,
                        1,
                        10,
                        "llm",
                        "chat",
                        "\"gen_ai.request.model\":\"m\",\"gen_ai.input.messages\":[{\"role\":\"user\",\"parts\":"
                                + "[{\"type\":\"text\",\"content\":\"Not JSON.\"},{\"type\":\"text\",\"content\":\"Again!\"}]}]")
                .end(3, 20)
                .end(1, 20)
                .trace();

        assertThat(Quotes.rejection(trace.spans().get(1), trace.spans().get(2)))
                .isEqualTo("the answer \"total: 5\" was sent back with \"Not JSON. Again!\"");
        assertThat(Quotes.rejection(trace.spans().get(2), trace.spans().get(1))).isNull();
    }

    @Test
    void shouldQuoteTheEarliestFailureOfAFinding() {
        TestRun run = TestRun.bare();
        for (int i = 1; i <= 8; i++) {
            double at = 1000.0 * (9 - i);
            run.trace(i)
                    .start(1, 0, at, "agent", "A", "")
                    .start(
                            2,
                            1,
                            at,
                            "tool",
                            "execute_tool refund",
                            "\"gen_ai.tool.name\":\"refund\",\"gen_ai.tool.call.arguments\":\"" + i + "\"")
                    .end(2, at + 10, "error", ",\"error\":{\"type\":\"E\",\"message\":\"no order " + i + "\"}")
                    .end(1, at + 20);
        }
        Findings seen = Findings.standard().empty();
        CriticalTotals totals = CriticalTotals.ANALYSIS.empty();
        for (Trace trace : run.traces()) {
            seen = Findings.standard().merge(seen, Findings.standard().of(trace));
            totals = CriticalTotals.ANALYSIS.merge(totals, CriticalTotals.ANALYSIS.of(trace));
        }

        Finding first = seen.ranked(totals, Thresholds.STANDARD).get(0);
        assertThat(first.quote()).isEqualTo("tool refund (8) failed: \"no order 8\"");
        assertThat(first.seen().evidence()).hasSize(5);
    }
}
