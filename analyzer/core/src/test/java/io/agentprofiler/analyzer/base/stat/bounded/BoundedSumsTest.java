// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.base.stat.bounded;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Sums of which some are kept. */
class BoundedSumsTest {
    private static final int LIMIT = 5;

    private static BoundedSums<Long> sums() {
        return new BoundedSums<>(LIMIT, Long::sum);
    }

    @Test
    void shouldKeepAllWhileThereIsRoom() {
        BoundedSums<Long> sums = sums();
        for (String key : List.of("a", "b", "c", "d", "e", "a")) {
            sums.add(key, 1L);
        }

        assertThat(sums.kept()).hasSize(LIMIT).containsEntry("a", 2L);
        assertThat(sums.others()).isNull();
        sums.add("f", 10L);
        assertThat(sums.kept()).hasSize(LIMIT);
        assertThat(sums.kept().values().stream().mapToLong(Long::longValue).sum() + sums.others())
                .isEqualTo(16);
    }

    @Property(tries = 100)
    void shouldKeepInASampleWhatIsKeptBesideASumOfTheOthers(@ForAll long seed) {
        Random random = new Random(seed);
        BoundedSums<Long> all = sums();
        BoundedSums<Long> sample = BoundedSums.sample(LIMIT, Long::sum);
        for (int i = random.nextInt(60); i > 0; i--) {
            String key = "key" + random.nextInt(25);
            all.add(key, 1L);
            // of what may not be kept nothing need be known
            if (sample.mayKeep(BoundedSums.hash(BoundedSums.hash(0, "key"), key.substring(3)))) {
                sample.add(key, 1L);
            }
        }

        assertThat(sample.kept()).isEqualTo(all.kept());
        assertThat(sample.hasOthers()).isEqualTo(all.others() != null);
        assertThat(sample.others()).isNull();
    }

    @Test
    void shouldKnowInASampleOfOthersThatAnotherPartGaveUp() {
        BoundedSums<Long> part = BoundedSums.sample(LIMIT, Long::sum);
        for (int i = 0; i < 3 * LIMIT; i++) {
            part.add("key" + i, 1L);
        }
        BoundedSums<Long> merged = BoundedSums.sample(LIMIT, Long::sum);
        merged.add(part);

        assertThat(merged.hasOthers()).isTrue();
        assertThat(merged.kept()).isEqualTo(part.kept());
    }

    @Property(tries = 200)
    void shouldKeepTheSameWholeSumsHoweverTheyAreGathered(@ForAll long seed) {
        Random random = new Random(seed);
        List<String> keys = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            keys.add("key" + random.nextInt(25));
        }
        BoundedSums<Long> one = sums();
        keys.forEach(key -> one.add(key, 1L));

        Collections.shuffle(keys, random);
        BoundedSums<Long> merged = sums();
        for (int from = 0; from < keys.size(); ) {
            int to = Math.min(keys.size(), from + 1 + random.nextInt(20));
            BoundedSums<Long> part = sums();
            keys.subList(from, to).forEach(key -> part.add(key, 1L));
            merged.add(part);
            from = to;
        }

        assertThat(merged.kept()).isEqualTo(one.kept());
        assertThat(merged.others()).isEqualTo(one.others());
        one.kept().forEach((key, count) -> assertThat(count).isEqualTo(Collections.frequency(keys, key)));
    }
}
