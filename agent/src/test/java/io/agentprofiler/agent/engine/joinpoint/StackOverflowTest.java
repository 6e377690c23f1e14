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

    /** Any other failure leaves alone what is current for another reason. */
    @Test
    void shouldEndNothingElseAfterAnyOtherFailure() {
        Object outer = enter(call);
        enter(inner);

        call.exit(outer, null, new IllegalStateException());

        assertThat(calls.events.started.get(0).isOpen()).isFalse();
        assertThat(calls.events.started.get(1).isOpen()).isTrue();
    }

    private Object enter(JoinPoint point) {
        return point.enter(this, null, null, null, null, null, null, null, null);
    }
}
