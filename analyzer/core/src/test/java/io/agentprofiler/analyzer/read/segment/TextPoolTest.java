// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.read.segment;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TextPoolTest {
    private final TextPool pool = new TextPool();

    @Test
    void shouldReturnTheSameStringForTheSameText() {
        byte[] block = "\"gpt-4o\",\"a name of more than a word\",\"gpt-4o\",\"a name of more than a word\""
                .getBytes(StandardCharsets.US_ASCII);

        assertThat(pool.get(block, 1, block.length)).isEqualTo("gpt-4o").isSameAs(pool.get(block, 39, block.length));
        assertThat(pool.get(block, 10, block.length))
                .isEqualTo("a name of more than a word")
                .isSameAs(pool.get(block, 48, block.length));
    }

    @Test
    void shouldTakeWhatIsPlainAndEndsBeforeTheLimit() {
        Random random = new Random(1);
        for (int i = 0; i < 200_000; i++) {
            byte[] block = new byte[1 + random.nextInt(40)];
            for (int at = 0; at < block.length; at++) {
                block[at] = (byte) (random.nextInt(12) == 0 ? random.nextInt(256) : 'a' + random.nextInt(3));
            }
            if (random.nextInt(3) > 0) {
                block[random.nextInt(block.length)] = '"';
            }
            int start = random.nextInt(block.length);
            int limit = start + random.nextInt(block.length - start + 1);

            assertThat(pool.get(block, start, limit)).isEqualTo(plain(block, start, limit));
        }
    }

    private static String plain(byte[] block, int start, int limit) {
        for (int end = start; end < limit; end++) {
            if (block[end] == '"') {
                return new String(block, start, end - start, StandardCharsets.US_ASCII);
            }
            if (block[end] < ' ' || block[end] == '\\') {
                return null;
            }
        }
        return null;
    }
}
