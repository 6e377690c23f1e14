// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.metric.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.trace.metric.sequence.SequencePatterns.FoundPatterns;
import io.agentprofiler.analyzer.trace.metric.sequence.SequencePatterns.Limits;
import io.agentprofiler.analyzer.trace.metric.sequence.SequencePatterns.Pattern;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class SequencePatternsTest {
    private static final Limits ANY_GAP = new Limits(2, -1, 0, 1000, 1);

    /** Every call takes 1 and uses 10 tokens. */
    private static CallSequences of(String... workflows) {
        CallSequences sequences = new CallSequences();
        for (int i = 0; i < workflows.length; i++) {
            add(sequences, List.of(workflows[i].split("")), i);
        }
        return sequences;
    }

    private static void add(CallSequences sequences, List<String> calls, int number) {
        double[] time = new double[calls.size()];
        long[] tokens = new long[calls.size()];
        Arrays.fill(time, 1);
        Arrays.fill(tokens, 10);
        sequences.add(calls, time, tokens, number);
    }

    private static Map<String, Long> found(CallSequences sequences, Limits limits) {
        FoundPatterns result = SequencePatterns.find(sequences, limits);
        assertThat(result.complete()).isTrue();
        return result.patterns().stream()
                .collect(Collectors.toMap(pattern -> String.join("", pattern.calls()), Pattern::workflows));
    }

    @Test
    void shouldFindClosedPatternsWithTheirCost() {
        List<Pattern> patterns =
                SequencePatterns.find(of("abcab", "abxc", "q"), ANY_GAP).patterns();

        assertThat(patterns).hasSize(1);
        Pattern pattern = patterns.get(0);
        assertThat(pattern.calls()).containsExactly("a", "b", "c");
        assertThat(pattern.workflows()).isEqualTo(2);
        assertThat(pattern.coverage()).isEqualTo(2 / 3.0);
        assertThat(pattern.occurrences()).isEqualTo(2);
        assertThat(pattern.meanTime()).isEqualTo(3);
        assertThat(pattern.totalTime()).isEqualTo(6);
        assertThat(pattern.totalTokens()).isEqualTo(60);
        assertThat(pattern.examples()).containsExactly(0, 1);
    }

    @Test
    void shouldKeepToTheGap() {
        CallSequences sequences = of("abc", "axbc");

        assertThat(found(sequences, new Limits(2, 0, 0, 100, 1))).isEqualTo(Map.of("bc", 2L, "a", 2L));
        assertThat(found(sequences, new Limits(2, 1, 0, 100, 1))).isEqualTo(Map.of("abc", 2L));
        assertThat(found(of("abc", "axxxbc"), new Limits(2, 1, 0, 100, 1))).isEqualTo(Map.of("bc", 2L, "a", 2L));
    }

    @Test
    void shouldKeepToCoverageLengthAndNumber() {
        CallSequences sequences = of("ab", "ab", "ac", "ac", "ac");

        assertThat(found(sequences, ANY_GAP)).isEqualTo(Map.of("a", 5L, "ab", 2L, "ac", 3L));
        assertThat(found(sequences, new Limits(2, -1, 0.5, 100, 1))).isEqualTo(Map.of("a", 5L, "ac", 3L));
        assertThat(found(sequences, ANY_GAP.atLeast(2))).isEqualTo(Map.of("ab", 2L, "ac", 3L));
        assertThat(found(sequences, new Limits(2, -1, 0, 1, 2))).isEqualTo(Map.of("ac", 3L));
        assertThat(found(sequences, new Limits(4, -1, 0, 100, 1))).isEqualTo(Map.of("a", 5L));
    }

    @Test
    void shouldNotBlowUpOnLongEqualWorkflows() {
        List<String> calls = IntStream.range(0, 60).mapToObj(i -> "call" + i).toList();
        CallSequences sequences = new CallSequences();
        add(sequences, calls, 0);
        List<String> other = new ArrayList<>(calls);
        other.add("more");
        add(sequences, other, 1);

        FoundPatterns result = SequencePatterns.find(sequences, ANY_GAP);

        assertThat(result.complete()).isTrue();
        assertThat(result.patterns()).singleElement().satisfies(pattern -> {
            assertThat(pattern.calls()).isEqualTo(calls);
            assertThat(pattern.workflows()).isEqualTo(2);
        });
    }

    @Test
    void shouldStopAtTheLimitOfWorkAndSaySo() {
        Random random = new Random(1);
        CallSequences sequences = new CallSequences();
        for (int workflow = 0; workflow < 40; workflow++) {
            add(
                    sequences,
                    IntStream.range(0, 300)
                            .mapToObj(i -> "c" + random.nextInt(12))
                            .toList(),
                    workflow);
        }

        assertThat(SequencePatterns.find(sequences, new Limits(2, -1, 0, 100_000, 1))
                        .complete())
                .isFalse();
    }

    /** All sub-sequences of all workflows, counted; closed ones are those that no longer one matches. */
    private static Map<String, Long> bruteForce(List<String> workflows, int minSupport, boolean gaps) {
        Map<String, Long> support = new HashMap<>();
        for (String workflow : workflows) {
            Set<String> own = new HashSet<>();
            for (int mask = 1; mask < 1 << workflow.length(); mask++) {
                boolean contiguous = (mask / Integer.lowestOneBit(mask) + 1 & mask / Integer.lowestOneBit(mask)) == 0;
                if (gaps || contiguous) {
                    int chosen = mask;
                    own.add(IntStream.range(0, workflow.length())
                            .filter(i -> (chosen >> i & 1) == 1)
                            .mapToObj(i -> workflow.substring(i, i + 1))
                            .collect(Collectors.joining()));
                }
            }
            own.forEach(pattern -> support.merge(pattern, 1L, Long::sum));
        }
        support.values().removeIf(count -> count < minSupport);
        Map<String, Long> closed = new HashMap<>(support);
        closed.keySet()
                .removeIf(pattern -> support.entrySet().stream()
                        .anyMatch(other -> other.getKey().length() > pattern.length()
                                && other.getValue().equals(support.get(pattern))
                                && (gaps
                                        ? isPart(pattern, other.getKey())
                                        : other.getKey().contains(pattern))));
        return closed;
    }

    private static boolean isPart(String pattern, String of) {
        int matched = 0;
        for (char c : of.toCharArray()) {
            matched += matched < pattern.length() && pattern.charAt(matched) == c ? 1 : 0;
        }
        return matched == pattern.length();
    }

    @Property(tries = 200)
    void shouldFindWhatTryingAllFinds(@ForAll long seed) {
        Random random = new Random(seed);
        List<String> workflows = new ArrayList<>();
        for (int i = 0; i < 2 + random.nextInt(5); i++) {
            workflows.add(IntStream.range(0, 1 + random.nextInt(9))
                    .mapToObj(any -> "abcd".substring(random.nextInt(4)).substring(0, 1))
                    .collect(Collectors.joining()));
        }
        CallSequences sequences = of(workflows.toArray(String[]::new));

        assertThat(found(sequences, new Limits(2, -1, 0, 100_000, 1))).isEqualTo(bruteForce(workflows, 2, true));
        assertThat(found(sequences, new Limits(2, 0, 0, 100_000, 1))).isEqualTo(bruteForce(workflows, 2, false));
    }

    @Property(tries = 5)
    void shouldKeepTheSameSequencesInWhateverOrderTheyCome(@ForAll long seed) {
        Random random = new Random(seed);
        List<CallSequences> parts = new ArrayList<>();
        CallSequences all = new CallSequences();
        for (int part = 0; part < 4; part++) {
            CallSequences one = new CallSequences();
            for (int i = 0; i < 60; i++) {
                List<String> calls = IntStream.range(0, 4_000)
                        .mapToObj(any -> "c" + random.nextInt(5))
                        .map(String::intern)
                        .toList();
                add(one, calls, -1);
                add(all, calls, -1);
            }
            parts.add(one);
        }
        CallSequences joined = new CallSequences();
        Collections.shuffle(parts, random);
        parts.forEach(joined::add);

        assertThat(joined.workflows()).isEqualTo(240);
        assertThat(joined.keptWorkflows()).isEqualTo(all.keptWorkflows()).isLessThan(240);
        assertThat(joined.sequences().stream().map(one -> List.of(one.calls())).toList())
                .isEqualTo(all.sequences().stream()
                        .map(one -> List.of(one.calls()))
                        .toList());
    }
}
