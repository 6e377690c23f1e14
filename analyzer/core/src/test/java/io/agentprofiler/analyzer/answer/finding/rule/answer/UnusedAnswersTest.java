// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.answer;

import static io.agentprofiler.analyzer.answer.finding.RuleRun.found;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.answer.finding.Confidence;
import io.agentprofiler.analyzer.answer.finding.Finding;
import io.agentprofiler.analyzer.answer.finding.FindingRule;
import io.agentprofiler.analyzer.answer.finding.Impact;
import io.agentprofiler.analyzer.testing.TestRun;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Drafts, and what becomes of them. */
class UnusedAnswersTest {
    private static final long MILLI = 1_000_000;
    private static final FindingRule RULE = new UnusedAnswers();

    private final TestRun run = TestRun.run("r");
    private int workflows;
    private double now;
    private int span;

    private UnusedAnswersTest workflow() {
        now = 100_000.0 * ++workflows;
        span = 1;
        run.trace(workflows).start(1, 0, now, "agent", "A", "\"gen_ai.agent.name\":\"A\"");
        return this;
    }

    /**
     * Adds a model call of 100 ms with an answer of 300 chars.
     *
     * @param answer its hash, and that of its text
     * @param full the answer's text, if that is recorded
     * @param prompt the last message's text, if that is recorded
     * @param texts hashes of the prompt's texts
     * @param messages hash and length of each message
     */
    private UnusedAnswersTest call(String answer, String full, String prompt, String texts, String... messages) {
        int length = 0;
        StringBuilder ends = new StringBuilder();
        for (String message : messages) {
            length += Integer.parseInt(message.substring(5));
            ends.append(ends.length() > 0 ? "," : "").append(length);
        }
        String hashes =
                Arrays.stream(messages).map(message -> message.substring(0, 4)).collect(Collectors.joining());
        run.start(
                        ++span,
                        1,
                        now,
                        "llm",
                        "l",
                        "\"gen_ai.provider.name\":\"openai\",\"gen_ai.request.model\":\"gpt-4o-mini\","
                                + (prompt == null ? "" : "\"gen_ai.input.messages\":\"" + prompt + "\",")
                                + "\"agentprofiler.content.input.messages\":{\"chars\":" + length + ",\"hash\":\""
                                + hashes
                                + "\",\"texts\":\"" + texts
                                + "\"},\"agentprofiler.prompt.blocks\":{\"block_bytes\":256,\"bytes\":" + length
                                + ",\"hash_chars\":4,\"hashes\":\"\",\"messages\":{\"left_out\":0,\"ends\":[" + ends
                                + "],\"roles\":["
                                + Arrays.stream(messages).map(any -> "\"user\"").collect(Collectors.joining(","))
                                + "],\"parts\":["
                                + Arrays.stream(messages).map(any -> "1").collect(Collectors.joining(","))
                                + "],\"hashes\":\"" + hashes + "\"}}")
                .end(
                        span,
                        now + 100,
                        (full == null ? "" : "\"gen_ai.output.messages\":\"" + full + "\",")
                                + "\"gen_ai.usage.input_tokens\":1000,\"gen_ai.usage.output_tokens\":20,"
                                + "\"agentprofiler.content.output.messages\":{\"chars\":300,\"hash\":\"" + answer
                                + "\",\"texts\":\"" + answer + answer + "\"}");
        now += 100;
        return this;
    }

    private UnusedAnswersTest drafts() {
        return call("aaaa", null, null, "", "ask1:40")
                .call("bbbb", null, null, "", "ask2:40")
                .call("cccc", null, null, "", "ask3:40");
    }

    private List<Finding> findings() {
        run.end(1, now);
        return found(RULE, run);
    }

    @Test
    void shouldFindDraftsThatAreNotInTheNextPrompt() {
        workflow().drafts().call("dddd", null, null, "aaaaaaaa", "ask1:40", "aaaa:300", "goon:30");

        assertThat(findings()).singleElement().satisfies(finding -> {
            assertThat(finding.text().title())
                    .isEqualTo("2 answers of agent A are in no later call, while another answer of the same step is");
            assertThat(finding.confidence()).isEqualTo(Confidence.STRONG);
            assertThat(finding.impact()).isEqualTo(Impact.HIGH);
            assertThat(finding.seen().evidence())
                    .extracting(evidence -> evidence.span())
                    .containsExactly(3L, 4L);
            assertThat(finding.saving().nanos()).isEqualTo(200 * MILLI);
            assertThat(finding.saving().isExact()).isTrue();
            assertThat(finding.saving().usd()).isEqualByComparingTo(new BigDecimal("0.000324"));
        });
    }

    @Test
    void shouldFindNothingWhereAJudgeReadsAllDrafts() {
        workflow().drafts().call("dddd", null, null, "aaaaaaaabbbbbbbbcccccccc", "judg:1000");
        assertThat(findings()).isEmpty();
    }

    @Test
    void shouldSayWhatHashesDoNotShow() {
        for (int i = 0; i < 5; i++) {
            // a new message of 1000 bytes may hold the drafts between other words
            workflow().drafts().call("dddd", null, null, "", "judg:1000");
            run.end(1, now);
        }
        assertThat(found(RULE, run)).singleElement().satisfies(finding -> {
            assertThat(finding.impact()).isEqualTo(Impact.LOW);
            assertThat(finding.text().title())
                    .isEqualTo("hashes do not show whether all 15 answers of agent A were used");
            assertThat(finding.text().advice())
                    .isEqualTo("with content=full this run could be checked for answers that nothing uses");
            assertThat(finding.saving().isClaimed()).isFalse();
        });
    }

    @Test
    void shouldTellByTextsWhichDraftWentOn() {
        String one = "the first draft praises a lamp of green glass with a long stem and a small round foot of brass";
        String other =
                "whoever reads at night will like this second light because it shines warmly on every single page";
        workflow()
                .call("aaaa", one, "write one", "", "ask1:40")
                .call("bbbb", other, "write two", "", "ask2:40")
                .call("dddd", "x", "shorten this: " + one, "", "judg:1000");
        assertThat(findings()).singleElement().satisfies(finding -> {
            assertThat(finding.seen().occurrences()).isEqualTo(1);
            assertThat(finding.seen().evidence())
                    .extracting(evidence -> evidence.span())
                    .containsExactly(3L);
        });
    }

    @Test
    void shouldFindNothingWhereTheLastAnswerIsTheResult() {
        workflow().call("aaaa", null, null, "", "ask1:40").call("bbbb", null, null, "aaaaaaaa", "ask1:40", "aaaa:300");
        assertThat(findings()).isEmpty();
    }
}
