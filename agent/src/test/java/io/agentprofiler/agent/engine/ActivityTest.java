// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine;

import static io.agentprofiler.agent.engine.RuleFixture.rule;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.context.ThreadContext;
import io.agentprofiler.agent.context.propagation.TaskPropagation;
import io.agentprofiler.agent.engine.site.JoinPoint;
import io.agentprofiler.rules.model.Nesting;
import io.agentprofiler.rules.model.Role;
import io.agentprofiler.rules.model.Shape;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.junit.jupiter.api.Test;

/** Spans that end with their work do so whatever becomes of it, and every span ends or is given up. */
class ActivityTest extends EngineFixture {
    private final JoinPoint service = joinPoint(rule("service").unstarted(Token.class));
    private final JoinPoint carry = joinPoint(rule("carry").role(Role.CARRY, "service", "arg0"));
    private final JoinPoint start = joinPoint(rule("start").role(Role.SCOPE, "service", "this"));
    private final JoinPoint model =
            joinPoint(rule("model").role(Role.OPEN, "model", "arg0").nested(Nesting.INNERMOST));
    private final JoinPoint close = joinPoint(rule("close").role(Role.CLOSE, "model", "this"));
    private final JoinPoint fail =
            joinPoint(rule("fail").role(Role.FAIL, "model", "this").thrown("arg0"));
    private final JoinPoint cancel = joinPoint(rule("cancel").role(Role.CANCEL, "model", "this"));
    private final Object handler = new Object();

    /** Starts the work of a service by a later call. */
    private void started(Runnable work) {
        Object token = call(service, Token::new);
        call(start, token, () -> {
            work.run();
            return null;
        });
    }

    private void stream(Object to) {
        model.exit(enter(model, null, to), null, null);
    }

    private void closed(Object by) {
        close.exit(enter(close, by), null, null);
    }

    private void collected(String line) {
        await().until(() -> {
            System.gc();
            TaskPropagation.sweep();
            engine.sweep();
            return events.lines.contains(line);
        });
    }

    @Test
    void shouldEndWithTheWorkThatWasStartedBeforeTheCallWasOver() {
        call(service, () -> {
            Token inner = new Token();
            carry.exit(enter(carry, null, inner), null, null);
            call(start, inner, () -> {
                stream(handler);
                return null;
            });
            return new Token();
        });
        assertThat(events.lines).containsExactly("start service", "start model under service");

        closed(handler);

        assertThat(events.lines)
                .containsExactly("start service", "start model under service", "end model ok", "end service ok");
        assertThat(events.started).allMatch(span -> span.activity() == 0);
    }

    @Test
    void shouldLeaveNothingOfWorkThatIsNeverStarted() {
        call(service, Token::new);
        assertThat(events.lines).isEmpty();

        started(() -> stream(handler));
        closed(handler);
        assertThat(events.lines)
                .containsExactly("start service", "start model under service", "end model ok", "end service ok");
        assertThat(ThreadContext.get().current).isNull();
    }

    @Test
    void shouldKeepWorkThatWasDoneBeforeTheRestWasToBeStarted() {
        call(service, () -> {
            stream(handler);
            closed(handler);
            return new Token();
        });

        assertThat(events.lines).containsExactly("start service", "start model under service", "end model ok");
    }

    @Test
    void shouldEndWithItsCallWhereTheRestIsNeverStarted() {
        Object kept = call(service, () -> {
            stream(handler);
            closed(handler);
            return new Token();
        });
        call(service, () -> {
            stream(handler);
            closed(handler);
            return new Token();
        });
        collected("end service ok");
        assertThat(events.lines).filteredOn("end service ok"::equals).hasSize(1);

        engine.endUnstarted();
        call(start, kept, () -> null);

        assertThat(events.lines).filteredOn("end service ok"::equals).hasSize(2);
        assertThat(events.lines).noneMatch(line -> line.startsWith("abandoned"));
        assertThat(events.started).allMatch(span -> span.activity() == 0);
    }

    @Test
    void shouldEndAtTheCallsReturnHoweverLateThatIsKnown() {
        Object kept = call(service, () -> {
            stream(handler);
            closed(handler);
            return new Token();
        });
        long returned = System.nanoTime();

        engine.endUnstarted();

        assertThat(events.endNanos)
                .last()
                .satisfies(nanos -> assertThat(nanos - returned).isNegative());
        assertThat(kept).isNotNull();
    }

    @Test
    void shouldLeaveWorkAloneThatWasStartedWhenTheRecordingEnds() {
        started(() -> stream(handler));
        engine.endUnstarted();
        assertThat(events.lines).containsExactly("start service", "start model under service");

        closed(handler);

        assertThat(events.lines).endsWith("end model ok", "end service ok");
    }

    @Test
    void shouldNotTakeAScopeOfALazySpanForWork() {
        JoinPoint request = joinPoint(rule("request").lazy());
        JoinPoint extend = joinPoint(rule("extend").role(Role.EXTEND, "request", "arg0"));
        JoinPoint runs = joinPoint(rule("runs").role(Role.SCOPE, "request", "this"));
        Object key = new Object();
        call(request, () -> {
            extend.exit(enter(extend, null, key), null, null);
            return "x";
        });
        call(runs, key, () -> null);

        assertThat(events.lines).isEmpty();
    }

    @Test
    void shouldTellACallThatReturnsAnotherResult() {
        call(service, () -> "x");

        assertThat(events.lines).containsExactly("start service", "end service ok");
    }

    @Test
    void shouldEndWithTheCallWhoseWorkWasStartedAndIsOverByThen() {
        call(service, () -> {
            Token inner = new Token();
            carry.exit(enter(carry, null, inner), null, null);
            call(start, inner, () -> null);
            return new Token();
        });

        assertThat(events.lines).containsExactly("start service", "end service ok");
    }

    @Test
    void shouldEndAfterADecoratorThatHandsItsHandlerOn() {
        started(() -> {
            Object outer = enter(model, null, handler);
            stream(handler);
            model.exit(outer, null, null);
        });
        closed(handler);

        assertThat(events.lines).endsWith("end model ok", "end service ok");
        assertThat(events.lines).filteredOn("end model ok"::equals).hasSize(1);
        assertThat(events.started).allMatch(span -> span.activity() == 0);
    }

    @Test
    void shouldEndADecoratorThatWasWrittenBeforeItHandedItsHandlerOn() {
        started(() -> {
            Object outer = enter(model, null, handler);
            events.started.get(1).confirm();
            stream(handler);
            model.exit(outer, null, null);
        });
        Object closing = enter(close, handler);
        Span during = ThreadContext.get().current;
        close.exit(closing, null, null);

        assertThat(events.started.get(1).wrapper).isTrue();
        assertThat(during).isSameAs(events.started.get(0));
        assertThat(events.lines)
                .containsExactly(
                        "start service",
                        "start model under service",
                        "start model under model",
                        "end model ok",
                        "end model ok",
                        "end service ok");
    }

    @Test
    void shouldFailAndCancelADecoratorWithWhatItWraps() {
        for (boolean failing : new boolean[] {true, false}) {
            events.lines.clear();
            started(() -> {
                Object outer = enter(model, null, handler);
                events.started.get(events.started.size() - 1).confirm();
                stream(handler);
                model.exit(outer, null, null);
            });
            if (failing) {
                fail.exit(enter(fail, handler, new IllegalStateException("cut")), null, null);
            } else {
                cancel.exit(enter(cancel, handler), null, null);
            }
            String word = failing ? "error" : "cancelled";
            assertThat(events.lines).endsWith("end model " + word, "end model " + word, "end service " + word);
        }
    }

    @Test
    void shouldEndADecoratorWithTheHandlerItWasGivenItself() {
        Object own = new Object();
        started(() -> {
            Object outer = enter(model, null, handler);
            events.started.get(1).confirm();
            stream(own);
            model.exit(outer, null, null);
        });
        closed(own);
        assertThat(events.lines).filteredOn("end model ok"::equals).hasSize(1);
        assertThat(events.lines).doesNotContain("end service ok");

        closed(handler);

        assertThat(events.lines).endsWith("end model ok", "end model ok", "end service ok");
    }

    @Test
    void shouldEndEveryStreamOfAHandlerThatServesSeveral() {
        started(() -> {
            stream(handler);
            stream(handler);
            stream(handler);
        });
        closed(handler);
        closed(handler);
        assertThat(events.lines).doesNotContain("end service ok");

        closed(handler);

        assertThat(events.lines).filteredOn("end model ok"::equals).hasSize(3);
        assertThat(events.lines).endsWith("end service ok");
    }

    @Test
    void shouldGiveUpTheOldestStreamsOfAHandlerThatNeverEndsAny() {
        started(() -> {
            for (int i = 0; i < 100; i++) {
                stream(handler);
            }
        });

        assertThat(engine.lifecycle().bound().size()).isLessThan(30);
        assertThat(events.lines).filteredOn("abandoned model"::equals).hasSizeBetween(70, 90);
        for (int i = 0; i < 30; i++) {
            closed(handler);
        }
        assertThat(events.lines).endsWith("end service ok");
    }

    @Test
    void shouldEndAStreamWithItsCallWhereNothingCouldEndItLater() {
        started(() -> stream(null));

        assertThat(events.lines)
                .containsExactly("start service", "start model under service", "end model ok", "end service ok");
    }

    @Test
    void shouldEndWhenAPublisherOfItsWorkIsNeverSubscribed() {
        JoinPoint prepared = joinPoint(rule("prepared").shape(Shape.PUBLISHER), Flow.Publisher.class.getName());
        started(() -> call(prepared, () -> (Flow.Publisher<Object>) subscriber -> {}));

        assertThat(events.lines).containsExactly("start service", "end service ok");
        assertThat(events.started).allMatch(span -> span.activity() == 0);
    }

    @Test
    void shouldGiveUpASubscriptionThatEverythingHasDropped() {
        JoinPoint prepared = joinPoint(rule("prepared").shape(Shape.PUBLISHER), Flow.Publisher.class.getName());
        started(() -> {
            Flow.Publisher<?> silent =
                    (Flow.Publisher<?>) call(prepared, () -> (Flow.Publisher<Object>) subscriber -> {});
            silent.subscribe(new Collected());
        });
        assertThat(events.lines).endsWith("start prepared under service");

        collected("abandoned prepared");

        assertThat(events.lines).endsWith("abandoned prepared", "end service ok");
    }

    @Test
    void shouldGiveUpAFutureThatEverythingHasDropped() {
        JoinPoint later = joinPoint(rule("later").shape(Shape.FUTURE), CompletionStage.class.getName());
        started(() -> call(later, CompletableFuture::new));

        collected("abandoned later");

        assertThat(events.lines).endsWith("abandoned later", "end service ok");
    }

    @Test
    void shouldGiveUpACallThatIsToEndWithItsWorkButWasCutOff() {
        JoinPoint other = joinPoint(rule("other"));
        Object handle = enter(service, null);
        states.get(0).failed(new NoSuchMethodError("gone"));
        service.cutOff(handle);
        call(other, () -> "x");

        assertThat(events.lines).containsExactly("start service", "abandoned service", "start other", "end other ok");
        assertThat(events.started.get(0).activity()).isZero();
    }

    @Test
    void shouldLeaveWhatACallEnteredThatWasCutOff() {
        Object token = call(service, Token::new);
        Object starting = enter(start, token);
        stream(handler);
        start.cutOff(starting);
        assertThat(ThreadContext.get().current).isNull();

        closed(handler);

        assertThat(events.lines).endsWith("end model ok", "end service ok");
    }

    @Test
    void shouldTakeTheMarkOfAnUnsampledWorkflowOffAThreadWhoseCallWasCutOff() {
        sample = 0;
        Object handle = enter(service, null);
        assertThat(ThreadContext.get().current).isSameAs(Span.UNSAMPLED);
        service.cutOff(handle);

        assertThat(ThreadContext.get().current).isNull();
    }

    @Test
    void shouldTakeBackASpanWhoseStartFailed() {
        started(() -> {
            events.failing = new StackOverflowError();
            assertThat(enter(model, null, handler)).isNull();
            events.failing = null;
            assertThat(ThreadContext.get().current).isSameAs(events.started.get(0));
        });

        assertThat(events.lines).containsExactly("start service", "end service ok");
        assertThat(events.started.get(0).activity()).isZero();
    }

    @Test
    void shouldEndASpanWhoseEndFailed() {
        started(() -> {
            stream(handler);
            events.failing = new StackOverflowError();
            closed(handler);
            events.failing = null;
        });

        assertThat(events.started).noneMatch(Span::isOpen);
        assertThat(events.started).allMatch(span -> span.activity() == 0);
        assertThat(ThreadContext.get().current).isNull();
    }
}
