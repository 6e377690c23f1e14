// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.time;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.answer.finding.Confidence;
import io.agentprofiler.analyzer.answer.finding.Evidence;
import io.agentprofiler.analyzer.answer.finding.Finding;
import io.agentprofiler.analyzer.answer.finding.Thresholds;
import io.agentprofiler.analyzer.testing.TestRun;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Calls side by side of which only hashes are known. */
class HashedSequentialCallsTest {
    private static final long MILLI = 1_000_000;

    private final TestRun run = TestRun.bare().start(1, 0, 0, "workflow", "w", "");

    private List<Finding> found(double end) {
        return SequentialCallsTest.found(run.end(1, end).trace(), Thresholds.STANDARD);
    }

    @Test
    void shouldTellAChainByTheHashesAlone() {
        hashed(2, 0, 1, "aaaa", 64);
        hashed(3, 100, 3, "aaaabbbb", 140);
        hashed(4, 200, 5, "aaaabbbbcccc", 200);

        assertThat(found(300)).isEmpty();
    }

    @Test
    void shouldClaimNothingOfCallsOfWhichHashesOnlySayThatTheyAreNoChain() {
        // what the prompts have in common is not all of the first
        hashed(2, 0, 1, "aaaabbbb", 150);
        hashed(3, 100, 1, "aaaacccc", 140);
        // all of the one before but what is not hashed of it, and no message more
        hashed(4, 200, 1, "aaaacccc", 150);

        assertThat(found(300)).isEmpty();
    }

    private void hashed(int id, double from, int messages, String hashes, int bytes) {
        run.start(
                        id,
                        1,
                        from,
                        "llm",
                        "l",
                        "\"gen_ai.request.model\":\"m\",\"agentprofiler.request.messages\":" + messages
                                + ",\"agentprofiler.prompt.blocks\":{\"block_bytes\":64,\"bytes\":" + bytes
                                + ",\"hash_chars\":4,\"hashes\":\"" + hashes + "\"}")
                .end(id, from + 100);
    }

    @Test
    void shouldClaimNothingOfAgentsThatReadEachOtherWhereOnlyHashesAreKnown() {
        for (int i = 0; i < 3; i++) {
            int agent = 10 * (i + 1);
            run.start(agent, 1, 100 * i, "agent", "A" + i, "\"gen_ai.agent.name\":\"A" + i + "\"");
            messagesHashed(agent + 1, agent, 100 * i, "q" + i, "a" + i, "");
            run.end(agent, 100 * i + 100);
        }

        assertThat(found(300)).isEmpty();
    }

    @Test
    void shouldClaimNothingOfHashedPromptsThatDiffer() {
        messagesHashed(2, 1, 0, "q1", "a111", "");
        messagesHashed(3, 1, 100, "q2", "a222", "");
        messagesHashed(4, 1, 200, "q3", "a333", "a111a222");

        assertThat(found(300)).isEmpty();
    }

    @Test
    void shouldFindByHashesTheSameInputWhoseAnswersAreJoinedLater() {
        messagesHashed(2, 1, 0, "q1", "a111", "");
        messagesHashed(3, 1, 100, "q1", "a222", "");
        messagesHashed(4, 1, 200, "q2", "a333", "s000a111a222");

        assertThat(found(300)).singleElement().satisfies(finding -> {
            assertThat(finding.confidence()).isEqualTo(Confidence.STRONG);
            assertThat(finding.seen().evidence()).extracting(Evidence::span).containsExactly(2L, 3L);
            assertThat(finding.saving().nanos()).isEqualTo(100 * MILLI);
        });
    }

    @Test
    void shouldClaimNothingOfTheSameHashedInputWhoseAnswersAreNotJoined() {
        messagesHashed(2, 1, 0, "q1", "a111", "");
        messagesHashed(3, 1, 100, "q1", "a222", "");
        messagesHashed(4, 1, 200, "q2", "a333", "a222");

        assertThat(found(300)).isEmpty();
    }

    /** A call of 100 of which hashes are known: of what it was asked, of its answer, and of each message of its prompt. */
    private void messagesHashed(int id, int parent, double from, String asked, String answer, String messages) {
        run.start(
                        id,
                        parent,
                        from,
                        "llm",
                        "l",
                        "\"gen_ai.request.model\":\"m\",\"agentprofiler.content.input.messages\":{\"chars\":9,\"hash\":\""
                                + asked + "\"},\"agentprofiler.prompt.blocks\":{\"block_bytes\":64,\"bytes\":40,"
                                + "\"hash_chars\":4,\"hashes\":\"\",\"messages\":{\"hashes\":\"" + messages + "\"}}")
                .end(
                        id,
                        from + 100,
                        "\"agentprofiler.content.output.messages\":{\"chars\":9,\"hash\":\"" + answer + "\"}");
    }
}
