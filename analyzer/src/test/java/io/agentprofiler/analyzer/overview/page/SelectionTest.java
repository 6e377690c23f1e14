// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.overview.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.overview.page.Selection.Candidate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class SelectionTest {
    private static List<Candidate> candidates(Random random) {
        List<Candidate> candidates = new ArrayList<>();
        for (int i = random.nextInt(60); i > 0; i--) {
            candidates.add(new Candidate(i, random.nextInt(20), 1 + random.nextInt(12), 0));
        }
        return candidates;
    }

    /** The definition, word for word: the longest beginning that fits. */
    private static Set<Long> expected(List<Candidate> candidates, int maxSpans) {
        List<Candidate> sorted = new ArrayList<>(candidates);
        sorted.sort(Comparator.comparingLong(Candidate::weight).reversed().thenComparingLong(Candidate::position));
        Set<Long> chosen = new HashSet<>();
        long spans = 0;
        for (Candidate candidate : sorted) {
            spans += candidate.spans();
            if (spans > maxSpans) {
                break;
            }
            chosen.add(candidate.position());
        }
        return chosen;
    }

    @Property(tries = 500)
    void shouldChooseTheLongestBeginningInAnyOrder(@ForAll long seed) {
        Random random = new Random(seed);
        List<Candidate> candidates = candidates(random);
        int maxSpans = 1 + random.nextInt(120);
        Set<Long> expected = expected(candidates, maxSpans);
        Collections.shuffle(candidates, random);

        List<Selection> pieces = new ArrayList<>();
        pieces.add(new Selection(maxSpans));
        for (Candidate candidate : candidates) {
            if (random.nextInt(4) == 0) {
                pieces.add(new Selection(maxSpans));
            }
            pieces.get(pieces.size() - 1).offer(candidate);
        }
        while (pieces.size() > 1) {
            Selection more = pieces.remove(random.nextInt(pieces.size()));
            pieces.get(random.nextInt(pieces.size())).add(more);
        }

        assertThat(pieces.get(0).positions()).isEqualTo(expected);
    }

    @Test
    void shouldSayWhatCannotBeInAnyMore() {
        Selection selection = new Selection(10);

        assertThat(selection.offer(new Candidate(1, 5, 6, 0))).isTrue();
        assertThat(selection.offer(new Candidate(2, 3, 6, 0))).isFalse();
        assertThat(selection.offer(new Candidate(3, 2, 1, 0)))
                .as("behind what was given up")
                .isFalse();
        assertThat(selection.offer(new Candidate(4, 9, 3, 0))).isTrue();
        assertThat(selection.positions()).containsExactlyInAnyOrder(1L, 4L);
    }
}
