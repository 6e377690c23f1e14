// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.content;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PromptHasherTest {
    private static final byte[] SALT = "salt".getBytes(StandardCharsets.US_ASCII);
    private static final int BLOCK = PromptHasher.BLOCK_BYTES;

    private final PromptHasher hasher = new PromptHasher(SALT);
    private final Random random = new Random(7);

    @Test
    void shouldGiveTheSameBlocksHoweverMuchOfAPromptItHasSeenBefore() throws GeneralSecurityException {
        for (int round = 0; round < 50; round++) {
            byte[] conversation = bytes(20 * BLOCK + 17);
            for (int length = 0; length <= conversation.length; length += 40) {
                assertBlocks(conversation, length);
            }
        }
    }

    @Test
    void shouldNotTakeABlockForOneBehindAnotherPrefix() throws GeneralSecurityException {
        byte[] one = bytes(3 * BLOCK);
        byte[] other = one.clone();
        other[0]++;

        assertBlocks(one, one.length);
        assertBlocks(other, other.length);
        assertBlocks(one, one.length);
    }

    @Test
    void shouldNotTakeABlockForOneThatDiffersInItsLastByte() throws GeneralSecurityException {
        byte[] one = bytes(3 * BLOCK);
        byte[] other = one.clone();
        other[3 * BLOCK - 1]++;

        assertBlocks(one, one.length);
        assertBlocks(other, other.length);
    }

    @Test
    void shouldGiveTheSameHashOfAStretchAgainAndAgain() {
        for (int round = 0; round < 3; round++) {
            Random lengths = new Random(11);
            Random content = new Random(13);
            for (int i = 0; i < 3000; i++) {
                byte[] text = new byte[lengths.nextInt(i % 50 == 0 ? 20_000 : 400)];
                content.nextBytes(text);
                assertThat(hasher.hashAgain(text, 0, text.length)).isEqualTo(hasher.hash(text, 0, text.length));
                assertThat(hasher.hashAgain(text, 0, text.length)).isEqualTo(hasher.hash(text, 0, text.length));
            }
        }
    }

    @Test
    void shouldHashAStretchByItsBytesAlone() {
        byte[] text = bytes(600);
        byte[] changed = text.clone();
        changed[300]++;

        String hash = hasher.hashAgain(text, 100, 400);

        assertThat(hasher.hashAgain(Arrays.copyOfRange(text, 100, 400), 0, 300)).isEqualTo(hash);
        assertThat(hasher.hashAgain(changed, 100, 400)).isNotEqualTo(hash);
        assertThat(hasher.hashAgain(text, 100, 399)).isNotEqualTo(hash);
    }

    private void assertBlocks(byte[] prompt, int length) throws GeneralSecurityException {
        assertThat(hasher.blocks(prompt, length))
                .containsEntry("bytes", (long) length)
                .containsEntry("hashes", chain(prompt, length));
    }

    /** The chain as the trace format defines it. */
    private static String chain(byte[] prompt, int length) throws GeneralSecurityException {
        StringBuilder hashes = new StringBuilder();
        byte[] before = SALT;
        for (int from = 0; from + BLOCK <= length; from += BLOCK) {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(before);
            digest.update(prompt, from, BLOCK);
            before = digest.digest();
            hashes.append(Base64.getUrlEncoder().encodeToString(before), 0, PromptHasher.HASH_CHARS);
        }
        return hashes.toString();
    }

    private byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }
}
