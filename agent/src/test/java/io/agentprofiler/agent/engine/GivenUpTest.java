// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine;

import static io.agentprofiler.agent.engine.RuleFixture.rule;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.agentprofiler.agent.context.PropagatedSpan;
import io.agentprofiler.agent.context.StageFunction;
import io.agentprofiler.agent.context.ThreadContext;
import io.agentprofiler.agent.engine.site.JoinPoint;
import io.agentprofiler.rules.model.Role;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/**
 * A span whose object was collected is given up only if nothing else leads to its end: no task, stage or call under it, and no
 * other object.
 */
class GivenUpTest extends EngineFixture {
    private final JoinPoint open = joinPoint(rule("stream").role(Role.OPEN, "stream", "arg0"));
    private final JoinPoint scope = joinPoint(rule("scope").role(Role.SCOPE, "stream", "this"));
    private final JoinPoint delivered =
            joinPoint(rule("delivered").role(Role.BIND, "stream", "current").to("arg0"));
    private final JoinPoint close = joinPoint(rule("close").role(Role.CLOSE, "stream", "this"));

    /** Opens a stream, makes something of the span that is current in a call under it, and drops the stream's object. */
    private <T> T opened(Supplier<T> under) {
        Object response = new Object();
        open.exit(enter(open, null, response), null, null);
        Object handle = enter(scope, response);
        T made = under.get();
        scope.exit(handle, null, null);
        WeakReference<Object> dropped = new WeakReference<>(response);
        response = null;
        sweptWithout(dropped);
        return made;
    }

    private static PropagatedSpan task() {
        return PropagatedSpan.ofTask(null, ThreadContext.get().current);
    }

    private static StageFunction stage() {
        return new StageFunction.OfOne((Runnable) () -> {}, ThreadContext.get().current);
    }

    private void sweptWithout(WeakReference<Object> dropped) {
        await().until(() -> {
            System.gc();
            return dropped.refersTo(null);
        });
        engine.sweep();
    }

    private void givenUp() {
        await().until(() -> {
            System.gc();
            engine.sweep();
            return events.lines.size() > 1;
        });
        assertThat(events.lines).containsExactly("start stream", "abandoned stream");
        assertThat(engine.lifecycle().bound().size()).isZero();
    }

    private void deliver(Object to) {
        delivered.exit(enter(delivered, null, to), null, null);
    }

    @Test
    void shouldEndASpanThatOnlyATaskLedTo() {
        PropagatedSpan task = opened(GivenUpTest::task);
        Object chunks = new Object();
        ThreadContext.get().enter(task, task.span, task);
        deliver(chunks);
        ThreadContext.get().leave(task);
        close.exit(enter(close, chunks), null, null);

        assertThat(events.lines).containsExactly("start stream", "end stream ok");
    }

    @Test
    void shouldEndASpanThatOnlyAStageLedTo() {
        StageFunction waiting = opened(GivenUpTest::stage);
        Object stage = new Object();
        ThreadContext.get().enter(stage, waiting);
        // as the JDK does, which lets go of the function
        WeakReference<Object> dropped = new WeakReference<>(new Object());
        waiting = null;
        sweptWithout(dropped);
        Object chunks = new Object();
        deliver(chunks);
        ThreadContext.get().leave(stage);
        close.exit(enter(close, chunks), null, null);

        assertThat(events.lines).containsExactly("start stream", "end stream ok");
    }

    @Test
    void shouldGiveUpASpanWhenNothingLeadsToItsEndAnyMore() {
        PropagatedSpan task = opened(GivenUpTest::task);
        assertThat(events.lines).containsExactly("start stream");
        Reference.reachabilityFence(task);
        task = null;

        givenUp();
    }

    @Test
    void shouldGiveUpASpanWhenTheLastOfItsObjectsIsCollected() {
        PropagatedSpan task = opened(GivenUpTest::task);
        Object chunks = new Object();
        ThreadContext.get().enter(task, task.span, task);
        deliver(chunks);
        ThreadContext.get().leave(task);
        task = null;
        sweptWithout(new WeakReference<>(new Object()));
        assertThat(events.lines).containsExactly("start stream");
        Reference.reachabilityFence(chunks);
        chunks = null;

        givenUp();
    }

    @Test
    void shouldKeepASpanWhileACallRunsUnderIt() {
        Object response = new Object();
        open.exit(enter(open, null, response), null, null);
        Object running = enter(scope, response);
        WeakReference<Object> dropped = new WeakReference<>(response);
        response = null;
        sweptWithout(dropped);
        assertThat(events.lines).containsExactly("start stream");
        scope.exit(running, null, null);
        running = null;

        givenUp();
    }
}
