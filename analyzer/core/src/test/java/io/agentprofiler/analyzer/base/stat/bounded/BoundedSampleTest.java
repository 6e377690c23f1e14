// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.base.stat.bounded;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class BoundedSampleTest {
    private static final int MOST_WEIGHT = 30;
    private static final int MOST_ELEMENTS = 6;

    private static BoundedSample<Integer, Integer> sample() {
        return new BoundedSample<>(MOST_WEIGHT, MOST_ELEMENTS);
    }

    /** The elements of the smallest keys, as many as fit, at least one. */
    private static List<Integer> expected(TreeMap<Integer, Integer> weights) {
        List<Integer> kept = new ArrayList<>();
        int weight = 0;
        for (var entry : weights.entrySet()) {
            weight += entry.getValue();
            if (!kept.isEmpty() && (weight > MOST_WEIGHT || kept.size() == MOST_ELEMENTS)) {
                break;
            }
            kept.add(entry.getKey());
        }
        return kept;
    }

    @Property(tries = 500)
    void shouldKeepTheSmallestKeysWhateverTheOrder(@ForAll long seed) {
        Random random = new Random(seed);
        TreeMap<Integer, Integer> weights = new TreeMap<>();
        List<BoundedSample<Integer, Integer>> pieces = new ArrayList<>(List.of(sample()));
        int elements = 1 + random.nextInt(20);
        while (weights.size() < elements) {
            int key = random.nextInt(1000);
            if (!weights.containsKey(key)) {
                int weight = random.nextInt(12) == 0 ? 50 : 1 + random.nextInt(10);
                weights.put(key, weight);
                BoundedSample<Integer, Integer> one = sample();
                one.add(key, key, weight);
                pieces.add(one);
            }
        }
        Collections.shuffle(pieces, random);
        while (pieces.size() > 1) {
            BoundedSample<Integer, Integer> more = pieces.remove(random.nextInt(pieces.size()));
            pieces.get(random.nextInt(pieces.size())).add(more);
        }

        BoundedSample<Integer, Integer> merged = pieces.get(0);
        assertThat(merged.elements()).containsExactlyElementsOf(expected(weights));
        assertThat(merged.isWhole()).isEqualTo(expected(weights).size() == weights.size());
    }

    @Test
    void shouldSayWhatCannotBeInAnyMore() {
        BoundedSample<Integer, Integer> sample = sample();

        assertThat(sample.add(5, 5, 20)).isTrue();
        assertThat(sample.add(7, 7, 20)).isFalse();
        assertThat(sample.add(8, 8, 1)).as("behind what was given up").isFalse();
        assertThat(sample.add(1, 1, 10)).isTrue();
        assertThat(sample.elements()).containsExactly(1, 5);
        assertThat(sample.isWhole()).isFalse();
    }

    @Test
    void shouldTakeAnElementOnce() {
        BoundedSample<Integer, Integer> sample = sample();
        assertThat(sample.add(7, 7, 20)).isTrue();
        assertThat(sample.add(7, 7, 20)).isTrue();

        assertThat(sample.elements()).containsExactly(7);
        assertThat(sample.isWhole()).isTrue();
    }
}
