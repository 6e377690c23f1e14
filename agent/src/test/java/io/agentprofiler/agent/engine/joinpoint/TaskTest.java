// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.joinpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentprofiler.agent.context.ThreadContext;
import io.agentprofiler.agent.engine.TracedCalls;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Methods whose results are tasks. */
class TaskTest {
    private final TracedCalls traced = TracedCalls.reactive();
    private final List<String> seen = new ArrayList<>();
    private final Runnable task = () -> seen.add(TracedCalls.current());

    @AfterEach
    void shouldLeaveTheThreadClean() {
        assertThat(ThreadContext.get().current).isNull();
    }

    private <T> T made(TracedCalls calls, Class<T> type, T task) {
        return calls.call("task", type, () -> task);
    }

    @Test
    void shouldCarryTheSpanAlong() {
        Runnable carrying = traced.call("sync", Runnable.class, () -> made(traced, Runnable.class, task));

        carrying.run();

        assertThat(seen).containsExactly("sync");
        assertThat(carrying).hasToString(task.toString());
    }

    @Test
    void shouldCarryItOnRepeatedRunsForAsLongAsItIsOpen() {
        Runnable carrying = traced.call("sync", Runnable.class, () -> {
            Runnable made = made(traced, Runnable.class, task);
            made.run();
            made.run();
            return made;
        });

        carrying.run();

        assertThat(seen).containsExactly("sync", "sync", "none");
    }

    @Test
    void shouldCarryTheMarkOfAnUnsampledWorkflowOnce() {
        TracedCalls none = TracedCalls.reactive(0);
        Runnable carrying = none.call("sync", Runnable.class, () -> made(none, Runnable.class, task));

        carrying.run();
        carrying.run();

        assertThat(seen).containsExactly("unsampled", "none");
    }

    @Test
    void shouldPassResultAndFailureOn() throws Exception {
        IllegalStateException failure = new IllegalStateException("no");
        Callable<?> call =
                traced.call("sync", Callable.class, () -> made(traced, Callable.class, TracedCalls::current));
        Runnable failing = traced.call(
                "sync",
                Runnable.class,
                () -> made(traced, Runnable.class, () -> {
                    throw failure;
                }));

        assertThat(call.call()).isEqualTo("sync");
        assertThatThrownBy(failing::run).isSameAs(failure);
    }

    @Test
    void shouldLeaveTasksAloneOutsideOfWorkflowsAndAfterTheStop() {
        assertThat(made(traced, Runnable.class, task)).isSameAs(task);

        traced.engine.stop();

        Runnable same = traced.call("sync", Runnable.class, () -> made(traced, Runnable.class, task));
        assertThat(same).isSameAs(task);
    }
}
