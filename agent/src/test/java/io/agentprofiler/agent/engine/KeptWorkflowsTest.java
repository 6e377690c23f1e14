// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine;

import static io.agentprofiler.agent.engine.RuleFixture.rule;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.engine.site.JoinPoint;
import io.agentprofiler.rules.model.Nesting;
import io.agentprofiler.rules.model.Shape;
import java.util.List;
import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;
import org.junit.jupiter.api.Test;

/** Workflows that are recorded until it is known whether they are kept. */
class KeptWorkflowsTest extends EngineFixture {
    private static final String CALLER = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

    KeptWorkflowsTest() {
        sample = 0;
        keeps = true;
    }

    @Test
    void shouldRecordWhatChanceDoesNotChooseAndSaySo() {
        JoinPoint outer = joinPoint(rule("outer"));
        JoinPoint inner = joinPoint(rule("inner"));

        call(outer, () -> call(inner, () -> "x"));
        call(outer, () -> "x");

        assertThat(events.lines)
                .containsExactly(
                        "start outer",
                        "start inner under outer",
                        "end inner ok",
                        "end outer ok",
                        "start outer",
                        "end outer ok");
        List<Span> spans = events.started;
        assertThat(spans.get(0).workflow.chosen).isFalse();
        assertThat(spans.get(1).workflow).isSameAs(spans.get(0).workflow);
        assertThat(spans.get(2).workflow).isNotSameAs(spans.get(0).workflow);
    }

    @Test
    void shouldChooseTheShareByChance() {
        sample = 0.25;
        JoinPoint work = joinPoint(rule("work"));
        for (int i = 0; i < 400; i++) {
            call(work, () -> "x");
        }
        assertThat(events.started).hasSize(400);
        assertThat(events.started).filteredOn(span -> span.workflow.chosen).hasSizeBetween(50, 150);
    }

    @Test
    void shouldHaveNothingToDecideWhereAllIsRecorded() {
        sample = 1;
        JoinPoint work = joinPoint(rule("work"));
        call(work, () -> "x");
        assertThat(events.started)
                .singleElement()
                .satisfies(span -> assertThat(span.workflow).isNull());
    }

    @Test
    void shouldLeaveTheDecisionToTheCallerWhereThereIsOne() {
        JoinPoint serve = joinPoint(rule("serve").traceparent("arg0"));
        JoinPoint inner = joinPoint(rule("inner"));

        Object handle = enter(serve, null, CALLER);
        call(inner, () -> "x");
        serve.exit(handle, null, null);
        serve.exit(enter(serve, null, CALLER.replaceAll("01$", "00")), null, null);

        assertThat(events.started)
                .hasSize(2)
                .allSatisfy(span -> assertThat(span.workflow).isNull());
    }

    @Test
    void shouldDecideOnceForAWrapperAndWhatItWraps() {
        sample = 0.5;
        JoinPoint outer = joinPoint(rule("outer").operation("op").nested(Nesting.INNERMOST));
        JoinPoint inner = joinPoint(rule("inner").operation("op").nested(Nesting.INNERMOST));
        for (int i = 0; i < 100; i++) {
            call(outer, () -> call(inner, () -> "x"));
        }
        for (int i = 0; i < events.started.size(); i += 2) {
            Span wrapper = events.started.get(i);
            assertThat(wrapper.state()).isEqualTo(Span.SUPPRESSED);
            assertThat(events.started.get(i + 1).workflow.chosen).isEqualTo(wrapper.workflow.chosen);
        }
    }

    @Test
    void shouldDecideAtTheCallForWhatIsSubscribedLater() {
        sample = 0.5;
        JoinPoint pub = joinPoint(rule("pub").shape(Shape.PUBLISHER), Flow.Publisher.class.getName());
        JoinPoint other = joinPoint(rule("other"));
        try (SubmissionPublisher<String> publisher = new SubmissionPublisher<>(Runnable::run, 8)) {
            for (int i = 0; i < 50; i++) {
                events.started.clear();
                Flow.Publisher<?> returned = (Flow.Publisher<?>) pub.exit(enter(pub, null), publisher, null);
                returned.subscribe(new Collected());
                call(other, () -> "x");
                returned.subscribe(new Collected());
                assertThat(events.started).hasSize(3);
                assertThat(events.started.get(2).workflow.chosen).isEqualTo(events.started.get(0).workflow.chosen);
                assertThat(events.started.get(2).workflow).isNotSameAs(events.started.get(0).workflow);
            }
        }
    }

    @Test
    void shouldChooseWhatIsBelowACallThatIsNoOperationAsIt() {
        sample = 0.5;
        JoinPoint outer = joinPoint(rule("outer").unless("arg0", "no operation"));
        JoinPoint inner = joinPoint(rule("inner"));
        for (int i = 0; i < 50; i++) {
            events.started.clear();
            Object handle = enter(outer, null, "no operation");
            call(inner, () -> "x");
            call(inner, () -> "x");
            outer.exit(handle, null, null);
            assertThat(events.started).hasSize(2);
            assertThat(events.started.get(0).workflow.chosen).isEqualTo(events.started.get(1).workflow.chosen);
        }
    }
}
