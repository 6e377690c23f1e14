// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class BodyMemoryTest {
    private static final int LONGEST = 100_000;

    private final BodyMemory memory = new BodyMemory(1000);

    @Test
    void shouldRefuseABodyBesideOthersThatTakeAllMemory() throws IOException {
        try (BodyMemory.Share first = memory.share();
                BodyMemory.Share second = memory.share()) {
            assertThat(read(first, 200, true)).hasSize(200);
            assertThat(read(second, 51, true)).isNull();
            assertThat(second.isTooLarge()).isFalse();
            assertThat(read(second, 50, true)).hasSize(50);
        }
        try (BodyMemory.Share next = memory.share()) {
            assertThat(read(next, 250, false)).hasSize(250);
        }
    }

    @Test
    void shouldTryOneAloneHoweverLarge() throws IOException {
        try (BodyMemory.Share alone = memory.share();
                BodyMemory.Share other = memory.share()) {
            assertThat(read(alone, 99_000, true)).hasSize(99_000);
            assertThat(read(other, 1, true)).isNull();
        }
        try (BodyMemory.Share alone = memory.share()) {
            assertThat(read(alone, 99_000, false)).hasSize(99_000);
        }
    }

    @Test
    void shouldStopReadingABodyThatIsTooLarge() throws IOException {
        try (BodyMemory.Share share = memory.share()) {
            assertThat(read(share, LONGEST + 1, false)).isNull();
            assertThat(share.isTooLarge()).isTrue();
        }
    }

    private static byte[] read(BodyMemory.Share share, int bytes, boolean said) throws IOException {
        return share.read(new ByteArrayInputStream(new byte[bytes]), said ? bytes : -1, LONGEST);
    }
}
