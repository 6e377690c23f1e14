// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay.recording;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.lab.replay.WeatherRun;
import io.agentprofiler.analyzer.lab.replay.recording.RecordedCall.Attempt;
import io.agentprofiler.analyzer.lab.replay.recording.RecordedCall.Attempt.AttemptOutcome;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.Tokens;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecordingTest {
    private static final String UNKNOWN_PROMPT =
            "nothing is recorded of its messages: it is found by its model and the order alone";

    private static RecordedCall call(boolean texts, int workflow, int number) {
        return WeatherRun.workflows(texts).get(workflow - 1).calls().get(number - 1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldKnowWhatIsTheSameWithAndWithoutTexts(boolean texts) {
        RecordedCall first = call(texts, 1, 1);

        assertThat(first.request().model()).isEqualTo("gpt-4o");
        assertThat(first.ending().answer().tokens()).isEqualTo(new Tokens(100, 10, 32, Long.MIN_VALUE, Long.MIN_VALUE));
        assertThat(first.ending().answer().finish()).isEqualTo("tool_calls");
        assertThat(first.ending().answer().said().chars()).isZero();
        assertThat(first.ending().answer().calls())
                .containsExactly(new ToolCall(
                        "c1", "weather", texts ? WeatherRun.ARGUMENTS : null, WeatherRun.ARGUMENTS.length()));
        assertThat(first.ending().timing().nanos()).isEqualTo(30_000_000);
        assertThat(first.holes()).isEmpty();
        assertThat(call(texts, 1, 2).ending().answer().said().chars()).isEqualTo(WeatherRun.ANSWER.length());
        assertThat(call(texts, 1, 2).ending().answer().said().text()).isEqualTo(texts ? WeatherRun.ANSWER : null);
        assertThat(call(texts, 1, 2).request().prompt().messages())
                .extracting(PromptMessage::role)
                .containsExactly("system", "user", "assistant", "tool");
    }

    @Test
    void shouldKnowEveryRequestOfACall() {
        RecordedCall retried = call(false, 2, 1);

        assertThat(retried.ending().attempts())
                .containsExactly(
                        new Attempt(AttemptOutcome.REFUSED, 429, 9_000_000),
                        new Attempt(AttemptOutcome.ANSWERED, -1, 40_000_000));
        // from the request on that was answered
        assertThat(retried.ending().timing().chunks()).isEqualTo(3);
        assertThat(retried.ending().timing().at(0, 3)).isEqualTo(10_000_000);
        assertThat(retried.ending().timing().at(2, 3)).isEqualTo(30_000_000);
        assertThat(retried.ending().timing().at(1, 5)).isEqualTo(15_000_000);
        assertThat(retried.ending().timing().nanos()).isEqualTo(42_000_000);
    }

    @Test
    void shouldKnowHowACallFailed() {
        assertThat(call(true, 4, 1).ending().attempts())
                .containsExactly(new Attempt(AttemptOutcome.CUT, -1, 10_000_000));
        assertThat(failure("dev.example.RateLimitException").ending().attempts())
                .containsExactly(new Attempt(AttemptOutcome.REFUSED, 429, 10_000_000));
        RecordedCall unknown = failure("com.example.Odd");
        assertThat(unknown.ending().attempts()).containsExactly(new Attempt(AttemptOutcome.REFUSED, 500, 10_000_000));
        assertThat(unknown.holes())
                .containsExactly("it failed, and the status is not recorded: it is refused with 500");
    }

    private static RecordedCall failure(String type) {
        TestRun run = TestRun.run("failed")
                .start(1, 0, 0, "llm", "chat m")
                .end(1, 10, "error", ",\"error\":{\"type\":\"" + type + "\"}");
        return WeatherRun.workflows(run).get(0).calls().get(0);
    }

    @Test
    void shouldNotTakeAnIdForAText() {
        // role and part of a message, and a call with the id call_weather
        int chars =
                "role: assistant\nparts: type: tool_call\nid: call_weather\nname: weather\narguments: {}\n".length();
        TestRun run = TestRun.run("ids")
                .start(1, 0, 0, "agent", "a")
                .start(2, 1, 1, "llm", "chat m")
                .end(
                        2,
                        5,
                        "\"gen_ai.response.finish_reasons\":[\"tool_calls\"],\"agentprofiler.content.output.messages\":{\"chars\":"
                                + chars + ",\"hash\":\"aaaaaaaa\"}")
                .start(3, 1, 6, "tool", "weather", "\"gen_ai.tool.name\":\"weather\"")
                .end(3, 7, "\"agentprofiler.content.tool.call.arguments\":{\"chars\":2,\"hash\":\"aaaaaaaa\"}")
                .end(1, 9);

        RecordedAnswer answer =
                WeatherRun.workflows(run).get(0).calls().get(0).ending().answer();

        assertThat(answer.said().chars()).isZero();
        assertThat(answer.calls()).containsExactly(new ToolCall(null, "weather", null, 2));
    }

    @Test
    void shouldSayWhatIsNotKnown() {
        TestRun run = TestRun.run("holes")
                .start(1, 0, 0, "agent", "a")
                .start(2, 1, 1, "llm", "chat m")
                .end(2, 5)
                .start(3, 1, 6, "llm", "chat m")
                .end(
                        3,
                        7,
                        "\"gen_ai.response.finish_reasons\":[\"tool_calls\"],\"gen_ai.usage.output_tokens\":5,"
                                + "\"agentprofiler.content.output.messages\":{\"chars\":80,\"hash\":\"aaaaaaaa\"}")
                .start(4, 1, 8, "llm", "chat m");
        List<RecordedCall> calls = WeatherRun.workflows(run).get(0).calls();

        assertThat(calls.get(0).holes())
                .containsExactly(
                        "the length of its answer is not recorded: it is taken from its output tokens, if these are known",
                        "its tokens are not recorded: the answer names none",
                        UNKNOWN_PROMPT);
        assertThat(calls.get(1).holes())
                .containsExactly("it asked for tools, and no tool ran: which ones is not recorded", UNKNOWN_PROMPT);
        assertThat(calls.get(2).isAnswerable()).isFalse();
        assertThat(calls.get(2).holes()).singleElement().asString().startsWith("its end is not recorded");
    }

    @Test
    void shouldNotTakeATextForWholeThatWasCut() {
        String cut = "[{\"role\":\"user\",\"parts\":[{\"type\":\"text\",\"content\":\"long… [90 chars cut]\"}]}]";
        TestRun run = TestRun.run("cut")
                .start(1, 0, 0, "llm", "chat m", "\"gen_ai.input.messages\":" + cut)
                .end(1, 5);

        RecordedPrompt prompt =
                WeatherRun.workflows(run).get(0).calls().get(0).request().prompt();

        assertThat(prompt.texts()).isTrue();
        assertThat(prompt.messages())
                .singleElement()
                .satisfies(message -> assertThat(message.text()).isNull());
    }
}
