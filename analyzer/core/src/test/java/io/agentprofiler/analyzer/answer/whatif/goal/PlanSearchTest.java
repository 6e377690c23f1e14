// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.whatif.goal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.agentprofiler.analyzer.answer.whatif.goal.Goal.Statistic;
import io.agentprofiler.analyzer.answer.whatif.goal.step.PlanStep;
import io.agentprofiler.analyzer.command.CommandException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The search on workflows whose figures are worked out by hand. */
class PlanSearchTest {
    private static final double ANY = Double.POSITIVE_INFINITY;

    private final Simulator simulator =
            TargetRuns.simulator(TargetRuns.withMini(10).traces());

    private PlanSearch.SearchResult search(String target, double maxCost) throws CommandException {
        return PlanSearch.search(simulator, GoalParser.parse(target), maxCost);
    }

    private List<String> titles(int set) {
        return simulator.steps(set).stream().map(PlanStep::title).toList();
    }

    private double millis(Statistic statistic, int set) {
        return simulator.value(GoalFigure.DURATION, statistic, set) / TargetRuns.MILLI;
    }

    @Test
    void shouldNeedNothingForWhatIsReached() throws CommandException {
        PlanSearch.SearchResult found = search("max<=1s", ANY);

        assertThat(found.set()).isZero();
        assertThat(found.reached()).isTrue();
        assertThat(found.tried()).isEqualTo(1);
    }

    @Test
    void shouldTakeTheOneChangeOfLeastRisk() throws CommandException {
        // parallel tools give 800 ms, another model 600
        PlanSearch.SearchResult found = search("max<=800ms", ANY);

        assertThat(found.reached()).isTrue();
        assertThat(found.exhaustive()).isTrue();
        assertThat(titles(found.set())).containsExactly("run the tools of one response in parallel, at most 5");
        assertThat(titles(search("max<=799ms", ANY).set())).containsExactly("use gpt-4o-mini instead of gpt-4o");
    }

    @Test
    void shouldTakeTwoChangesWhereOneIsNotEnough() throws CommandException {
        PlanSearch.SearchResult found = search("max<=400ms,cost.max<0.001", ANY);

        assertThat(found.reached()).isTrue();
        assertThat(titles(found.set()))
                .containsExactly(
                        "run the tools of one response in parallel, at most 5", "use gpt-4o-mini instead of gpt-4o");
    }

    @Test
    void shouldSayWhatCannotBeReachedAndTheBestThatCan() throws CommandException {
        PlanSearch.SearchResult found = search("max<300ms,cost.max<0.001", ANY);

        assertThat(found.reached()).isFalse();
        assertThat(found.exhaustive()).isTrue();
        assertThat(found.best().get(0)).isEqualTo(400 * TargetRuns.MILLI);
        // 1000 and 100, and 2000 and 200 tokens of gpt-4o-mini
        assertThat(found.best().get(1)).isLessThanOrEqualTo(0.00063);
        assertThat(titles(found.bestSets().get(0))).hasSize(2);
    }

    @Test
    void shouldNotSpendMoreOnAnotherModelThanAllowed() throws CommandException {
        assertThat(titles(search("max<=799ms", 1).set())).containsExactly("use gpt-4o-mini instead of gpt-4o");
        // all of 30 workflows together cost as much as 20 of gpt-4o-mini alone and 10 of two calls each; less is not to
        // be had
        assertThat(search("max<=799ms", 0.0001).reached()).isFalse();
    }

    @Test
    void shouldCountNothingTwice() {
        int parallel = TargetRuns.set(simulator, "in parallel");
        int cache = TargetRuns.set(simulator, "repeated tool");

        assertThat(millis(Statistic.MAX, parallel)).isEqualTo(800);
        // of the ten workflows nine find the first tool in the cache: (1000 + 9 * 900 + 20 * 150) / 30
        assertThat(millis(Statistic.MEAN, cache)).isCloseTo(12_100 / 30.0, within(1e-6));
        // the other two tools still take 100: nothing of the tool in the cache is saved again
        assertThat(millis(Statistic.MEAN, parallel | cache)).isCloseTo(millis(Statistic.MEAN, parallel), within(1e-6));
    }

    @Test
    void shouldPriceCallsOfTheOtherModelAtItsOwnPrice() {
        int swap = TargetRuns.set(simulator, "use gpt-4o-mini instead of gpt-4o")
                & ~TargetRuns.set(simulator, "as call", " in ", "of agent");

        assertThat(simulator.value(GoalFigure.COST, Statistic.MAX, 0)).isCloseTo(0.0105, within(1e-12));
        assertThat(simulator.value(GoalFigure.COST, Statistic.MAX, swap)).isCloseTo(0.00063, within(1e-12));
        assertThat(simulator.value(GoalFigure.TOKENS, Statistic.MAX, swap)).isEqualTo(3300);
        assertThat(millis(Statistic.MAX, swap)).isCloseTo(600, within(1e-6));
    }

    @Test
    void shouldNotLetTwoStepsChangeOneCall() {
        int all = TargetRuns.set(simulator, "use gpt-4o-mini instead of gpt-4o");

        assertThat(Integer.bitCount(all)).isGreaterThan(1);
        assertThat(simulator.isPossible(all)).isFalse();
        assertThat(simulator.isPossible(Integer.lowestOneBit(all))).isTrue();
    }
}
