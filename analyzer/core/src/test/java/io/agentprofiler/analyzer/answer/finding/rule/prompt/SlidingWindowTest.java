// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.prompt;

import static io.agentprofiler.analyzer.answer.finding.RuleRun.found;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.answer.finding.Confidence;
import io.agentprofiler.analyzer.answer.finding.FindingRule;
import io.agentprofiler.analyzer.answer.finding.Impact;
import io.agentprofiler.analyzer.testing.TestRun;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Conversations whose history is bounded, one way or another. */
class SlidingWindowTest {
    private static final FindingRule RULE = new SlidingWindow();

    private final TestRun run = TestRun.run("r");

    /**
     * Adds turns, each a workflow of one call with 256 tokens of instructions and of each message.
     *
     * @param most how many messages fit
     * @param dropped how many of the oldest are dropped when there are more
     */
    private void conversation(int turns, int most, int dropped) {
        List<String> history = new ArrayList<>();
        for (int turn = 1; turn <= turns; turn++) {
            history.add("u" + turn);
            if (history.size() > most) {
                history.subList(0, dropped).clear();
            }
            turn(turn, history);
            history.add("a" + turn);
        }
    }

    private void turn(int turn, List<String> history) {
        double now = 1000.0 * turn;
        int count = history.size() + 1;
        StringBuilder ends = new StringBuilder();
        for (int i = 1; i <= count; i++) {
            ends.append(i > 1 ? "," : "").append(1024 * i);
        }
        String roles = "\"system\","
                + history.stream()
                        .map(message -> message.startsWith("u") ? "\"user\"" : "\"assistant\"")
                        .collect(Collectors.joining(","));
        String hashes = "syst"
                + history.stream()
                        .map(message -> (message + "____").substring(0, 4))
                        .collect(Collectors.joining());
        run.trace(turn)
                .start(1, 0, now, "agent", "A", "\"gen_ai.agent.name\":\"A\",\"gen_ai.conversation.id\":\"c\"")
                .start(
                        2,
                        1,
                        now,
                        "llm",
                        "l",
                        "\"gen_ai.provider.name\":\"openai\",\"gen_ai.request.model\":\"gpt-4o\","
                                + "\"agentprofiler.prompt.blocks\":{\"block_bytes\":256,\"bytes\":" + 1024 * count
                                + ",\"hash_chars\":4,\"hashes\":\"\",\"messages\":{\"left_out\":0,\"ends\":[" + ends
                                + "],\"roles\":[" + roles + "],\"parts\":["
                                + ends.toString().replaceAll("\\d+", "1") + "],\"hashes\":\"" + hashes + "\"}}")
                .end(
                        2,
                        now + 100,
                        "\"gen_ai.usage.input_tokens\":" + 256 * count
                                + ",\"gen_ai.usage.output_tokens\":20,\"gen_ai.usage.cache_read.input_tokens\":0")
                .end(1, now + 100);
    }

    @Test
    void shouldFindAWindowThatSlidesEachTurn() {
        conversation(10, 7, 2);

        assertThat(found(RULE, run)).singleElement().satisfies(finding -> {
            assertThat(finding.subject()).isEqualTo("agent A");
            assertThat(finding.text().title())
                    .isEqualTo(
                            "6 of 6 prompts of agent A lack the oldest messages of the prompt before, so about 1,536 tokens"
                                    + " of each, the same messages as before, are not read from the cache");
            assertThat(finding.confidence()).isEqualTo(Confidence.STRONG);
            assertThat(finding.impact()).isEqualTo(Impact.HIGH);
            assertThat(finding.seen().occurrences()).isEqualTo(6);
            assertThat(finding.seen().measured().value()).isEqualTo(1.0);
            // six prompts of 1,536 tokens at $1.25 a million less, the part of 3/7 if half is dropped each time
            assertThat(finding.saving().usd()).isEqualByComparingTo(new BigDecimal("0.00493714285714"));
            // .. and a quarter of 1,536 tokens is not sent: 320 fewer at $2.50, of 1,216 at $1.25 less
            assertThat(finding.saving().mostUsd()).isEqualByComparingTo(new BigDecimal("0.01392"));
            assertThat(finding.saving().mostNanos()).isZero();
        });
    }

    @Test
    void shouldFindNothingWhereManyMessagesAreDroppedAtATime() {
        conversation(30, 13, 10);
        assertThat(found(RULE, run)).isEmpty();
    }

    @Test
    void shouldFindNothingInAConversationThatGrows() {
        conversation(20, 100, 2);
        assertThat(found(RULE, run)).isEmpty();
    }

    @Test
    void shouldFindNothingInPromptsThatNoProviderCaches() {
        conversation(20, 3, 2);
        assertThat(found(RULE, run)).isEmpty();
    }
}
