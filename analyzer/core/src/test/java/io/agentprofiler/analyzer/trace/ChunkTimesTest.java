// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.read.event.ChunkStats;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class ChunkTimesTest {
    private static final long EPOCH = 1_750_000_000_000_000_000L;

    @Provide
    Arbitrary<List<Long>> times() {
        Arbitrary<Long> close = Arbitraries.longs().between(0, 300);
        Arbitrary<Long> spread = Arbitraries.longs().between(0, 60_000_000_000L);
        return Arbitraries.oneOf(close, spread)
                .map(t -> EPOCH + t)
                .list()
                .ofMinSize(1)
                .ofMaxSize(600);
    }

    private static ChunkTimes of(List<Long> times) {
        ChunkTimes chunks = new ChunkTimes();
        times.forEach(chunks::add);
        return chunks;
    }

    private static String text(ChunkTimes chunks) {
        return chunks.recorded() + " "
                + IntStream.range(0, chunks.marks())
                        .mapToObj(mark -> chunks.first(mark) + "-" + chunks.last(mark) + "x" + chunks.count(mark))
                        .collect(Collectors.joining(" "));
    }

    /** The smallest cells with which no more hold a chunk than are kept, worked out from all times at once. */
    private static String expected(List<Long> times) {
        List<Long> sorted = times.stream().sorted().toList();
        for (int shift = 0; ; shift++) {
            int bits = shift;
            var cells = sorted.stream()
                    .collect(Collectors.groupingBy(t -> t >> bits, java.util.TreeMap::new, Collectors.toList()));
            if (cells.size() <= ChunkTimes.MAX_MARKS) {
                return times.size() + " "
                        + cells.values().stream()
                                .map(cell -> cell.get(0) + "-" + cell.get(cell.size() - 1) + "x" + cell.size())
                                .collect(Collectors.joining(" "));
            }
        }
    }

    @Property(tries = 100)
    void shouldDependOnTheTimesAlone(@ForAll("times") List<Long> times, @ForAll long seed) {
        assertThat(text(of(times))).isEqualTo(expected(times));

        Random random = new Random(seed);
        Collections.shuffle(times, random);
        int cut = random.nextInt(times.size() + 1);
        ChunkTimes joined = of(times.subList(0, cut));
        if (cut == 0) {
            joined = of(times);
        } else if (cut < times.size()) {
            joined.add(of(times.subList(cut, times.size())));
        }
        assertThat(text(joined)).isEqualTo(expected(times));
    }

    @Property(tries = 100)
    void shouldFindTheLongestGapOfChunksInOrder(@ForAll("times") List<Long> times, @ForAll long seed) {
        long[] sorted = times.stream().mapToLong(Long::longValue).sorted().toArray();
        int cut = 1 + new Random(seed).nextInt(sorted.length);
        ChunkTimes chunks = of(Arrays.stream(sorted, 0, cut).boxed().toList());
        if (cut < sorted.length) {
            chunks.add(of(Arrays.stream(sorted, cut, sorted.length).boxed().toList()));
        }
        long longest = Unknown.LONG;
        for (int i = 1; i < sorted.length; i++) {
            longest = Math.max(longest, sorted[i] - sorted[i - 1]);
        }

        assertThat(chunks.stats())
                .isEqualTo(new ChunkStats(sorted.length, sorted[0], sorted[sorted.length - 1], longest));
        if (longest != Unknown.LONG) {
            long at = chunks.gapAt(longest);
            int place = Arrays.binarySearch(sorted, at + longest);
            // chunks of one moment are a gap of nothing
            assertThat(place).as("a chunk ends the gap").isGreaterThanOrEqualTo(longest > 0 ? 1 : 0);
            assertThat(Arrays.stream(sorted).noneMatch(t -> t > at && t < sorted[place]))
                    .as("none is in it")
                    .isTrue();
        }
    }

    @Property(tries = 100)
    void shouldNeverClaimAGapThatIsNone(@ForAll("times") List<Long> times) {
        ChunkTimes chunks = of(times);
        long[] sorted = times.stream().mapToLong(Long::longValue).sorted().toArray();
        long longest = chunks.longestGapNanos();
        for (int i = 1; i < sorted.length && longest != Unknown.LONG; i++) {
            assertThat(sorted[i] - sorted[i - 1]).isLessThanOrEqualTo(longest);
        }
        if (chunks.isExact() && times.size() > 1 && sorted[0] < sorted[sorted.length - 1]) {
            assertThat(longest).isPositive();
        }
    }

    @Test
    void shouldFindTheGapThatAnEndSpeaksOfAmongHoles() {
        ChunkTimes chunks = of(List.of(EPOCH, EPOCH + 10, EPOCH + 40, EPOCH + 140));

        assertThat(chunks.gapAt(30)).isEqualTo(EPOCH + 10);
        assertThat(chunks.gapAt(60)).as("both its chunks are missing").isEqualTo(Unknown.LONG);
    }
}
