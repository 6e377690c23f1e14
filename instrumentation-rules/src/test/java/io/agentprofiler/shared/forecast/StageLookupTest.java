// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.shared.forecast;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** What is looked up is what the model tells. */
class StageLookupTest {
    private static final char PART = '\u001f';

    private static List<Double> upTo(int count) {
        List<Double> values = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            values.add((double) i);
        }
        return values;
    }

    private static StageModel model(SortedMap<String, List<Double>> seconds, StageModel.Target... more) {
        List<StageModel.Target> targets = new ArrayList<>(List.of(more));
        targets.add(new StageModel.Target(StageTarget.SECONDS, new StageTable(seconds), null));
        SortedMap<String, SortedMap<String, Integer>> tools = new TreeMap<>();
        tools.put("plan" + PART + 1, new TreeMap<>(Map.of("book", 3, "search", 9)));
        return new StageModel(40, 1_795_238_100_000_000_000L, targets, new NextTools(tools));
    }

    private static SortedMap<String, List<Double>> table(int withLast, int withName, int withNone) {
        SortedMap<String, List<Double>> groups = new TreeMap<>();
        groups.put("plan" + PART + 1 + PART + "llm m", upTo(withLast));
        groups.put("plan" + PART + 1, upTo(withName));
        groups.put(PART + "1", upTo(withNone));
        groups.values().removeIf(List::isEmpty);
        return groups;
    }

    private static final Stage STAGE = new Stage("plan", 1, 1, "llm m", 2.5, 100, 10);

    @Property
    void shouldTellWhatTheModelTells(
            @ForAll @IntRange(max = 45) int withLast,
            @ForAll @IntRange(max = 45) int withName,
            @ForAll @IntRange(max = 45) int withNone) {
        StageModel model = model(table(withLast, withName, withNone));
        Outlook outlook = new StageLookup(model).at(STAGE);

        assertThat(outlook.stage()).isEqualTo(STAGE);
        assertThat(outlook.forecast(StageTarget.SECONDS)).isEqualTo(model.forecast(StageTarget.SECONDS, STAGE, 0));
        assertThat(outlook.nextTool()).isEqualTo(new NextTools.Next("search", 0.75, 12));
        assertThat(outlook.nextTool()).isEqualTo(model.nextTool(STAGE));
    }

    @Test
    void shouldTakeTheSmallestGroupThatHasAnInterval() {
        assertThat(new StageLookup(model(table(18, 19, 39))).at(STAGE).forecast(StageTarget.SECONDS))
                .isEqualTo(new Forecast(10, 1, 19, 19));
        assertThat(new StageLookup(model(table(7, 6, 39))).at(STAGE).forecast(StageTarget.SECONDS))
                .isEqualTo(new Forecast(20, 2, 38, 39));
        assertThat(new StageLookup(model(table(4, 6, 18))).at(STAGE).forecast(StageTarget.SECONDS))
                .isEqualTo(new Forecast(3.5, Double.NaN, Double.NaN, 6));
    }

    @Test
    void shouldTellNothingOfOtherWorkflows() {
        StageLookup lookup = new StageLookup(model(table(39, 39, 39)));
        Stage other = new Stage("trip", 1, 1, "llm m", 2.5, 100, 10);

        assertThat(lookup.knows("plan")).isTrue();
        assertThat(lookup.workflows()).containsExactly("plan");
        assertThat(lookup.knows("trip")).isFalse();
        assertThat(lookup.at(other)).isNull();
        assertThat(model(table(39, 39, 39)).forecast(StageTarget.SECONDS, other, 0))
                .as("the analyzer takes the group of all workflows")
                .isEqualTo(new Forecast(20, 2, 38, 39));
        assertThat(lookup.at(new Stage("plan", 7, 1, "llm m", 2.5, 100, 10)))
                .as("no earlier one came so far")
                .isNull();
    }

    @Test
    void shouldAddUpWeightsAndLeaveOutWhatRepeatsTheLast() {
        Points sum = new Points(
                Points.PointKind.LINEAR,
                new TreeMap<>(),
                new WeightedSum(1, List.of(0.0, 0.0, 2.0, 0.0, 0.0, 0.1, 0.0)),
                -3,
                4,
                40);
        Points last = new Points(Points.PointKind.LAST, new TreeMap<>(Map.of("", 77.0)), null, -1, 1, 40);
        SortedMap<String, List<Double>> table = table(0, 39, 39);
        StageLookup lookup = new StageLookup(model(
                table,
                new StageModel.Target(StageTarget.INPUT, new StageTable(table), sum),
                new StageModel.Target(StageTarget.USD, new StageTable(table), last)));

        Outlook outlook = lookup.at(STAGE);
        // 1 + 2 * 2.5 seconds + 0.1 * 10 output tokens
        assertThat(outlook.forecast(StageTarget.INPUT)).isEqualTo(new Forecast(7, 4, 11, 40));
        assertThat(outlook.forecast(StageTarget.USD)).isEqualTo(new Forecast(20, 2, 38, 39));
        assertThat(outlook.forecast(StageTarget.OUTPUT)).isNull();
        assertThat(new WeightedSum(-1, Collections.nCopies(7, 0.0)).of(STAGE.numbers()))
                .isZero();
    }
}
