// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.segment.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LineBufferTest {
    private final LineBuffer buffer = new LineBuffer(1);

    @Test
    void writesNumbersAroundEachPowerOfTen() {
        for (long power = 1; power > 0 && power <= Long.MAX_VALUE / 10; power *= 10) {
            for (long number = power - 2; number <= power + 2; number++) {
                isWrittenAsJavaDoes(number);
                isWrittenAsJavaDoes(-number);
            }
        }
        for (long number : new long[] {Long.MIN_VALUE, Long.MIN_VALUE + 1, Long.MAX_VALUE - 1, Long.MAX_VALUE}) {
            isWrittenAsJavaDoes(number);
        }
    }

    @Test
    void writesNumbersOfAnyLength() {
        Random random = new Random(7);
        for (int i = 0; i < 20_000; i++) {
            isWrittenAsJavaDoes(random.nextLong() >> random.nextInt(Long.SIZE));
        }
    }

    @Test
    void writesIdsWithTheirZeros() {
        Random random = new Random(7);
        for (int i = 0; i < 1000; i++) {
            long id = random.nextLong() >>> random.nextInt(Long.SIZE);
            buffer.id(id);
            assertThat(written()).isEqualTo(HexFormat.of().toHexDigits(id));
        }
    }

    private void isWrittenAsJavaDoes(long number) {
        buffer.number(number);
        assertThat(written()).isEqualTo(Long.toString(number));
    }

    private String written() {
        String written = new String(buffer.bytes(), 0, buffer.size(), StandardCharsets.US_ASCII);
        buffer.clear();
        return written;
    }
}
