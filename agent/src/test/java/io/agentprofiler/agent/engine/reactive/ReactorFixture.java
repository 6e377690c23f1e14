// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.reactive;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.agent.context.ThreadContext;
import io.agentprofiler.agent.engine.TracedCalls;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Hooks;
import reactor.core.publisher.Mono;

/** Reactor's publishers under the shapes {@code publisher} and {@code auto}, and what is seen of them. */
public abstract class ReactorFixture {
    public final TracedCalls traced = TracedCalls.reactive();
    public final List<String> seen = Collections.synchronizedList(new ArrayList<>());

    @AfterEach
    public void shouldLeaveTheThreadClean() {
        assertThat(ThreadContext.get().current).isNull();
        assertThat(traced.disabled).isEmpty();
        Hooks.resetOnEachOperator();
        Hooks.resetOnLastOperator();
        Hooks.resetOnOperatorDebug();
    }

    public <T> Mono<T> mono(String id, Supplier<Mono<T>> body) {
        return traced.call(id, Mono.class, body::get);
    }

    public <T> Flux<T> flux(String id, Supplier<Flux<T>> body) {
        return traced.call(id, Flux.class, body::get);
    }

    public void see(String what) {
        seen.add(what + " under " + TracedCalls.current());
    }
}
