// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine;

import static io.agentprofiler.agent.engine.RuleFixture.rule;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.context.ThreadContext;
import io.agentprofiler.rules.model.Nesting;
import io.agentprofiler.rules.model.Role;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.model.Shape;
import io.agentprofiler.schema.SpanKind;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EngineTest {
    private final RecordedEvents events = new RecordedEvents();
    private final List<Rule> rules = new ArrayList<>();
    private static final String STREAM = Stream.class.getName();

    private final List<String> tripped = new ArrayList<>();
    private double sample = 1;
    private RuleStates states;
    private Engine engine;

    @AfterEach
    void shouldLeaveTheThreadClean() {
        assertThat(ThreadContext.get().current).isNull();
        assertThat(ThreadContext.get().chunking).isNull();
    }

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

        assertThat(events.started.get(1).state()).isEqualTo(Span.ABSORBED);
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

    @Test
    void shouldLeaveCallsAloneThatAConditionNames() {
        JoinPoint point = joinPoint(rule("a").unless("arg0", "toString"));

        point.exit(enter(point, null, "toString"), null, null);
        point.exit(enter(point, null, "ask"), null, null);

        assertThat(events.lines).containsExactly("start a", "end a ok");
    }

    @Test
    void shouldLeaveCallsAloneThatAreAStepOfASpanOfAKind() {
        JoinPoint sdk = joinPoint(rule("sdk").kind(SpanKind.LLM).unlessUnder(SpanKind.LLM));
        JoinPoint model = joinPoint(rule("model").kind(SpanKind.LLM));
        JoinPoint step = joinPoint(rule("step"));
        JoinPoint tool = joinPoint(rule("tool").kind(SpanKind.TOOL));

        call(sdk, () -> "alone");
        call(model, () -> call(sdk, () -> "below"));
        call(model, () -> call(step, () -> call(sdk, () -> "below a step")));
        call(model, () -> call(tool, () -> call(sdk, () -> "the tool's own")));

        assertThat(events.lines)
                .containsExactly(
                        "start sdk",
                        "end sdk ok",
                        "start model",
                        "end model ok",
                        "start model",
                        "start step under model",
                        "end step ok",
                        "end model ok",
                        "start model",
                        "start tool under model",
                        "start sdk under tool",
                        "end sdk ok",
                        "end tool ok",
                        "end model ok");
    }

    @Test
    void shouldTakeWhatAnotherMethodReturnsForTheElementsOfASpan() {
        JoinPoint open = joinPoint(rule("stream").role(Role.OPEN, "stream", "return"));
        JoinPoint read =
                joinPoint(rule("read").role(Role.ELEMENTS, "stream", "this").chunk("text", "return"), STREAM);
        JoinPoint unread = joinPoint(rule("unread").role(Role.CANCEL, "stream", "this"));
        Object response = new Object();
        Object closed = new Object();

        open.exit(enter(open, null, "ask"), response, null);
        Stream<?> elements = (Stream<?>) read.exit(enter(read, response), Stream.of("ab", "c"), null);
        assertThat(elements.toList()).isEqualTo(List.of("ab", "c"));
        unread.exit(enter(unread, response), null, null);
        open.exit(enter(open, null, "ask"), closed, null);
        unread.exit(enter(unread, closed), null, null);
        Stream<?> others = Stream.of("x");
        assertThat(read.exit(enter(read, new Object()), others, null)).isSameAs(others);

        assertThat(events.lines)
                .containsExactly(
                        "start stream",
                        "chunk stream 0 text 2",
                        "chunk stream 1 text 1",
                        "end stream ok",
                        "start stream",
                        "end stream cancelled");
    }

    @Test
    void shouldRunWhatHandsOutChunksAsThePartOfTheSpanThatItIs() {
        JoinPoint open = joinPoint(rule("graph").role(Role.OPEN, "graph", "return"));
        JoinPoint next =
                joinPoint(rule("next").role(Role.ELEMENTS, "graph", "this").done("return.isEmpty"));
        JoinPoint node = joinPoint(rule("node"));
        Object generator = new Object();
        Object torn = new Object();
        IllegalStateException failure = new IllegalStateException("torn");

        open.exit(enter(open, null), generator, null);
        Object turn = enter(next, generator);
        call(node, () -> "x");
        next.exit(turn, List.of("a"), null);
        call(node, () -> "between");
        next.exit(enter(next, generator), List.of(), null);
        next.exit(enter(next, generator), List.of(), null);
        open.exit(enter(open, null), torn, null);
        next.exit(enter(next, torn), null, failure);

        assertThat(events.lines)
                .containsExactly(
                        "start graph",
                        "start node under graph",
                        "end node ok",
                        "chunk graph 0 item -1",
                        "start node",
                        "end node ok",
                        "end graph ok",
                        "start graph",
                        "end graph error");
    }

    @Test
    void shouldActOnTheCurrentSpanOfTheOperationOnly() {
        JoinPoint open = joinPoint(rule("stream").role(Role.OPEN, "stream", "return"));
        JoinPoint scope = joinPoint(rule("scope").role(Role.SCOPE, "stream", "this"));
        JoinPoint bind =
                joinPoint(rule("bind").role(Role.BIND, "stream", "current").to("arg0"));
        JoinPoint fail =
                joinPoint(rule("fail").role(Role.FAIL, "stream", "current").thrown("arg0"));
        JoinPoint close = joinPoint(rule("close").role(Role.CLOSE, "stream", "this"));
        JoinPoint other = joinPoint(rule("other"));
        Object first = new Object();
        Object second = new Object();
        Object delivered = new Object();
        IllegalStateException failure = new IllegalStateException("torn");

        open.exit(enter(open, null), first, null);
        open.exit(enter(open, null), second, null);
        Object scoped = enter(scope, first);
        call(other, () -> fail.exit(enter(fail, null, failure), null, null));
        bind.exit(enter(bind, null, delivered), null, null);
        fail.exit(enter(fail, null), null, null);
        scope.exit(scoped, null, null);
        close.exit(enter(close, delivered), null, null);
        scoped = enter(scope, second);
        fail.exit(enter(fail, null, new CompletionException(failure)), null, null);
        scope.exit(scoped, null, null);
        bind.exit(enter(bind, null, delivered), null, null);

        assertThat(events.lines)
                .containsExactly(
                        "start stream",
                        "start stream",
                        "start other under stream",
                        "end other ok",
                        "end stream ok",
                        "end stream error");
        assertThat(events.thrown).contains(failure);
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
    void shouldCountChunksOnTheBoundInstanceOnlyAndOnce() {
        JoinPoint open = joinPoint(rule("stream").role(Role.OPEN, "stream", "arg0"));
        JoinPoint chunk =
                joinPoint(rule("chunk").role(Role.CHUNK, "stream", "this").chunk("text", "arg0"));
        JoinPoint close = joinPoint(rule("close").role(Role.CLOSE, "stream", "this"));
        Object handler = new Object();
        Object wrapper = new Object();

        open.exit(enter(open, null, handler), null, null);
        Object outer = enter(chunk, handler, "abc");
        chunk.exit(enter(chunk, handler, "abc"), null, null);
        chunk.exit(outer, null, null);
        chunk.exit(enter(chunk, wrapper, "abc"), null, null);
        chunk.exit(enter(chunk, handler, "de"), null, null);
        close.exit(enter(close, handler, "done"), null, null);
        close.exit(enter(close, handler, "done"), null, null);

        assertThat(events.lines)
                .containsExactly("start stream", "chunk stream 0 text 3", "chunk stream 1 text 2", "end stream ok");
        Span.ChunkStats stats = events.started.get(0).chunks;
        assertThat(stats.count).isEqualTo(2);
        assertThat(stats.chars).isEqualTo(5);
        assertThat(stats.maxGapNanos).isEqualTo(stats.lastNanos - stats.firstNanos);
    }

    @Test
    void shouldRunTheCompletionCallbackUnderTheParent() {
        JoinPoint root = joinPoint(rule("root"));
        JoinPoint open = joinPoint(rule("stream").role(Role.OPEN, "stream", "arg0"));
        JoinPoint close = joinPoint(rule("close").role(Role.CLOSE, "stream", "this"));
        Object first = new Object();
        Object second = new Object();

        call(root, () -> {
            open.exit(enter(open, null, first), null, null);
            Object closing = enter(close, first, "done");
            open.exit(enter(open, null, second), null, null);
            close.exit(closing, null, null);
            close.exit(enter(close, second, "done"), null, null);
            return null;
        });

        assertThat(events.lines)
                .containsExactly(
                        "start root",
                        "start stream under root",
                        "end stream ok",
                        "start stream under root",
                        "end stream ok",
                        "end root ok");
    }

    @Test
    void shouldEndAStreamOnceWhoeverEndsItFirst() {
        JoinPoint open = joinPoint(rule("stream").role(Role.OPEN, "stream", "arg0"));
        JoinPoint fail =
                joinPoint(rule("fail").role(Role.FAIL, "stream", "this").thrown("arg0"));
        JoinPoint bind =
                joinPoint(rule("bind").role(Role.BIND, "stream", "this").to("arg0"));
        JoinPoint cancel = joinPoint(rule("cancel").role(Role.CANCEL, "stream", "this"));
        Object handler = new Object();
        Object handle = new Object();

        open.exit(enter(open, null, handler), null, null);
        bind.exit(enter(bind, handler, handle), null, null);
        cancel.exit(enter(cancel, handle), null, null);
        fail.exit(enter(fail, handler, new IllegalStateException("late")), null, null);

        assertThat(events.lines).containsExactly("start stream", "end stream cancelled");
    }

    @Test
    void shouldEndAFailedStreamWithItsFailure() {
        JoinPoint open = joinPoint(rule("stream").role(Role.OPEN, "stream", "arg0"));
        JoinPoint fail =
                joinPoint(rule("fail").role(Role.FAIL, "stream", "this").thrown("arg0"));
        Object handler = new Object();
        IllegalStateException failure = new IllegalStateException("cut");

        open.exit(enter(open, null, handler), null, null);
        fail.exit(enter(fail, handler, failure), null, null);

        assertThat(events.lines).containsExactly("start stream", "end stream error");
        assertThat(events.thrown).containsExactly(failure);
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
        assertThat(events.lines).containsExactly("start service");
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
        fail.exit(enter(fail, handler, new IllegalStateException("cut")), null, null);

        assertThat(events.lines).endsWith("end stream error", "end service error");
    }

    @Test
    void shouldAbandonWorkThatIsNeverStarted() {
        JoinPoint service = joinPoint(rule("service").unstarted(Token.class));

        call(service, Token::new);

        Awaitility.await().until(() -> {
            System.gc();
            engine.sweep();
            return events.lines.contains("abandoned service");
        });
    }

    @Test
    void shouldRunLaterWorkUnderACarriedContext() {
        JoinPoint root = joinPoint(rule("root"));
        JoinPoint carry = joinPoint(rule("carry").role(Role.CARRY, "work", "arg0"));
        JoinPoint scope = joinPoint(rule("scope").role(Role.SCOPE, "work", "this"));
        JoinPoint work = joinPoint(rule("work"));
        Object task = new Object();

        call(root, () -> {
            carry.exit(enter(carry, null, task), null, null);
            AtomicReference<Throwable> failure = new AtomicReference<>();
            Thread other = new Thread(() -> call(scope, task, () -> call(work, () -> "x")));
            other.setUncaughtExceptionHandler((thread, thrown) -> failure.set(thrown));
            other.start();
            join(other);
            assertThat(failure.get()).isNull();
            return null;
        });

        assertThat(events.lines).containsExactly("start root", "start work under root", "end work ok", "end root ok");
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
    void shouldSwitchOffARuleThatFailsAndNeverLetTheApplicationSeeIt() {
        JoinPoint point = joinPoint(rule("a").unless("arg0", "x"));
        Object hostile = new Object() {
            @Override
            public String toString() {
                throw new IllegalStateException("hostile");
            }
        };

        for (int i = 0; i < RuleState.FAULTS_IN_A_ROW; i++) {
            assertThat(enter(point, null, hostile)).isNull();
        }

        assertThat(tripped).containsExactly("0 java.lang.IllegalStateException: hostile");
        assertThat(states.reports().get(0).faults()).isEqualTo(RuleState.FAULTS_IN_A_ROW);
    }

    @Test
    void shouldSwitchOffADriftedRuleAtOnce() {
        JoinPoint point = joinPoint(rule("a").unless("arg0", "x"));
        Object drifted = new Object() {
            @Override
            public String toString() {
                throw new NoSuchMethodError("gone");
            }
        };

        enter(point, null, drifted);

        assertThat(tripped).containsExactly("0 java.lang.NoSuchMethodError: gone");
    }

    @Test
    void shouldTakeSpansOfASwitchedOffRuleOffTheThread() {
        JoinPoint off = joinPoint(rule("off"));
        JoinPoint other = joinPoint(rule("other"));

        enter(off, null); // its exit is cut off by the switch
        states.get(0).failed(new NoSuchMethodError("gone"));
        call(other, () -> "x");

        assertThat(events.lines).containsExactly("start off", "abandoned off", "start other", "end other ok");
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
            assertThat(events.started)
                    .singleElement()
                    .satisfies(span -> assertThat(span.state()).isEqualTo(Span.ABSORBED));
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

    private JoinPoint joinPoint(RuleFixture fixture) {
        return joinPoint(fixture, Object.class.getName());
    }

    /** Adds a rule; earlier join points keep working, as they share the events and, by the last engine, the bindings. */
    private JoinPoint joinPoint(RuleFixture fixture, String returnType) {
        Lazy lazy = new Lazy(rules.size(), returnType);
        rules.add(fixture.build());
        return lazy;
    }

    private Engine engine() {
        if (engine == null) {
            states = new RuleStates(rules, (index, reason) -> tripped.add(index + " " + reason));
            engine = new Engine(states, RuleFixture.reactive(), events, FlightSpans.OFF, sample);
        }
        return engine;
    }

    private static Object enter(JoinPoint point, Object self, Object... args) {
        Object a0 = args.length > 0 ? args[0] : null;
        return point.enter(self, a0, null, null, null, null, null, null, null);
    }

    private static Object call(JoinPoint point, java.util.function.Supplier<Object> body) {
        return call(point, null, body);
    }

    private static Object call(JoinPoint point, Object self, java.util.function.Supplier<Object> body) {
        Object handle = enter(point, self);
        return point.exit(handle, body.get(), null);
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static final class Token {}

    private static final class Collected implements Flow.Subscriber<Object> {
        private final List<Object> elements = new ArrayList<>();
        private Flow.Subscription subscription;

        @Override
        public void onSubscribe(Flow.Subscription s) {
            subscription = s;
            s.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(Object element) {
            elements.add(element);
        }

        @Override
        public void onError(Throwable failure) {
            throw new AssertionError(failure);
        }

        @Override
        public void onComplete() {}
    }

    /** Makes the engine at the first call, when all rules of the test are known. */
    private final class Lazy extends JoinPoint {
        private final int index;
        private final String returnType;
        private JoinPoint target;

        Lazy(int index, String returnType) {
            this.index = index;
            this.returnType = returnType;
        }

        private JoinPoint target() {
            if (target == null) {
                target = engine().joinPoint(index, "com.acme.Some", "method", returnType, new String[0][]);
            }
            return target;
        }

        @Override
        public Captures captures() {
            return target().captures();
        }

        @Override
        public Object enter(
                Object self, Object a0, Object a1, Object a2, Object a3, Object a4, Object a5, Object a6, Object a7) {
            return target().enter(self, a0, a1, a2, a3, a4, a5, a6, a7);
        }

        @Override
        public Object exit(Object handle, Object result, Throwable thrown) {
            return target().exit(handle, result, thrown);
        }
    }
}
