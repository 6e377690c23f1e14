// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.joinpoint;

import static io.agentprofiler.agent.engine.RuleFixture.rule;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.context.ThreadContext;
import io.agentprofiler.agent.engine.EngineFixture;
import io.agentprofiler.agent.engine.site.JoinPoint;
import io.agentprofiler.rules.model.Role;
import io.agentprofiler.rules.model.Rule;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Spans that are spread over several methods. */
class RolesTest extends EngineFixture {
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
    void shouldMeasureTheHandlerOfChunksAndOfWhatIsNone() {
        JoinPoint open = joinPoint(rule("stream").role(Role.OPEN, "stream", "arg0"));
        JoinPoint chunk =
                joinPoint(rule("chunk").role(Role.CHUNK, "stream", "this").chunk("text", "arg0"));
        JoinPoint passing =
                joinPoint(rule("passing").role(Role.CHUNK, "stream", "this").chunk(Rule.Chunk.NONE, null));
        JoinPoint loop = joinPoint(rule("loop").role(Role.CHUNK, "stream", "this"));
        JoinPoint close = joinPoint(rule("close").role(Role.CLOSE, "stream", "this"));
        Object handler = new Object();

        open.exit(enter(open, null, handler), null, null);
        Object looping = enter(loop, handler, "not an element");
        long waited = work();
        loop.exit(looping, null, null);
        long start = System.nanoTime();
        Object first = enter(chunk, handler, "abc");
        long worked = work();
        // the handler hands it on to another of its kind
        chunk.exit(enter(chunk, handler, "abc"), null, null);
        chunk.exit(first, null, new IllegalStateException("the handler's"));
        Object second = enter(passing, handler, "");
        worked += work();
        passing.exit(second, null, null);
        long whole = System.nanoTime() - start;
        waited += work();
        close.exit(enter(close, handler, "done"), null, null);

        Span span = events.started.get(0);
        assertThat(span.chunks.count).isEqualTo(1);
        assertThat(span.handler.nanos()).isBetween(worked, whole);
        assertThat(span.handler.sinceLast()).isEqualTo(span.handler.nanos());
        assertThat(waited).isPositive();
    }

    private static long work() {
        long start = System.nanoTime();
        while (System.nanoTime() - start < 1_000_000) {
            Thread.onSpinWait();
        }
        return System.nanoTime() - start;
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
    void shouldRunUnderTheParentWhatFollowsTheLastElementThatIsHandedOut() {
        JoinPoint root = joinPoint(rule("root"));
        JoinPoint open = joinPoint(rule("stream").role(Role.OPEN, "stream", "arg0"));
        JoinPoint line = joinPoint(rule("line").role(Role.SCOPE, "stream", "this"));
        JoinPoint event =
                joinPoint(rule("event").role(Role.ELEMENTS, "stream", "current").done("return"));
        JoinPoint tool = joinPoint(rule("tool"));
        Object handler = new Object();

        call(root, () -> {
            open.exit(enter(open, null, handler), null, null);
            Object heard = enter(line, handler);
            event.exit(enter(event, null), "last", null);
            call(tool, () -> null);
            line.exit(heard, null, null);
            call(tool, () -> null);
            return null;
        });

        assertThat(events.lines)
                .containsExactly(
                        "start root",
                        "start stream under root",
                        "end stream ok",
                        "start tool under root",
                        "end tool ok",
                        "start tool under root",
                        "end tool ok",
                        "end root ok");
    }

    @Test
    void shouldRunUnderTheParentWhatFollowsInAMethodWhoseSpanWasClosedInIt() {
        JoinPoint root = joinPoint(rule("root"));
        JoinPoint model = joinPoint(rule("model").role(Role.SPAN, "model", "arg0"));
        JoinPoint close = joinPoint(rule("close").role(Role.CLOSE, "model", "arg0"));
        JoinPoint tool = joinPoint(rule("tool"));
        Object first = new Object();
        Object second = new Object();

        call(root, () -> {
            Object round = enter(model, null, first);
            Object closing = enter(close, null, first);
            call(tool, () -> null);
            close.exit(closing, null, null);
            model.exit(enter(model, null, second), "text", null);
            model.exit(round, "text", null);
            return null;
        });

        assertThat(events.lines)
                .containsExactly(
                        "start root",
                        "start model under root",
                        "end model ok",
                        "start tool under root",
                        "end tool ok",
                        "start model under root",
                        "end model ok",
                        "end root ok");
    }

    @Test
    void shouldKeepTheLastNoteOfARuleForTheEnd() {
        JoinPoint model = joinPoint(rule("model").role(Role.SPAN, "model", "arg0"));
        JoinPoint note = joinPoint(rule("note").role(Role.NOTE, "model", "arg0"));
        Object key = new Object();

        Object handle = enter(model, null, key);
        note.exit(note.enter(null, key, "early", null, null, null, null, null, null), null, null);
        note.exit(note.enter(null, key, "late", null, null, null, null, null, null), null, null);
        note.exit(note.enter(null, "other", "lost", null, null, null, null, null, null), null, null);
        model.exit(handle, "text", null);

        assertThat(events.lines).containsExactly("start model", "end model ok");
        Span.Note noted = events.started.get(0).notes;
        assertThat(noted.rule().id()).isEqualTo("note");
        assertThat(noted.call().arg(1)).isEqualTo("late");
        assertThat(noted.next()).isNull();
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
    void shouldFindAndFailASpanByWhatOptionalsHold() {
        JoinPoint open = joinPoint(rule("stream").role(Role.OPEN, "stream", "arg0"));
        JoinPoint bind =
                joinPoint(rule("bind").role(Role.BIND, "stream", "this").to("arg0"));
        JoinPoint fail =
                joinPoint(rule("fail").role(Role.FAIL, "stream", "this").thrown("arg0"));
        Object handler = new Object();
        Object handle = new Object();
        IllegalStateException failure = new IllegalStateException("cut");

        open.exit(enter(open, null, Optional.of(handler)), null, null);
        bind.exit(enter(bind, handler, Optional.of(handle)), null, null);
        fail.exit(enter(fail, handle, Optional.empty()), null, null);
        fail.exit(enter(fail, handle, Optional.of(failure)), null, null);

        assertThat(events.lines).containsExactly("start stream", "end stream error");
        assertThat(events.thrown).containsExactly(failure);
    }

    @Test
    void shouldTellOfWorkAfterTheEndThatItWasHandedOver() {
        JoinPoint workflow = joinPoint(rule("workflow").role(Role.OPEN, "workflow", "arg0"));
        JoinPoint close = joinPoint(rule("close").role(Role.CANCEL, "workflow", "this"));
        JoinPoint scope = joinPoint(rule("scope").role(Role.SCOPE, "workflow", "this"));
        JoinPoint step = joinPoint(rule("step"));
        Object request = new Object();

        workflow.exit(enter(workflow, null, request), null, null);
        Object running = enter(scope, request);
        call(step, () -> "while it is open");
        Thread other = new Thread(() -> close.exit(enter(close, request), null, null));
        other.start();
        join(other);
        call(step, () -> "after its end, in the call that began before");
        scope.exit(running, null, null);
        Span span = events.started.get(0);
        ThreadContext.get().current = span;
        call(step, () -> "nothing says why the thread has it");
        ThreadContext.get().current = null;

        assertThat(events.started).extracting(started -> started.parent).containsExactly(null, span, span, span);
        assertThat(events.started).extracting(started -> started.handedOver).containsExactly(false, false, true, false);
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
}
