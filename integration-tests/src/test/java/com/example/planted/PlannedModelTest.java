// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.planted;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.planted.PlannedModel.Answer;
import com.example.planted.PlannedModel.Message;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class PlannedModelTest {
    private final PlannedModel model = new PlannedModel();

    @Test
    void shouldDoOneStepAfterTheOther() {
        String question = "user:Lamp? [[stock(item=lamp) price(item=lamp); say 3]]";

        Answer calls = answer(question);
        Answer text = answer(question, "assistant:", "tool:7", "tool:12");

        assertThat(calls.text()).isNull();
        assertThat(calls.calls()).extracting(Plan.Call::tool).containsExactly("stock", "price");
        assertThat(text.calls()).isEmpty();
        assertThat(text.text().split(" ")).hasSize(3);
        assertThat(text.used().output()).isEqualTo(3);
    }

    @Test
    void shouldTryAFailedStepAgainAndThenGoOn() {
        String question = "user:Pay [[pay(order=1); say 3]]";

        assertThat(answer(question, "assistant:", "tool:FAILED").calls()).hasSize(1);
        assertThat(answer(question, "assistant:", "tool:FAILED", "assistant:", "tool:paid")
                        .calls())
                .isEmpty();
        assertThat(answer(
                                question,
                                "assistant:",
                                "tool:FAILED",
                                "assistant:",
                                "tool:FAILED",
                                "assistant:",
                                "tool:FAILED")
                        .calls())
                .as("after the third failure")
                .isEmpty();
    }

    @Test
    void shouldAnswerTheSameQuestionAlikeAndAnotherOtherwise() {
        assertThat(answer("user:a [[say 9]]").text())
                .isEqualTo(answer("user:a [[say 9]]").text());
        assertThat(answer("user:b [[say 9]]").text())
                .isNotEqualTo(answer("user:a [[say 9]]").text());
    }

    @Test
    void shouldReadACachedPrefixInNoTime() {
        String rules = "system:" + "rule ".repeat(500);

        Answer first = answer(rules, "user:a [[say 1]]");
        Answer second = answer(rules, "user:b [[say 1]]");
        Answer anew = answer(rules, "user:b [[anew 1 say 1]]");

        assertThat(first.used().cached()).isZero();
        assertThat(second.used().cached()).isGreaterThan(500);
        assertThat(second.first()).isLessThan(first.first());
        assertThat(anew.used().cached()).isZero();
    }

    @Test
    void shouldWaitBeforeTheFirstTokenAndForEachOne() {
        Answer usual = answer("user:c [[queue 000 say 10]]");
        Answer queued = answer("user:c [[queue 300 say 10]]");
        Answer quick = answer("user:c [[slow 1 say 10]]");
        Answer slow = answer("user:c [[slow 5 say 10]]");

        assertThat(queued.first().minus(usual.first())).isEqualTo(Duration.ofMillis(300));
        assertThat(slow.whole().minus(quick.whole())).isEqualTo(Duration.ofMillis(4 * 2 * 10));
    }

    @Test
    void shouldRefuseARequestOnce() {
        assertThat(answer("user:d [[refuse 429 say 1]]").refusal()).isEqualTo(429);
        assertThat(answer("user:d [[refuse 429 say 1]]").refusal()).isZero();
    }

    /** Asks with messages of the form {@code role:text}. */
    private Answer answer(String... messages) {
        return model.answer(
                "gpt-4o-mini",
                "",
                Arrays.stream(messages)
                        .map(message -> message.split(":", 2))
                        .map(message -> new Message(message[0], message[1]))
                        .toList());
    }
}
