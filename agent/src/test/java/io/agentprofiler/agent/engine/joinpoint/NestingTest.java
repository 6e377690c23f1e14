// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.joinpoint;

import static io.agentprofiler.agent.engine.RuleFixture.rule;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.engine.EngineFixture;
import io.agentprofiler.agent.engine.site.JoinPoint;
import io.agentprofiler.rules.model.Nesting;
import org.junit.jupiter.api.Test;

/** How calls nest, and which of directly nested ones of an operation is the span. */
class NestingTest extends EngineFixture {
    @Test
    void shouldMakeASpanOfACallAndNestCalls() {
        JoinPoint outer = joinPoint(rule("outer"));
        JoinPoint inner = joinPoint(rule("inner"));

        call(outer, () -> call(inner, () -> "x"));

        assertThat(events.lines)
                .containsExactly("start outer", "start inner under outer", "end inner ok", "end outer ok");
        Span root = events.started.get(0);
        Span child = events.started.get(1);
        assertThat(child.traceHigh).isEqualTo(root.traceHigh);
        assertThat(child.traceLow).isEqualTo(root.traceLow);
        assertThat(child.id).isNotEqualTo(root.id);
    }

    @Test
    void shouldStartANewTraceForEachRoot() {
        JoinPoint point = joinPoint(rule("a"));

        call(point, () -> "x");
        call(point, () -> "x");

        assertThat(events.started.get(0).traceLow).isNotEqualTo(events.started.get(1).traceLow);
    }

    @Test
    void shouldEndAThrowingCallAsAnError() {
        IllegalStateException failure = new IllegalStateException("no");
        JoinPoint point = joinPoint(rule("a"));

        Object handle = enter(point, null);
        point.exit(handle, null, failure);

        assertThat(events.lines).containsExactly("start a", "end a error");
        assertThat(events.thrown).containsExactly(failure);
    }

    @Test
    void shouldKeepTheOutermostOfDirectlyNestedCallsOfAnOperation() {
        JoinPoint outer = joinPoint(rule("outer").operation("op").nested(Nesting.OUTERMOST));
        JoinPoint inner = joinPoint(rule("inner").operation("op").nested(Nesting.OUTERMOST));
        JoinPoint between = joinPoint(rule("between"));

        call(outer, () -> {
            call(inner, () -> "merged");
            return call(between, () -> call(inner, () -> "not directly nested"));
        });

        assertThat(events.lines)
                .containsExactly(
                        "start outer",
                        "start between under outer",
                        "start inner under between",
                        "end inner ok",
                        "end between ok",
                        "end outer ok");
    }

    @Test
    void shouldTakeTheFirstPartOfACallForTheCallItself() {
        JoinPoint asked = joinPoint(rule("asked").operation("op"));
        JoinPoint function = joinPoint(rule("function").operation("op").nested(Nesting.PART));

        call(asked, () -> call(function, () -> call(function, () -> call(function, () -> "deep"))));
        call(function, () -> "alone");

        assertThat(events.lines)
                .containsExactly(
                        "start asked",
                        "start function under asked",
                        "start function under function",
                        "end function ok",
                        "end function ok",
                        "end asked ok",
                        "start function",
                        "end function ok");
    }

    @Test
    void shouldRememberTheFailureOfAMergedCallWhereFailuresAreResults() {
        IllegalStateException failure = new IllegalStateException("tool broke");
        JoinPoint outer = joinPoint(
                rule("outer").operation("op").nested(Nesting.OUTERMOST).failedWhen("return.error"));
        JoinPoint inner = joinPoint(
                rule("inner").operation("op").nested(Nesting.OUTERMOST).failedWhen("return.error"));

        call(outer, () -> {
            inner.exit(enter(inner, null), null, failure);
            return "error text";
        });

        assertThat(events.lines).containsExactly("start outer", "end outer ok");
        assertThat(events.thrown).containsExactly(failure);
    }

    @Test
    void shouldKeepTheInnermostOfDirectlyNestedCallsOfAnOperation() {
        JoinPoint root = joinPoint(rule("root"));
        JoinPoint wrapper = joinPoint(rule("wrapper").operation("op").nested(Nesting.INNERMOST));
        JoinPoint request = joinPoint(rule("request").operation("op").nested(Nesting.INNERMOST));

        call(
                root,
                () -> call(wrapper, () -> {
                    call(request, () -> "first model");
                    return call(request, () -> "second model");
                }));

        assertThat(events.started.get(1).state()).isEqualTo(Span.SUPPRESSED);
        assertThat(events.lines)
                .containsExactly(
                        "start root",
                        "start wrapper under root",
                        "start request under root",
                        "end request ok",
                        "start request under root",
                        "end request ok",
                        "end root ok");
    }

    @Test
    void shouldMarkAWrapperThatWasWrittenBeforeItWasKnown() {
        JoinPoint wrapper = joinPoint(rule("wrapper").operation("op").nested(Nesting.INNERMOST));
        JoinPoint request = joinPoint(rule("request").operation("op").nested(Nesting.INNERMOST));

        call(wrapper, () -> {
            events.started.get(0).confirm();
            return call(request, () -> "x");
        });

        assertThat(events.started.get(0).wrapper).isTrue();
        assertThat(events.lines)
                .containsExactly("start wrapper", "start request under wrapper", "end request ok", "end wrapper ok");
    }
}
