// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.repeat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** How similar two sets of words are, whole and sketched. */
class ArgumentWordsTest {
    @Test
    void shouldEstimateSimilarityFromTheSmallestHashes() {
        // of 40 words the 32 smallest are known: 0 to 31, and 0 to 47 without the odd ones below 32
        ArgumentWords one = hashes(IntStream.range(0, 32));
        ArgumentWords other = hashes(IntStream.range(0, 48).filter(i -> i >= 32 || i % 2 == 0));

        assertThat(one.similarity(other)).isEqualTo(16 / 32.0);
        assertThat(other.similarity(one)).isEqualTo(16 / 32.0);
        assertThat(one.similarity(one)).isEqualTo(1);
        assertThat(hashes(IntStream.range(0, 3)).similarity(hashes(IntStream.range(1, 4))))
                .isCloseTo(0.5, within(1e-12));
        // no words are no evidence: what else was in both, such as *** for a redacted text, may differ
        assertThat(hashes(IntStream.empty()).similarity(hashes(IntStream.empty())))
                .isZero();
        // hashes say nothing of words
        assertThat(one.similarity(new ArgumentWords(one.words(), false))).isZero();
    }

    private static ArgumentWords hashes(IntStream numbers) {
        TreeSet<String> hashes = new TreeSet<>();
        numbers.forEach(number -> hashes.add(String.format("%04x", number)));
        return new ArgumentWords(hashes, true);
    }
}
