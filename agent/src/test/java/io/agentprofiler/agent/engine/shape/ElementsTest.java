// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.shape;

import static io.agentprofiler.agent.engine.RuleFixture.rule;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.agent.engine.EngineFixture;
import io.agentprofiler.agent.engine.site.JoinPoint;
import io.agentprofiler.rules.model.Nesting;
import io.agentprofiler.rules.model.Role;
import io.agentprofiler.rules.model.Shape;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Spans whose elements another method hands out, and the span that is found because it is current. */
class ElementsTest extends EngineFixture {
    private static final String STREAM = Stream.class.getName();

    @Test
    void shouldTakeOnlyStepsOfASpanOfAKind() {
        JoinPoint statement = joinPoint(rule("statement").unlessNotUnder(SpanKind.RETRIEVAL));
        JoinPoint search = joinPoint(rule("search").kind(SpanKind.RETRIEVAL));
        JoinPoint step = joinPoint(rule("step"));
        JoinPoint embedding = joinPoint(rule("embedding").kind(SpanKind.EMBEDDING));

        call(statement, () -> "alone");
        call(step, () -> call(statement, () -> "no step of a search"));
        call(search, () -> call(step, () -> call(statement, () -> "below a step")));
        call(search, () -> call(embedding, () -> call(statement, () -> "the embedding's own")));

        assertThat(events.lines)
                .containsExactly(
                        "start step",
                        "end step ok",
                        "start search",
                        "start step under search",
                        "start statement under step",
                        "end statement ok",
                        "end step ok",
                        "end search ok",
                        "start search",
                        "start embedding under search",
                        "end embedding ok",
                        "end search ok");
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
    void shouldNotTakeAWrapperForTheSpanThatACallIsAStepOf() {
        JoinPoint client = joinPoint(rule("client")
                .operation("text")
                .kind(SpanKind.LLM)
                .nested(Nesting.INNERMOST)
                .unlessUnder(SpanKind.LLM));
        JoinPoint service =
                joinPoint(rule("service").operation("text").kind(SpanKind.LLM).nested(Nesting.INNERMOST));
        JoinPoint model = joinPoint(rule("model").kind(SpanKind.LLM));

        call(service, () -> call(client, () -> "wrapped"));
        call(model, () -> call(client, () -> "a step"));
        call(model, () -> call(service, () -> call(client, () -> "a step, wrapped")));

        assertThat(events.lines)
                .containsExactly(
                        "start service",
                        "start client",
                        "end client ok",
                        "start model",
                        "end model ok",
                        "start model",
                        "start service under model",
                        "end service ok",
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
    void shouldGoOnWithWhatAFutureBrings() {
        JoinPoint open = joinPoint(
                rule("stream").role(Role.OPEN, "stream", "return").shape(Shape.FUTURE),
                CompletableFuture.class.getName());
        JoinPoint read =
                joinPoint(rule("read").role(Role.ELEMENTS, "stream", "this").chunk("text", "return"), STREAM);
        Object response = new Object();
        CompletableFuture<Object> later = new CompletableFuture<>();
        CompletableFuture<Object> refused = new CompletableFuture<>();

        assertThat(open.exit(enter(open, null, "ask"), later, null)).isSameAs(later);
        later.complete(response);
        assertThat(events.lines).containsExactly("start stream");
        Stream<?> elements = (Stream<?>) read.exit(enter(read, response), Stream.of("ab"), null);
        assertThat(elements.toList()).isEqualTo(List.of("ab"));
        open.exit(enter(open, null, "ask"), refused, null);
        refused.completeExceptionally(new CompletionException(new IllegalStateException("no")));
        open.exit(enter(open, null, "ask"), CompletableFuture.completedFuture(null), null);

        assertThat(events.lines)
                .containsExactly(
                        "start stream",
                        "chunk stream 0 text 2",
                        "end stream ok",
                        "start stream",
                        "end stream error",
                        "start stream",
                        "end stream ok");
    }

    @Test
    void shouldRunWhatHandsOutChunksAsThePartOfTheSpanThatItIs() {
        JoinPoint open = joinPoint(rule("graph").role(Role.OPEN, "graph", "return"));
        JoinPoint next =
                joinPoint(rule("next").role(Role.ELEMENTS, "graph", "this").done("return.last"));
        JoinPoint node = joinPoint(rule("node"));
        Object generator = new Object();
        Object torn = new Object();
        IllegalStateException failure = new IllegalStateException("torn");

        open.exit(enter(open, null), generator, null);
        Object turn = enter(next, generator);
        call(node, () -> "x");
        next.exit(turn, new Step(false), null);
        call(node, () -> "between");
        next.exit(enter(next, generator), new Step(true), null);
        next.exit(enter(next, generator), new Step(true), null);
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

    /** What a generator hands out. */
    record Step(boolean last) {}
}
