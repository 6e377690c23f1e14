// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.joinpoint;

import static io.agentprofiler.agent.engine.RuleFixture.rule;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.context.ThreadContext;
import io.agentprofiler.agent.engine.Engine;
import io.agentprofiler.agent.engine.EngineFixture;
import io.agentprofiler.agent.engine.RuleFixture;
import io.agentprofiler.agent.engine.site.JoinPoint;
import io.agentprofiler.agent.engine.site.RuleStates;
import io.agentprofiler.agent.engine.span.FlightSpans;
import io.agentprofiler.agent.ring.EventRing;
import io.agentprofiler.agent.stats.PipelineCounters;
import io.agentprofiler.rules.model.Nesting;
import io.agentprofiler.rules.model.Role;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.model.Shape;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

/** Calls that are spans only if an operation begins below them. */
class LazyTest extends EngineFixture {
    private static final String RECORDING = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    private static final String NOT_RECORDING = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00";

    private final JoinPoint request =
            joinPoint(rule("request").lazy().nested(Nesting.OUTERMOST).traceparent("arg0"));
    private final JoinPoint work = joinPoint(rule("work"));

    @Test
    void shouldLeaveNothingIfNothingBeginsBelow() {
        call(request, () -> call(request, () -> "x"));
        request.exit(enter(request, null), null, new IllegalStateException("no"));
        request.cutOff(enter(request, null));

        assertThat(events.lines).isEmpty();
    }

    @Test
    void shouldBeASpanFromItsOwnStartIfSomethingBeginsBelow() {
        call(request, () -> {
            assertThat(events.lines).isEmpty();
            call(work, () -> "x");
            return call(work, () -> "y");
        });

        assertThat(events.lines)
                .containsExactly(
                        "start request",
                        "start work under request",
                        "end work ok",
                        "start work under request",
                        "end work ok",
                        "end request ok");
        Span root = events.started.get(0);
        Span child = events.started.get(1);
        assertThat(root.startNanos).isLessThanOrEqualTo(child.startNanos);
        assertThat(child.traceLow).isEqualTo(root.traceLow);
        assertThat(root.startThread).isSameAs(Thread.currentThread());
    }

    @Test
    void shouldFailWithItsCall() {
        Object handle = enter(request, null);
        call(work, () -> "x");
        request.exit(handle, null, new IllegalStateException("no"));

        assertThat(events.lines).endsWith("end request error");
    }

    @Test
    void shouldTellThoseAboveFirst() {
        JoinPoint outer = joinPoint(rule("outer").lazy());

        call(outer, () -> call(request, () -> call(work, () -> "x")));

        assertThat(events.lines).startsWith("start outer", "start request under outer", "start work under request");
    }

    @Test
    void shouldNotBeASpanForWhatMeansNothingByItself() {
        JoinPoint memory = joinPoint(rule("memory").neverRoot());

        call(request, () -> call(memory, () -> "x"));
        assertThat(events.lines).isEmpty();

        call(request, () -> {
            call(work, () -> "x");
            return call(memory, () -> "y");
        });
        assertThat(events.lines).contains("start memory under request");
    }

    @Test
    void shouldBeASpanForWhatBeginsOnAnotherThread() {
        call(request, () -> {
            Span span = ThreadContext.get().current;
            Thread other = new Thread(() -> {
                ThreadContext.get().current = span;
                call(work, () -> "x");
            });
            other.start();
            join(other);
            return "y";
        });

        assertThat(events.lines)
                .containsExactly("start request", "start work under request", "end work ok", "end request ok");
        assertThat(events.started.get(0).startThread).isSameAs(Thread.currentThread());
    }

    @Test
    void shouldLeaveWhatBeginsAfterItsEndToItself() {
        Span[] left = new Span[1];
        call(request, () -> left[0] = ThreadContext.get().current);

        ThreadContext.get().current = left[0];
        call(work, () -> "x");
        ThreadContext.get().current = null;

        assertThat(events.lines).containsExactly("start work", "end work ok");
    }

    @Test
    void shouldBePartOfTheCallersTrace() {
        Object handle = enter(request, null, RECORDING);
        call(work, () -> "x");
        request.exit(handle, "y", null);

        assertThat(events.lines).startsWith("start request under the caller's b7ad6b7169203331");
        assertThat(events.started.get(1).traceLow).isEqualTo(0x8448eb211c80319cL);
    }

    @Test
    void shouldGoOnUntilItIsCompletedElsewhere() {
        JoinPoint extend = joinPoint(rule("extend").role(Role.EXTEND, "request", "arg0"));
        JoinPoint scope = joinPoint(rule("scope").role(Role.SCOPE, "request", "this"));
        JoinPoint complete = joinPoint(rule("complete").role(Role.CLOSE, "request", "this"));
        Object async = new Object();
        Object quiet = new Object();

        call(request, () -> extend.exit(enter(extend, null, quiet), null, null));
        call(complete, quiet, () -> null);
        assertThat(events.lines).isEmpty();

        call(request, () -> extend.exit(enter(extend, null, async), null, null));
        call(scope, async, () -> call(request, () -> call(work, () -> "x")));
        assertThat(events.lines).containsExactly("start request", "start work under request", "end work ok");
        call(complete, async, () -> null);

        assertThat(events.lines).endsWith("end request ok").hasSize(4);
    }

    @Test
    void shouldGoOnAfterItsFutureIfItIsCompletedElsewhere() {
        JoinPoint ask = joinPoint(rule("ask").shape(Shape.FUTURE), CompletableFuture.class.getName());
        JoinPoint extend = joinPoint(rule("extend").role(Role.EXTEND, "ask", "arg0"));
        JoinPoint complete = joinPoint(rule("complete").role(Role.CLOSE, "ask", "this"));
        Object body = new Object();
        CompletableFuture<Object> head = new CompletableFuture<>();
        CompletableFuture<Object> broken = new CompletableFuture<>();

        call(ask, () -> {
            extend.exit(enter(extend, null, body), null, null);
            return head;
        });
        call(ask, () -> broken);
        head.complete("head");
        broken.completeExceptionally(new IllegalStateException("no"));
        assertThat(events.lines).containsExactly("start ask", "start ask", "end ask error");
        call(complete, body, () -> null);

        assertThat(events.lines).endsWith("end ask ok").hasSize(4);
    }

    @Test
    void shouldBeASpanASubscription() {
        JoinPoint handle = joinPoint(rule("handle").lazy().shape(Shape.PUBLISHER), Mono.class.getName());
        Supplier<Object> made = () -> Mono.fromSupplier(() -> call(work, () -> "x"));

        Mono<?> quiet = (Mono<?>) call(handle, () -> Mono.just("nothing below"));
        quiet.block();
        Mono<?> asking = (Mono<?>) call(handle, made);
        assertThat(events.lines).isEmpty();
        asking.block();

        assertThat(events.lines)
                .containsExactly("start handle", "start work under handle", "end work ok", "end handle ok");
    }

    @Test
    void shouldCarryItselfWithWhatAPublisherDelivers() {
        JoinPoint body = joinPoint(rule("body").shape(Shape.PUBLISHER).role(Role.TASK, "body"), Mono.class.getName());

        Mono<?> carried = (Mono<?>) call(request, () -> {
            Mono<?> made = (Mono<?>) call(body, () -> Mono.just("x"));
            made.map(x -> call(work, () -> x)).block();
            return made;
        });
        carried.map(x -> call(work, () -> x)).block();

        assertThat(events.lines)
                .containsExactly(
                        "start request",
                        "start work under request",
                        "end work ok",
                        "end request ok",
                        "start work under request",
                        "end work ok");
    }

    @Test
    void shouldCountAWorkflowThatIsLeftOutOnceAndOnlyIfThereIsOne() {
        assertThat(leftOut(0, null, 0)).isEqualTo(PipelineCounters.Sampling.NONE);
        assertThat(leftOut(0, null, 2)).isEqualTo(new PipelineCounters.Sampling(0, 1, 0));
        assertThat(leftOut(1, null, 2)).isEqualTo(PipelineCounters.Sampling.NONE);
        assertThat(leftOut(1, NOT_RECORDING, 0)).isEqualTo(PipelineCounters.Sampling.NONE);
        assertThat(leftOut(1, NOT_RECORDING, 2)).isEqualTo(new PipelineCounters.Sampling(0, 0, 1));
        assertThat(leftOut(0, RECORDING, 2)).isEqualTo(PipelineCounters.Sampling.NONE);
    }

    @Test
    void shouldCountEveryWorkflowOnceWhereSomeAreChosen() {
        long kept = 0;
        for (int i = 0; i < 100; i++) {
            PipelineCounters.Sampling one = leftOut(0.5, null, 2);
            assertThat(one.kept() + one.skipped()).isEqualTo(1);
            kept += one.kept();
        }
        assertThat(kept).isBetween(10L, 90L);
    }

    /** Makes a request with so many operations below, and one with none. */
    private static PipelineCounters.Sampling leftOut(double sample, String header, int operations) {
        PipelineCounters counters = new PipelineCounters();
        List<Rule> rules = Stream.of(rule("request").lazy().traceparent("arg0"), rule("work"))
                .map(RuleFixture::build)
                .toList();
        Engine engine = new Engine(
                new RuleStates(rules, (index, reason) -> {
                    throw new AssertionError(reason);
                }),
                List.of(),
                null,
                EventRing.unread(1024, counters),
                FlightSpans.OFF,
                sample,
                false);
        JoinPoint request = engine.joinPoint(0, "com.acme.Some", "request", "void", new String[0][]);
        JoinPoint work = engine.joinPoint(1, "com.acme.Some", "work", "void", new String[0][]);
        Object handle = enter(request, null, header);
        for (int i = 0; i < operations; i++) {
            call(work, () -> call(work, () -> "x"));
        }
        request.exit(handle, null, null);
        request.exit(enter(request, null, header), null, null);
        return counters.snapshot().sampling();
    }
}
