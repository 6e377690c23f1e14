// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.whatif.goal;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
import io.agentprofiler.analyzer.answer.whatif.goal.Goal.Statistic;
import io.agentprofiler.analyzer.answer.whatif.goal.step.Draft;
import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.testing.RandomTraces;
import io.agentprofiler.analyzer.trace.Trace;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What holds for any recording. */
class PlanPropertiesTest {
    private static final int SEEDS = 200;

    private static List<Trace> random(long seed) {
        return List.of(RandomTraces.one(new Random(seed)));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void shouldLeaveTheRecordingAsItIsWithoutAChange(long first) {
        for (long seed = first * SEEDS; seed < (first + 1) * SEEDS; seed++) {
            for (Trace trace : random(seed)) {
                double nanos = new Draft(trace, PriceList.bundled()).figures(-1).nanos();
                if (!Double.isNaN(nanos)) {
                    assertThat(nanos).as("seed %d", seed).isEqualTo(trace.durationNanos());
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 5, 12})
    void shouldNeverGetSlowerByRunningLess(int workflows) {
        Simulator simulator =
                TargetRuns.simulator(TargetRuns.withMini(workflows).traces());
        int harmless = TargetRuns.set(simulator, "in parallel", "from a cache", "stream", "beginning");
        for (int set = 0; set < 1 << simulator.steps().size(); set++) {
            for (int bit = 1; bit <= harmless; bit <<= 1) {
                if ((harmless & bit) != 0 && (set & ~harmless) == 0) {
                    for (GoalFigure figure : GoalFigure.values()) {
                        assertThat(simulator.value(figure, Statistic.MEAN, set | bit))
                                .as("%s with %s and %s", figure, simulator.steps(set), simulator.steps(bit))
                                .isLessThanOrEqualTo(simulator.value(figure, Statistic.MEAN, set) + 1e-9);
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"max<700ms", "p50<120ms,cost<0.003", "mean<1ms", "cost.max<0.004,max<450ms"})
    void shouldFindASmallestSet(String target) throws CommandException {
        Simulator simulator = TargetRuns.simulator(TargetRuns.withMini(8).traces());
        List<Goal> goals = GoalParser.parse(target);
        PlanSearch.SearchResult found = PlanSearch.search(simulator, goals, Double.POSITIVE_INFINITY);
        int least = Integer.MAX_VALUE;
        for (int set = 0; set < 1 << simulator.steps().size(); set++) {
            int tried = set;
            if (simulator.isPossible(set)
                    && goals.stream().allMatch(goal -> goal.isReached(simulator.value(goal, tried)))) {
                least = Math.min(least, Integer.bitCount(set));
            }
        }

        assertThat(found.exhaustive()).isTrue();
        assertThat(found.reached()).isEqualTo(least < Integer.MAX_VALUE);
        if (found.reached()) {
            assertThat(Integer.bitCount(found.set())).isEqualTo(least);
        }
    }
}
