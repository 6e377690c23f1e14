// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class KeptBytesTest {
    private static final int FIRST = 1 << 18;
    private static final int LAST = 1 << 16;

    private final KeptBytes kept = new KeptBytes();

    @Test
    void shouldKeepWhatPassesInWhicheverForm() {
        ByteBuffer buffer = ByteBuffer.wrap("-cd-".getBytes(StandardCharsets.UTF_8), 1, 2);
        ByteBuffer outside =
                ByteBuffer.allocateDirect(2).put((byte) 'e').put((byte) 'f').flip();

        kept.add("ab".getBytes(StandardCharsets.UTF_8), 0, 2);
        kept.add(List.of(buffer, outside), 0, 0);
        kept.add((int) 'g', 0, 0);
        kept.add(-1, 0, 0);
        kept.add("-hi-".getBytes(StandardCharsets.UTF_8), 1, 3);
        kept.add("ab".getBytes(StandardCharsets.UTF_8), 1, 9);
        kept.add("no bytes", 0, 8);

        assertThat(new String(kept.bytes(), StandardCharsets.UTF_8)).isEqualTo("abcdefghib");
        assertThat(buffer.position()).isEqualTo(1);
        assertThat(buffer.remaining()).isEqualTo(2);
    }

    @Test
    void shouldKeepAllThatFits() {
        byte[] all = random(FIRST + LAST);

        addInPieces(all, 1000);

        assertThat(kept.bytes()).isEqualTo(all);
    }

    @Test
    void shouldKeepTheBeginningAndTheEndOfMore() {
        for (int piece : new int[] {1, 4096, 100_000, 2_000_000}) {
            byte[] all = random(1_234_567);
            KeptBytes arrays = new KeptBytes();
            KeptBytes buffers = new KeptBytes();
            for (int at = 0; at < all.length; at += piece) {
                int count = Math.min(piece, all.length - at);
                arrays.add(all, at, at + count);
                buffers.add(ByteBuffer.wrap(all, at, count), 0, 0);
            }

            byte[] expected = new byte[FIRST + 2 + LAST];
            System.arraycopy(all, 0, expected, 0, FIRST);
            Arrays.fill(expected, FIRST, FIRST + 2, (byte) '\n');
            System.arraycopy(all, all.length - LAST, expected, FIRST + 2, LAST);
            assertThat(arrays.bytes()).as("arrays of " + piece).isEqualTo(expected);
            assertThat(buffers.bytes()).as("buffers of " + piece).isEqualTo(expected);
        }
    }

    private void addInPieces(byte[] all, int piece) {
        for (int at = 0; at < all.length; at += piece) {
            kept.add(all, at, Math.min(all.length, at + piece));
        }
    }

    private static byte[] random(int count) {
        byte[] bytes = new byte[count];
        new Random(count).nextBytes(bytes);
        return bytes;
    }
}
