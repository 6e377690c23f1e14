// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.joinpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.context.ThreadContext;
import io.agentprofiler.agent.engine.RuleFixture;
import io.agentprofiler.agent.engine.TracedCalls;
import io.agentprofiler.agent.engine.site.JoinPoint;
import org.junit.jupiter.api.Test;

/** At the end of the stack exits are lost: the first one below that has stack enough ends what they left open. */
class StackOverflowTest {
    private final TracedCalls calls = new TracedCalls(1, RuleFixture.rule("call"), RuleFixture.rule("inner"));
    private final JoinPoint call =
            calls.engine.joinPoint(0, "com.acme.Some", "call", "java.lang.Object", new String[0][]);
    private final JoinPoint inner =
            calls.engine.joinPoint(1, "com.acme.Some", "inner", "java.lang.Object", new String[0][]);

    @Test
    void shouldEndWhatLostItsExit() {
        Object outermost = enter(call);
        Object outer = enter(call);
        enter(inner);
        enter(inner);

        call.exit(outer, null, new StackOverflowError());

        assertThat(calls.events.started).hasSize(4);
        assertThat(calls.events.started.subList(1, 4)).noneMatch(Span::isOpen);
        assertThat(calls.events.started.get(0).isOpen()).isTrue();
        assertThat(ThreadContext.get().current).isSameAs(outermost);

        call.exit(outermost, "result", null);
        assertThat(calls.events.started).noneMatch(Span::isOpen);
        assertThat(ThreadContext.get().current).isNull();
        assertThat(calls.lines().stream().filter(line -> line.startsWith("end ")))
                .hasSize(4)
                .filteredOn(line -> line.contains("error"))
                .hasSize(3);
    }

    /** The overflow may have been caught by the application: nothing is known then of how the calls above ended. */
    @Test
    void shouldGiveUpWhatLostItsExitWithoutATrace() {
        Object outer = enter(call);
        enter(inner);
        enter(inner);

        call.exit(outer, "result", null);

        assertThat(calls.events.started).hasSize(3).noneMatch(Span::isOpen);
        assertThat(calls.lines())
                .containsExactly(
                        "start call",
                        "start inner under call",
                        "start inner under inner",
                        "abandoned inner",
                        "abandoned inner",
                        "end call ok");
        assertThat(ThreadContext.get().current).isNull();
    }

    /** An exit that notices takes its span off the thread, and the next one below tells both ends, each with its own outcome. */
    @Test
    void shouldEndLaterWhatCouldNotBeTold() {
        Object outermost = enter(call);
        Object outer = enter(call);
        Object returned = enter(inner);
        calls.events.failing = new StackOverflowError();
        inner.exit(returned, "result", null);
        assertThat(ThreadContext.get().current).isSameAs(outer);
        call.exit(outer, null, new IllegalStateException("no"));
        assertThat(ThreadContext.get().current).isSameAs(outermost);
        assertThat(calls.lines()).noneMatch(line -> line.startsWith("end "));
        calls.events.failing = null;

        call.exit(outermost, "result", null);

        assertThat(calls.lines().stream().filter(line -> line.startsWith("end ")))
                .containsExactly("end inner ok", "end call error", "end call ok");
        assertThat(calls.events.thrown)
                .extracting(String::valueOf)
                .containsExactly("null", "java.lang.IllegalStateException: no", "null");
        assertThat(ThreadContext.get().lost).isNull();
    }

    /** No call of the thread's is left below: the next one that it makes tells the end, and is no child of the lost one. */
    @Test
    void shouldEndTheOutermostCallWhenTheThreadMakesAnother() {
        Object outermost = enter(call);
        calls.events.failing = new StackOverflowError();
        call.exit(outermost, "result", null);
        assertThat(ThreadContext.get().current).isNull();
        calls.events.failing = null;

        call.exit(enter(call), "result", null);

        assertThat(calls.lines()).containsExactly("start call", "end call ok", "start call", "end call ok");
    }

    /** What is above an exit that overflows, too, waits with it. */
    @Test
    void shouldKeepWhatIsAboveAnExitThatOverflows() {
        Object outermost = enter(call);
        Object outer = enter(call);
        enter(inner);
        calls.events.failing = new StackOverflowError();
        call.exit(outer, null, new StackOverflowError());
        calls.events.failing = null;

        call.exit(outermost, "result", null);

        assertThat(calls.lines().stream().filter(line -> line.startsWith("end ")))
                .containsExactly("end inner error", "end call error", "end call ok");
        assertThat(calls.events.started).noneMatch(Span::isOpen);
    }

    private Object enter(JoinPoint point) {
        return point.enter(this, null, null, null, null, null, null, null, null);
    }
}
