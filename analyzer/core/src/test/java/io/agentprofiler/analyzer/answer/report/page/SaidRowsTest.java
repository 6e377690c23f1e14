// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.answer.report.page.SaidRows.SaidRow;
import io.agentprofiler.analyzer.answer.show.Transcript;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SaidRowsTest {
    private static String text(String role, String content) {
        return "{\"role\":\"" + role + "\",\"parts\":[{\"type\":\"text\",\"content\":\"" + content + "\"}]}";
    }

    private static String prompt(String... messages) {
        return "\"gen_ai.input.messages\":[" + String.join(",", messages) + "]";
    }

    private static String answer(String message) {
        return "\"gen_ai.output.messages\":[" + message + "]";
    }

    private static final String CALL = "{\"role\":\"assistant\",\"parts\":[{\"type\":\"tool_call\",\"id\":\"c1\","
            + "\"name\":\"weather\",\"arguments\":\"{\\\"city\\\":\\\"Oslo\\\"}\"}]}";
    private static final String RESULT =
            "{\"role\":\"tool\",\"parts\":[{\"type\":\"tool_call_response\",\"id\":\"c1\",\"response\":\"sunny\"}]}";

    /** Returns what each span says, those without anything as nothing. */
    private static List<List<String>> said(Trace trace) {
        int[] places = new int[trace.spans().size()];
        for (int i = 0; i < places.length; i++) {
            places[i] = i;
        }
        Map<Span, List<String>> said = SaidRows.of(Transcript.of(trace), places);
        return trace.spans().stream()
                .map(span -> said.getOrDefault(span, List.of()))
                .toList();
    }

    @Test
    void shouldWriteEveryTextOnce() {
        Trace trace = TestRun.run("r")
                .start(1, 0, 0, "agent", "helper", "\"agentprofiler.input\":\"Weather?\"")
                .start(2, 1, 10, "llm", "chat", prompt(text("system", "Be brief."), text("user", "Weather?")))
                .end(2, 20, answer(CALL))
                .start(3, 1, 30, "tool", "weather", "\"gen_ai.tool.call.id\":\"c1\"")
                .end(3, 40, "\"gen_ai.tool.call.result\":\"sunny\"")
                .start(
                        4,
                        1,
                        50,
                        "llm",
                        "chat",
                        prompt(text("system", "Be brief."), text("user", "Weather?"), CALL, RESULT))
                .end(4, 60, answer(text("assistant", "Sunny.")))
                .end(1, 70, "\"agentprofiler.output\":\"Sunny.\"")
                .traces()
                .get(0);

        assertThat(said(trace))
                .containsExactly(
                        List.of(
                                "{\"in\":[{\"name\":\"input\",\"t\":0}],\"out\":[{\"name\":\"output\",\"t\":1}]}",
                                "Weather?",
                                "Sunny."),
                        List.of(
                                "{\"prompt\":[{\"no\":1,\"r\":\"system\",\"n\":9,\"p\":[{\"k\":\"text\",\"t\":0}]},"
                                        + "{\"no\":2,\"r\":\"user\",\"n\":8,\"p\":[{\"k\":\"text\",\"t\":1}]}],"
                                        + "\"answer\":[{\"no\":1,\"r\":\"assistant\",\"n\":15,\"p\":[{\"k\":\"tool_call\",\"t\":2,"
                                        + "\"id\":\"c1\",\"name\":\"weather\",\"tool\":2}]}]}",
                                "Be brief.",
                                "Weather?",
                                "{\n  \"city\": \"Oslo\"\n}"),
                        List.of("{\"by\":1,\"out\":[{\"name\":\"result\",\"t\":0}]}", "sunny"),
                        List.of(
                                "{\"like\":[1,2,0,17],\"prompt\":[[1,1,1,1],{\"no\":4,\"r\":\"tool\",\"n\":5,"
                                        + "\"p\":[{\"k\":\"tool_result\",\"t\":0,\"id\":\"c1\"}]}],"
                                        + "\"answer\":[{\"no\":1,\"r\":\"assistant\",\"n\":6,\"p\":[{\"k\":\"text\",\"t\":1}]}]}",
                                "sunny",
                                "Sunny."));
    }

    /** What a conversation of n calls needs grows with n, not with its square. */
    @Test
    void shouldRepeatNothingOfALongConversation() {
        assertThat(length(400)).isLessThan(5 * length(100));
    }

    private static int length(int calls) {
        TestRun run = TestRun.run("r").start(1, 0, 0, "agent", "helper", "");
        List<String> messages = new ArrayList<>(List.of(text("system", "Be brief.")));
        for (int i = 0; i < calls; i++) {
            messages.add(text("user", "Question " + i + " of many"));
            run.start(i + 2, 1, i * 10 + 1, "llm", "chat", prompt(messages.toArray(String[]::new)));
            messages.add(text("assistant", "Answer " + i));
            run.end(i + 2, i * 10 + 9, answer(text("assistant", "Answer " + i)));
        }
        Trace trace = run.end(1, calls * 10 + 10, "").traces().get(0);
        return said(trace).stream()
                .flatMap(List::stream)
                .mapToInt(String::length)
                .sum();
    }

    /** A prompt whose beginning changes has its old messages at other places: these are few places, not many texts. */
    @Test
    void shouldFindMessagesBehindAChange() {
        Trace trace = TestRun.run("r")
                .start(1, 0, 0, "agent", "helper", "")
                .start(
                        2,
                        1,
                        10,
                        "llm",
                        "chat",
                        prompt(text("system", "It is ten."), text("user", "a"), text("user", "b")))
                .end(2, 20, "")
                .start(
                        3,
                        1,
                        30,
                        "llm",
                        "chat",
                        prompt(
                                text("system", "It is eleven."),
                                text("user", "a"),
                                text("user", "b"),
                                text("user", "c")))
                .end(3, 40, "")
                .end(1, 70, "")
                .traces()
                .get(0);

        assertThat(said(trace).get(2))
                .containsExactly(
                        "{\"prompt\":[{\"no\":1,\"r\":\"system\",\"n\":13,\"p\":[{\"k\":\"text\",\"t\":0}]},[1,0,2,2],"
                                + "{\"no\":4,\"r\":\"user\",\"n\":1,\"p\":[{\"k\":\"text\",\"t\":1}]}]}",
                        "It is eleven.",
                        "c");
    }

    @Test
    void shouldCutAHugeTextAndSayHowLongItWas() {
        Trace trace = TestRun.run("r")
                .start(1, 0, 0, "tool", "read", "\"gen_ai.tool.call.arguments\":\"" + "x".repeat(30_000) + "\"")
                .end(1, 1, "")
                .traces()
                .get(0);

        assertThat(said(trace).get(0))
                .containsExactly("{\"in\":[{\"name\":\"arguments\",\"t\":0,\"x\":30000}]}", "x".repeat(SaidRow.TEXT));
    }

    @Test
    void shouldSayNothingWhereNothingWasRecorded() {
        Trace trace = TestRun.run("r")
                .start(1, 0, 0, "agent", "helper", "")
                .start(2, 1, 10, "llm", "chat", "")
                .end(2, 20, "")
                .start(3, 1, 30, "tool", "weather", "")
                .end(3, 40, "")
                .end(1, 70, "")
                .traces()
                .get(0);

        assertThat(said(trace)).containsOnly(List.of());
    }

    /** A span that is not on the page is nowhere to lead to: what it said first is written where it is said again. */
    @Test
    void shouldWriteInFullWhatIsNotOnThePageElsewhere() {
        Trace trace = TestRun.run("r")
                .start(1, 0, 0, "agent", "helper", "")
                .start(2, 1, 10, "llm", "chat", prompt(text("user", "a")))
                .end(2, 20, "")
                .start(3, 1, 30, "llm", "chat", prompt(text("user", "a"), text("user", "b")))
                .end(3, 40, "")
                .end(1, 70, "")
                .traces()
                .get(0);

        assertThat(SaidRows.of(Transcript.of(trace), new int[] {0, -1, 1}).values())
                .contains(List.of(
                        "{\"prompt\":[{\"no\":1,\"r\":\"user\",\"n\":1,\"p\":[{\"k\":\"text\",\"t\":0}]},"
                                + "{\"no\":2,\"r\":\"user\",\"n\":1,\"p\":[{\"k\":\"text\",\"t\":1}]}]}",
                        "a",
                        "b"));
    }
}
