// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.context;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class StageFunctionTest {
    private final Span span = Spans.open();
    private final List<Object> seen = new ArrayList<>();

    @Test
    void shouldCallTheFunctionWhereTheJdkIsNoLongerWoven() {
        Function<Object, Object> one = x -> x + "!";
        Consumer<Object> consumer = seen::add;
        Runnable runnable = () -> seen.add("ran");
        BiFunction<Object, Object, Object> two = (x, y) -> x + "" + y;
        BiConsumer<Object, Object> both = (x, y) -> seen.add(x + "" + y);

        assertThat(new StageFunction.OfOne(one, span).apply("a")).isEqualTo("a!");
        new StageFunction.OfOne(consumer, span).accept("b");
        new StageFunction.OfOne(runnable, span).run();
        assertThat(new StageFunction.OfTwo(two, span).apply("c", "d")).isEqualTo("cd");
        new StageFunction.OfTwo(both, span).accept("e", "f");

        assertThat(seen).containsExactly("b", "ran", "ef");
    }
}
