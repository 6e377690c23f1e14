// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.prefix.prompt;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.testing.TestRun;
import org.junit.jupiter.api.Test;

class RecordedBlocksTest {
    private static RecordedBlocks blocks(String hashes, int bytes, int tokens) {
        return RecordedBlocks.of(TestRun.bare()
                .start(
                        1,
                        0,
                        0,
                        "llm",
                        "chat",
                        "\"agentprofiler.prompt.blocks\":{\"block_bytes\":64,\"bytes\":" + bytes
                                + ",\"hash_chars\":2,\"hashes\":\"" + hashes + "\"}")
                .end(1, 10, "\"gen_ai.usage.input_tokens\":" + tokens)
                .trace()
                .root());
    }

    @Test
    void shouldContinueWhatItBeginsWithAndExtends() {
        RecordedBlocks earlier = blocks("aabb", 128, 32);

        assertThat(blocks("aabbcc", 192, 48).continues(earlier)).isTrue();
        assertThat(blocks("aabb", 130, 33).continues(earlier)).isTrue();
        assertThat(blocks("aabb", 128, 32).continues(earlier)).isFalse();
        assertThat(blocks("aaxxcc", 192, 48).continues(earlier)).isFalse();
    }

    @Test
    void shouldShareTheTokensOutByBytes() {
        RecordedBlocks prompt = blocks("aabbcc", 200, 100);

        assertThat(prompt.length()).isEqualTo(3);
        assertThat(prompt.hash(1)).isEqualTo("bb");
        // 64, 128 and 192 of 200 bytes
        assertThat(prompt.tokensOf(0)).isEqualTo(32);
        assertThat(prompt.tokensOf(2)).isEqualTo(32);
        assertThat(prompt.newTokens(blocks("aaxx", 128, 64))).isEqualTo(68);
    }

    @Test
    void shouldChainHashes() {
        RecordedBlocks one = blocks("aabb", 128, 32);
        RecordedBlocks other = blocks("ccbb", 128, 32);

        assertThat(one.chain(1, one.chain(0, 0))).isNotEqualTo(other.chain(1, other.chain(0, 0)));
    }

    @Test
    void shouldReadNothingThatIsNotComplete() {
        assertThat(blocks("", 0, 0)).isNull();
    }
}
