// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.shape;

import static io.agentprofiler.agent.engine.RuleFixture.rule;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentprofiler.agent.engine.EngineFixture;
import io.agentprofiler.agent.engine.site.JoinPoint;
import io.agentprofiler.rules.model.Role;
import io.agentprofiler.rules.model.Shape;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** When a span ends, by what its method returns. */
class ShapesTest extends EngineFixture {
    @Test
    void shouldEndAFutureWhenItCompletes() {
        JoinPoint point = joinPoint(rule("a").shape(Shape.FUTURE));
        CompletableFuture<String> future = new CompletableFuture<>();

        Object returned = call(point, () -> future);

        assertThat(returned).isSameAs(future);
        assertThat(events.lines).containsExactly("start a");
        future.complete("value");
        assertThat(events.lines).containsExactly("start a", "end a ok");
        assertThat(events.results).containsExactly("value");
    }

    @Test
    void shouldTellAFailedFutureFromACancelledOne() {
        JoinPoint point = joinPoint(rule("a").shape(Shape.FUTURE));
        IllegalStateException failure = new IllegalStateException("no");
        CompletableFuture<String> failing = new CompletableFuture<>();
        CompletableFuture<String> cancelled = new CompletableFuture<>();

        call(point, () -> failing.thenApply(value -> value));
        call(point, () -> cancelled);
        failing.completeExceptionally(failure);
        cancelled.cancel(true);

        assertThat(events.lines).containsExactly("start a", "start a", "end a error", "end a cancelled");
        assertThat(events.thrown.get(0)).isSameAs(failure);
    }

    @Test
    void shouldKeepASpanOpenUntilTheWorkStartedFromItsResultIsOver() {
        JoinPoint service = joinPoint(rule("service").unstarted(Token.class));
        JoinPoint start = joinPoint(rule("start").role(Role.SCOPE, "service", "this"));
        JoinPoint open = joinPoint(rule("stream").role(Role.OPEN, "stream", "arg0"));
        JoinPoint close = joinPoint(rule("close").role(Role.CLOSE, "stream", "this"));
        Object first = new Object();
        Object second = new Object();

        Token token = (Token) call(service, Token::new);
        assertThat(events.lines).isEmpty();
        call(start, token, () -> {
            open.exit(enter(open, null, first), null, null);
            return null;
        });
        Object closing = enter(close, first, "tools wanted");
        open.exit(enter(open, null, second), null, null);
        close.exit(closing, null, null);
        assertThat(events.lines).doesNotContain("end service ok");
        close.exit(enter(close, second, "text"), null, null);

        assertThat(events.lines)
                .containsExactly(
                        "start service",
                        "start stream under service",
                        "end stream ok",
                        "start stream under service",
                        "end stream ok",
                        "end service ok");
    }

    @Test
    void shouldEndUnstartedWorkLikeItsLastChild() {
        JoinPoint service = joinPoint(rule("service").unstarted(Token.class));
        JoinPoint start = joinPoint(rule("start").role(Role.SCOPE, "service", "this"));
        JoinPoint open = joinPoint(rule("stream").role(Role.OPEN, "stream", "arg0"));
        JoinPoint fail =
                joinPoint(rule("fail").role(Role.FAIL, "stream", "this").thrown("arg0"));
        Object handler = new Object();

        Token token = (Token) call(service, Token::new);
        call(start, token, () -> {
            open.exit(enter(open, null, handler), null, null);
            return null;
        });
        IllegalStateException failure = new IllegalStateException("cut");
        fail.exit(enter(fail, handler, failure), null, null);

        assertThat(events.lines).endsWith("end stream error", "end service error");
        assertThat(events.thrown).containsExactly(failure, failure);
    }

    @Test
    void shouldEndACallThatDidWorkAndWhoseRestIsNeverStarted() {
        JoinPoint service = joinPoint(rule("service").unstarted(Token.class));
        JoinPoint step = joinPoint(rule("step"));

        call(service, () -> {
            call(step, () -> "x");
            return new Token();
        });

        Awaitility.await().until(() -> {
            System.gc();
            engine.sweep();
            return events.lines.contains("end service ok");
        });
    }

    @Test
    void shouldCountElementsOfIteratorsAndStreams() {
        JoinPoint iterator = joinPoint(rule("it").shape(Shape.AUTO), Iterator.class.getName());
        JoinPoint stream = joinPoint(rule("st").shape(Shape.AUTO), Stream.class.getName());

        Iterator<?> elements =
                (Iterator<?>) call(iterator, () -> List.of("a", "bc").iterator());
        assertThat(events.lines).containsExactly("start it");
        List<Object> seen = new ArrayList<>();
        elements.forEachRemaining(seen::add);
        assertThat(seen).isEqualTo(List.of("a", "bc"));
        List<?> streamed = ((Stream<?>) call(stream, () -> Stream.of(1, 2, 3))).toList();
        assertThat(streamed).isEqualTo(List.of(1, 2, 3));

        assertThat(events.lines)
                .containsExactly(
                        "start it",
                        "chunk it 0 item 1",
                        "chunk it 1 item 2",
                        "end it ok",
                        "start st",
                        "chunk st 0 item -1",
                        "chunk st 1 item -1",
                        "chunk st 2 item -1",
                        "end st ok");
    }

    @Test
    void shouldMakeOneSpanASubscriptionAndNoneWithout() {
        JoinPoint point = joinPoint(rule("pub").shape(Shape.PUBLISHER), Flow.Publisher.class.getName());

        try (SubmissionPublisher<String> publisher = new SubmissionPublisher<>(Runnable::run, 8)) {
            Flow.Publisher<?> returned = (Flow.Publisher<?>) call(point, () -> publisher);
            assertThat(events.started).isEmpty();
            Collected first = new Collected();
            returned.subscribe(first);
            publisher.submit("ab");
            first.subscription.cancel();
            Collected second = new Collected();
            returned.subscribe(second);
            publisher.submit("c");
            publisher.close();
            assertThat(second.elements).isEqualTo(List.of("c"));
        }

        assertThat(events.lines)
                .containsExactly(
                        "start pub",
                        "chunk pub 0 item 2",
                        "end pub cancelled",
                        "start pub",
                        "chunk pub 0 item 1",
                        "end pub ok");
    }

    @Test
    void shouldLetTheMethodKeepAMoreSpecialResultType() {
        JoinPoint point = joinPoint(rule("pub").shape(Shape.PUBLISHER), SubmissionPublisher.class.getName());

        try (SubmissionPublisher<String> publisher = new SubmissionPublisher<>(Runnable::run, 8)) {
            assertThat(call(point, () -> publisher)).isSameAs(publisher);
        }

        assertThat(events.lines).containsExactly("start pub", "end pub ok");
    }

    @Test
    void shouldRethrowNothingOfItsOwnWhenTheApplicationsIteratorFails() {
        JoinPoint point = joinPoint(rule("it").shape(Shape.ITERATOR), Iterator.class.getName());
        IllegalStateException failure = new IllegalStateException("torn");
        Iterator<Object> torn = new Iterator<>() {
            @Override
            public boolean hasNext() {
                return true;
            }

            @Override
            public Object next() {
                throw failure;
            }
        };

        Iterator<?> returned = (Iterator<?>) call(point, () -> torn);

        assertThatThrownBy(returned::next).isSameAs(failure);
        assertThat(events.lines).containsExactly("start it", "end it error");
    }
}
