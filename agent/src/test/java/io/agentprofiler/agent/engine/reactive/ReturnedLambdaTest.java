// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.reactive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentprofiler.agent.context.ThreadContext;
import io.agentprofiler.agent.engine.FailingPath;
import io.agentprofiler.agent.engine.RuleFixture;
import io.agentprofiler.agent.engine.TracedCalls;
import io.agentprofiler.agent.engine.site.JoinPoint;
import io.agentprofiler.agent.engine.site.ReplayPoint;
import io.agentprofiler.agent.engine.site.RuleState;
import io.agentprofiler.agent.engine.site.RuleStates;
import io.agentprofiler.rules.model.Nesting;
import io.agentprofiler.rules.model.Shape;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Methods that return lambdas. */
class ReturnedLambdaTest {
    private final TracedCalls traced = calls(1);
    private final Function<Object, Object> tool = argument -> argument + " under " + TracedCalls.current();

    @AfterEach
    void shouldLeaveTheThreadClean() {
        assertThat(ThreadContext.get().current).isNull();
    }

    private static TracedCalls calls(double sample) {
        return new TracedCalls(
                sample,
                RuleFixture.rule("sync"),
                RuleFixture.rule("tool").shape(Shape.LAMBDA).nested(Nesting.OUTERMOST),
                RuleFixture.rule("step").shape(Shape.LAMBDA).neverRoot(),
                RuleFixture.rule("broken").shape(Shape.LAMBDA).unless(new FailingPath(IllegalStateException::new)));
    }

    private static Function<Object, Object> returned(TracedCalls calls, String rule, Function<Object, Object> lambda) {
        return calls.call(rule, Function.class, () -> lambda);
    }

    @Test
    void shouldTakeEachCallForASpanAndNotTheCallThatReturnsIt() {
        Function<Object, Object> standIn = returned(traced, "tool", tool);

        Object inside = traced.call("sync", Object.class, () -> standIn.apply("a"));
        Object outside = standIn.andThen(result -> result + "!").apply("b");

        assertThat(inside).isEqualTo("a under tool");
        assertThat(outside).isEqualTo("b under tool!");
        assertThat(traced.lines())
                .containsExactly(
                        "start sync",
                        "start tool under sync",
                        "end tool ok",
                        "end sync ok",
                        "start tool",
                        "end tool ok");
    }

    @Test
    void shouldTakeOneThatWasReturnedTwiceForOneCall() {
        Function<Object, Object> standIn = returned(traced, "tool", tool);
        Function<Object, Object> another =
                argument -> returned(traced, "tool", tool).apply(argument);

        assertThat(returned(traced, "tool", another).apply("a")).isEqualTo("a under tool");
        assertThat(returned(traced, "tool", standIn)).isSameAs(standIn);
        assertThat(traced.lines()).containsExactly("start tool", "end tool ok");
    }

    @Test
    void shouldPassOnWhatItThrows() {
        IllegalStateException failure = new IllegalStateException("no");
        Function<Object, Object> failing = argument -> {
            throw failure;
        };

        assertThatThrownBy(() -> returned(traced, "tool", failing).apply("a")).isSameAs(failure);
        assertThat(traced.lines()).containsExactly("start tool", "end tool error");
        assertThat(traced.events.thrown).last().isSameAs(failure);
    }

    @Test
    void shouldEqualWhatStandsForTheSameLambda() {
        Function<Object, Object> standIn = returned(traced, "tool", tool);

        assertThat(standIn)
                .isNotSameAs(tool)
                .isEqualTo(returned(traced, "tool", tool))
                .hasToString(tool.toString());
        assertThat(standIn.hashCode()).isEqualTo(tool.hashCode());
        assertThat(standIn).isNotEqualTo(returned(traced, "tool", argument -> "other"));
        assertThat(standIn.equals(null)).isFalse();
    }

    @Test
    void shouldLeaveAloneWhatIsNoLambdaOrIsDeclaredAsSomethingElse() {
        Function<Object, Object> named = new Function<>() {
            @Override
            public Object apply(Object argument) {
                return argument;
            }
        };
        Supplier<Object> supplier = () -> "a";

        assertThat(returned(traced, "tool", named)).isSameAs(named);
        assertThat(returned(traced, "tool", null)).isNull();
        assertThat(traced.<Object>call("tool", Object.class, () -> supplier)).isSameAs(supplier);
    }

    @Test
    void shouldLeaveAloneWhatMayBeNoWorkflow() {
        assertThat(returned(traced, "step", tool)).isSameAs(tool);

        Object result = traced.call(
                "sync", Object.class, () -> returned(traced, "step", tool).apply("a"));

        assertThat(result).isEqualTo("a under step");
    }

    @Test
    void shouldLeaveAloneWhatIsNotRecorded() {
        TracedCalls none = calls(0);
        Function<Object, Object> standIn = returned(none, "tool", tool);

        assertThat(standIn.apply("a")).isEqualTo("a under unsampled");
        none.call("sync", Object.class, () -> {
            assertThat(returned(none, "tool", tool)).isSameAs(tool);
            return null;
        });
        none.engine.stop();
        assertThat(returned(none, "tool", tool)).isSameAs(tool);
        assertThat(none.lines()).isEmpty();
    }

    @Test
    void shouldMakeOnlyTheCallsThatNoRecordingAnswers() {
        RuleState state = new RuleStates(List.of(RuleFixture.rule("tool").build()), (index, reason) -> {}).get(0);
        JoinPoint join = traced.engine.joinPoint(0, "com.acme.Some", "tool", "java.lang.Object", new String[0][]);
        ReplayPoint recorded = (handle, self, a0, a1, a2, a3, a4, a5, a6, a7) ->
                a0.equals("a") ? new Object[] {"recorded of " + self} : null;

        @SuppressWarnings("unchecked")
        Function<Object, Object> standIn = (Function<Object, Object>)
                ReturnedLambda.of(join, state, method -> recorded, Function.class.getName(), tool, "owner");

        assertThat(standIn.apply("a")).isEqualTo("recorded of owner");
        assertThat(standIn.apply("b")).isEqualTo("b under sync");
        assertThat(traced.lines()).containsExactly("start sync", "end sync ok", "start sync", "end sync ok");
    }

    @Test
    void shouldOnlyPassCallsOnWhenItsRuleIsOff() {
        Function<Object, Object> standIn = returned(traced, "broken", tool);

        for (int i = 0; i < 5; i++) {
            assertThat(standIn.apply("a")).isEqualTo("a under none");
        }

        assertThat(traced.disabled).hasSize(1);
        assertThat(traced.lines()).isEmpty();
    }
}
