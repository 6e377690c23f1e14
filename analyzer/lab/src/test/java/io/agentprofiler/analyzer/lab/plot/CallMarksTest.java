// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.plot;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.lab.plot.CallMarks.Mark;
import io.agentprofiler.analyzer.lab.plot.CallPoints.CallPoint;
import io.agentprofiler.analyzer.read.event.TraceId;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class CallMarksTest {
    private static CallPoint point(int number, long prompt, long completion) {
        return new CallPoint(number, new TraceId(0, 1), number, number, "m", "", prompt, completion);
    }

    @Test
    void shouldGiveEachCallAMarkWhileThereIsRoom() {
        List<CallPoint> equal = List.of(point(1, 10, 5), point(2, 10, 5));

        CallMarks marks = CallMarks.of(List.of(equal, List.of(point(3, 0, 0))), 3);

        assertThat(marks)
                .isEqualTo(new CallMarks(
                        List.of(
                                List.of(new Mark(equal.get(0), 1), new Mark(equal.get(1), 1)),
                                List.of(new Mark(point(3, 0, 0), 1))),
                        1,
                        1));
    }

    @Test
    void shouldPutNeighboursOfASeriesTogetherWhereTheFirstOfThemIs() {
        List<CallPoint> one = List.of(point(1, 0, 0), point(2, 1023, 1), point(3, 1, 0));
        List<CallPoint> other = List.of(point(4, 0, 0));

        CallMarks marks = CallMarks.of(List.of(one, other), 3);

        assertThat(marks.series())
                .containsExactly(
                        List.of(new Mark(one.get(0), 2), new Mark(one.get(1), 1)), List.of(new Mark(other.get(0), 1)));
        assertThat(marks.prompt()).as("1,024 numbers of tokens in 512 cells").isEqualTo(2);
        assertThat(marks.completion()).isEqualTo(1);
    }

    @RepeatedTest(20)
    void shouldLoseNoCallAndKeepToItsRoom(RepetitionInfo repetition) {
        Random random = new Random(repetition.getCurrentRepetition());
        List<List<CallPoint>> series = new ArrayList<>();
        int calls = 0;
        for (int i = 0; i < 1 + random.nextInt(10); i++) {
            List<CallPoint> points = new ArrayList<>();
            int size = 1 + random.nextInt(500);
            for (int k = 0; k < size; k++) {
                points.add(point(calls++, random.nextInt(1 << random.nextInt(20)), random.nextInt(4000)));
            }
            series.add(points);
        }
        int most = series.size() + random.nextInt(300);

        CallMarks marks = CallMarks.of(series, most);

        assertThat(marks.series().stream().mapToInt(List::size).sum()).isLessThanOrEqualTo(most);
        for (int i = 0; i < series.size(); i++) {
            List<Mark> own = marks.series().get(i);
            assertThat(own.stream().mapToInt(Mark::calls).sum())
                    .isEqualTo(series.get(i).size());
            assertThat(series.get(i)).containsAll(own.stream().map(Mark::first).toList());
        }
    }
}
