// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.call;

import static io.agentprofiler.agent.engine.RuleFixture.rule;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.engine.EngineFixture;
import io.agentprofiler.agent.engine.FailingPath;
import io.agentprofiler.agent.engine.site.JoinPoint;
import io.agentprofiler.rules.model.Nesting;
import io.agentprofiler.rules.model.Role;
import io.agentprofiler.rules.model.Shape;
import java.util.List;
import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Which calls start a workflow, and whether it is recorded. */
class RootsTest extends EngineFixture {
    private static final String CALLER = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    private static final String OTHER_CALLER = "00-11f7651916cd43dd8448eb211c80319c-c7ad6b7169203331-01";

    @Test
    void shouldLeaveCallsAloneThatLackWhatAConditionWants() {
        JoinPoint point = joinPoint(rule("a").unless("arg0.size"));

        point.exit(enter(point, null, List.of("there")), null, null);
        point.exit(enter(point, null, (Object) null), null, null);

        assertThat(events.lines).containsExactly("start a", "end a ok");
    }

    @Test
    void shouldLeaveCallsAloneThatAConditionNames() {
        JoinPoint point = joinPoint(rule("a").unless("arg0", "toString"));

        point.exit(enter(point, null, "toString"), null, null);
        point.exit(enter(point, null, "ask"), null, null);

        assertThat(events.lines).containsExactly("start a", "end a ok");
    }

    @Test
    void shouldLeaveCallsAloneThatAPatternMeans() {
        JoinPoint point = joinPoint(rule("a").unless("arg0", "*/api/*/chat", "none"));

        point.exit(enter(point, null, "/x/api/v1/Chat"), null, null);
        point.exit(enter(point, null, "none"), null, null);
        point.exit(enter(point, null, "/x/api/v1/chat/"), null, null);

        assertThat(events.lines).containsExactly("start a", "end a ok");
    }

    @Test
    void shouldStartNoWorkflowWithWorkThatMeansNothingByItself() {
        JoinPoint memory = joinPoint(rule("memory").neverRoot());
        JoinPoint service = joinPoint(rule("service"));

        call(memory, () -> "x");
        call(service, () -> call(memory, () -> "x"));

        assertThat(events.lines)
                .containsExactly("start service", "start memory under service", "end memory ok", "end service ok");
    }

    @Test
    void shouldLeaveUnsampledWorkflowsAlone() {
        sample = 0;
        JoinPoint outer = joinPoint(rule("outer"));
        JoinPoint inner = joinPoint(rule("inner"));
        JoinPoint open = joinPoint(rule("stream").role(Role.OPEN, "stream", "arg0"));
        JoinPoint close = joinPoint(rule("close").role(Role.CLOSE, "stream", "this"));
        Object handler = new Object();

        call(outer, () -> {
            call(inner, () -> "x");
            open.exit(enter(open, null, handler), null, null);
            return null;
        });
        // the callback of an unsampled stream does not begin a workflow of its own
        call(close, handler, () -> call(inner, () -> "x"));

        assertThat(events.lines).isEmpty();
    }

    @Test
    void shouldReadNothingOfAWorkflowThatIsNotRecorded() {
        sample = 0;
        AtomicInteger reads = new AtomicInteger();
        FailingPath counting = new FailingPath(() -> {
            reads.incrementAndGet();
            return new IllegalStateException();
        });
        JoinPoint outer = joinPoint(rule("outer").unless(counting));
        JoinPoint open = joinPoint(rule("open").role(Role.OPEN, "open", "this").unless(counting));
        JoinPoint recorded = joinPoint(rule("recorded").unless(counting).traceparent("this"));

        outer.exit(enter(outer, this, this), this, null);
        open.exit(enter(open, this, this), this, null);
        assertThat(reads).hasValue(0);

        // one that its caller records is looked at
        recorded.exit(enter(recorded, CALLER, this), null, null);
        assertThat(reads).hasValue(1);
    }

    @Test
    void shouldTakePartInTheCallersTrace() {
        JoinPoint serve = joinPoint(rule("serve").traceparent("arg0"));
        JoinPoint inner = joinPoint(rule("inner").traceparent("arg0"));

        Object handle = enter(serve, null, CALLER);
        // inside a workflow a header says nothing
        call(inner, () -> "x");
        inner.exit(enter(inner, null, OTHER_CALLER), "x", null);
        serve.exit(handle, null, null);

        assertThat(events.lines)
                .containsExactly(
                        "start serve under the caller's b7ad6b7169203331",
                        "start inner under serve",
                        "end inner ok",
                        "start inner under serve",
                        "end inner ok",
                        "end serve ok");
        assertThat(events.started).allSatisfy(span -> {
            assertThat(span.traceHigh).isEqualTo(0x0af7651916cd43ddL);
            assertThat(span.traceLow).isEqualTo(0x8448eb211c80319cL);
        });
    }

    @Test
    void shouldStartATraceOfItsOwnWithoutACaller() {
        JoinPoint serve = joinPoint(rule("serve").traceparent("arg0"));

        serve.exit(enter(serve, null, "00-nonsense"), null, null);
        call(serve, () -> "x");

        assertThat(events.lines).containsExactly("start serve", "end serve ok", "start serve", "end serve ok");
        assertThat(events.started.get(0).traceLow).isNotEqualTo(events.started.get(1).traceLow);
    }

    @Test
    void shouldRecordWhatTheCallerRecordsWhateverTheShare() {
        sample = 0;
        JoinPoint serve = joinPoint(rule("serve").traceparent("arg0"));

        call(serve, () -> "x");
        serve.exit(enter(serve, null, CALLER), null, null);

        assertThat(events.lines).containsExactly("start serve under the caller's b7ad6b7169203331", "end serve ok");
    }

    @Test
    void shouldNotRecordWhatTheCallerDoesNotRecord() {
        JoinPoint serve = joinPoint(rule("serve").traceparent("arg0"));
        JoinPoint inner = joinPoint(rule("inner"));

        Object handle = enter(serve, null, CALLER.replaceAll("01$", "00"));
        call(inner, () -> "x");
        serve.exit(handle, null, null);

        assertThat(events.lines).isEmpty();
    }

    @Test
    void shouldGiveTheInnermostCallTheCallerOfItsWrapper() {
        JoinPoint outer = joinPoint(
                rule("outer").operation("op").nested(Nesting.INNERMOST).traceparent("arg0"));
        JoinPoint inner = joinPoint(rule("inner").operation("op").nested(Nesting.INNERMOST));

        Object handle = enter(outer, null, CALLER);
        call(inner, () -> "x");
        outer.exit(handle, null, null);

        assertThat(events.lines).contains("start inner under the caller's b7ad6b7169203331");
        assertThat(events.started.get(0).state()).isEqualTo(Span.SUPPRESSED);
    }

    @Test
    void shouldRunACallbackBesideTheSpanUnderTheCaller() {
        JoinPoint open = joinPoint(rule("open").role(Role.OPEN, "op", "arg0").traceparent("this"));
        JoinPoint close = joinPoint(rule("close").role(Role.CLOSE, "op", "arg0"));
        JoinPoint next = joinPoint(rule("next"));
        Token token = new Token();

        open.exit(enter(open, CALLER, token), null, null);
        Object closing = enter(close, null, token);
        call(next, () -> "x");
        close.exit(closing, null, null);

        assertThat(events.lines)
                .containsExactly(
                        "start open under the caller's b7ad6b7169203331",
                        "end open ok",
                        "start next under the caller's b7ad6b7169203331",
                        "end next ok");
    }

    @Test
    void shouldSubscribeUnderTheCaller() {
        JoinPoint pub =
                joinPoint(rule("pub").shape(Shape.PUBLISHER).traceparent("arg0"), Flow.Publisher.class.getName());

        try (SubmissionPublisher<String> publisher = new SubmissionPublisher<>(Runnable::run, 8)) {
            Object handle = enter(pub, null, CALLER);
            Flow.Publisher<?> returned = (Flow.Publisher<?>) pub.exit(handle, publisher, null);
            returned.subscribe(new Collected());
        }

        assertThat(events.lines).endsWith("start pub under the caller's b7ad6b7169203331", "end pub ok");
        assertThat(events.started).allSatisfy(span -> assertThat(span.traceLow).isEqualTo(0x8448eb211c80319cL));
    }
}
