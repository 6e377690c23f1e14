// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.Span;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class ChunkMarksTest {
    private static final long MILLI = 1_000_000;

    /** A call from 5 ms on whose chunks come after these pauses, in milliseconds. */
    private static Span streamed(List<Integer> pauses, String stats) {
        TestRun run = TestRun.run("r").start(1, 0, 5, "llm", "chat");
        double t = 5;
        for (int i = 0; i < pauses.size(); i++) {
            t += pauses.get(i);
            run.chunk(1, t, i);
        }
        return run.end(1, t + 1, "ok", stats).trace().spans().get(0);
    }

    @Test
    void shouldTellWhenEachChunkCame() {
        assertThat(ChunkMarks.of(streamed(List.of(10, 2, 30, 4), "")))
                .containsExactly(4, 12 * MILLI, 1, 10 * MILLI, 2 * MILLI, 30 * MILLI, 4 * MILLI);
    }

    @Test
    void shouldNotTakeAHoleInTheRecordsForAGapOfTheStream() {
        String end = ",\"chunks\":{\"count\":9,\"first_t\":1,\"last_t\":2,\"max_gap_ns\":";

        assertThat(ChunkMarks.of(streamed(List.of(10, 2, 30, 4), end + "4000000}")))
                .as("the longest gap the agent saw")
                .startsWith(4, 42 * MILLI);
        assertThat(ChunkMarks.of(streamed(List.of(10, 2, 30, 4), end + "7000000}")))
                .as("its chunks are not recorded")
                .startsWith(4, Unknown.LONG);
    }

    @Test
    void shouldHaveNothingToTellWithoutRecords() {
        assertThat(ChunkMarks.of(streamed(List.of(), ""))).isNull();
        assertThat(ChunkMarks.count(null)).isZero();
        assertThat(ChunkMarks.atMost(5, null)).isNull();
    }

    @Property(tries = 100)
    void shouldPutNeighboursTogether(
            @ForAll @Size(min = 1, max = 300) List<@IntRange(max = 2000) Integer> pauses,
            @ForAll @IntRange(min = 2, max = 130) int most) {
        long[] all = ChunkMarks.of(streamed(pauses, ""));
        long[] fewer = ChunkMarks.atMost(most, all);

        assertThat(ChunkMarks.count(fewer)).isBetween(1, most);
        assertThat(new long[] {fewer[0], fewer[1]}).containsExactly(all[0], all[1]);
        long chunks = 0;
        long end = 0;
        for (int at = 3; at < fewer.length; at += (int) fewer[2]) {
            chunks += fewer[2] == 1 ? 1 : fewer[at + 2];
            end += fewer[at] + (fewer[2] == 1 ? 0 : fewer[at + 1]);
        }
        assertThat(chunks).isEqualTo(pauses.size());
        assertThat(end)
                .as("the last chunk stays where it was")
                .isEqualTo(pauses.stream().mapToLong(Integer::longValue).sum() * MILLI);
        assertThat(ChunkMarks.count(ChunkMarks.atMost(1, all))).isEqualTo(ChunkMarks.count(all) == 1 ? 1 : 0);
    }
}
