// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.base.stat.bounded;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class BoundedListTest {
    @Property(tries = 300)
    void shouldKeepTheFirstAndCountTheOthersWhateverTheOrderOfMerging(
            @ForAll long seed, @ForAll @IntRange(max = 7) int most, @ForAll @IntRange(min = 1, max = 60) int count) {
        Random random = new Random(seed);
        List<BoundedList<Integer>> pieces = new ArrayList<>();
        IntStream.range(0, count).forEach(element -> {
            if (pieces.isEmpty() || random.nextInt(3) == 0) {
                pieces.add(new BoundedList<>(most, Comparator.naturalOrder()));
            }
            pieces.get(random.nextInt(pieces.size())).add(element);
        });
        Collections.shuffle(pieces, random);
        BoundedList<Integer> all = pieces.remove(0);
        pieces.forEach(all::add);

        assertThat(all.dropped()).isEqualTo(Math.max(0, count - most));
        assertThat(all.inOrder())
                .isEqualTo(IntStream.range(0, Math.min(most, count)).boxed().toList());
        assertThat(all.dropped()).isEqualTo(Math.max(0, count - most));
    }

    @Test
    void shouldKeepThoseAddedFirstAmongEqualOnes() {
        BoundedList<String> list = new BoundedList<>(2, Comparator.comparingInt(String::length));
        List.of("ccc", "a", "b", "d", "e").forEach(list::add);

        assertThat(list.inOrder()).containsExactly("a", "b");
    }
}
