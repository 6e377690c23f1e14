// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.requests;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.formats.requests.RequestReader.BlockSize;
import java.util.Collections;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BlockSizeTest {
    private static Request request(long input, int blocks) {
        return new Request(
                0,
                Unknown.LONG,
                new Request.RequestSizes(input, 1, Collections.nCopies(blocks, 1L), Unknown.LONG),
                null,
                null,
                null,
                false);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 16, 64, 128, 256, 512, 1024})
    void shouldFindTheSizeOfAllBlocksOrOfFullOnes(int tokens) {
        Random random = new Random(tokens);
        BlockSize all = new BlockSize();
        BlockSize full = new BlockSize();
        for (int i = 0; i < 200; i++) {
            int input = 1 + random.nextInt(100_000);
            all.add(request(input, (input + tokens - 1) / tokens));
            full.add(request(input, input / tokens));
        }

        assertThat(all.isCertain()).isTrue();
        assertThat(all.tokens()).isEqualTo(tokens);
        assertThat(full.isCertain()).isTrue();
        assertThat(full.tokens()).isEqualTo(tokens);
    }

    @Test
    void shouldTakeTheMeanWhereNoneFits() {
        BlockSize size = new BlockSize();
        size.add(request(1000, 2));
        size.add(request(1000, 6));

        assertThat(size.isCertain()).isFalse();
        assertThat(size.tokens()).isEqualTo(256);
    }
}
