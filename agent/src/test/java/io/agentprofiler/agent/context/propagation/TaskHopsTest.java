// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.context.propagation;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.context.Spans;
import io.agentprofiler.agent.context.ThreadContext;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TaskHopsTest {
    private final Object pool = new Object();
    private final Object task = new Object();
    private final Span a = Spans.open();
    private final Span b = Spans.open();

    @AfterEach
    void leaveTheThreadClean() {
        TaskHops.endWork();
        ThreadContext.get().clear();
    }

    @Test
    void shouldNotTakeAnythingAlongWhereNoSpanIsCurrent() {
        TaskHops.handOver(pool, task);
        TaskHops.beginWork(pool, task);

        assertThat(current()).isNull();
    }

    @Test
    void shouldMakeTheSpanCurrentFromBeginToEnd() {
        handOver(a);
        TaskHops.beginWork(pool, task);
        assertThat(current()).isSameAs(a);
        TaskHops.endWork();
        assertThat(current()).isNull();
    }

    @Test
    void shouldBeToldOfTheSameRunTwice() {
        handOver(a);
        handOver(b);
        TaskHops.beginWork(pool, task);
        TaskHops.beginWork(pool, task);
        assertThat(current()).isSameAs(a);
        TaskHops.endWork();
        TaskHops.beginWork(pool, task);
        assertThat(current()).isSameAs(b);
    }

    @Test
    void shouldPutBackWhatWasCurrentAroundAForkedTask() {
        under(a, () -> TaskHops.handOverOnce(null, task));
        ThreadContext.get().current = b;
        TaskHops.beginForked(task);
        assertThat(current()).isSameAs(a);
        TaskHops.endForked(task);
        assertThat(current()).isSameAs(b);
    }

    @Test
    void shouldPutBackWhatWasCurrentEvenIfAnInnerTaskWasNotToldToEnd() {
        Object inner = new Object();
        under(a, () -> TaskHops.handOverOnce(null, task));
        under(b, () -> TaskHops.handOverOnce(null, inner));
        TaskHops.beginForked(task);
        TaskHops.beginForked(inner);
        TaskHops.endForked(task);
        assertThat(current()).isNull();
        TaskHops.endForked(inner);
        assertThat(current()).isNull();
    }

    @Test
    void shouldKeepAStageUnderItsSpanUntilItHasCompletedItsFuture() {
        Object future = new Object();
        under(a, () -> TaskHops.registerStage(task));
        TaskHops.beginStage(null, task);
        assertThat(current()).isSameAs(a);
        TaskHops.endStage(future, task);
        assertThat(current()).isNull();
        TaskHops.beginStage(null, task);
        assertThat(current()).isSameAs(a);
        TaskHops.endStage(null, task);
        TaskHops.beginStage(null, task);
        assertThat(current()).isNull();
    }

    @Test
    void shouldCountAWaitingTaskAmongTheActivityOfASpanThatEndsWithIt() {
        List<Span> quiet = new ArrayList<>();
        Span stream = Spans.endingWithItsActivity(quiet::add);
        Span child = Spans.open(stream);
        under(child, () -> TaskHops.handOver(pool, task));
        stream.started();
        child.end();
        child.over("ok");
        assertThat(quiet).isEmpty();

        TaskHops.beginWork(pool, task);
        assertThat(quiet).isEmpty();
        TaskHops.endWork();
        assertThat(quiet).containsExactly(stream);
    }

    @Test
    void shouldReportFailuresAndSwitchOffWhenThereAreEnough() {
        AtomicReference<String> off = new AtomicReference<>();
        HopFaults faults = new HopFaults(off::set);
        BiConsumer<Object, Object> receiver = TaskHops.receiver(Hop.START_THREAD, faults);
        receiver.accept(null, "not a thread");
        receiver.accept(null, "not a thread");
        assertThat(off.get()).isNull();
        receiver.accept(null, "not a thread");
        receiver.accept(null, "not a thread");

        assertThat(off.get()).startsWith("START_THREAD failed: java.lang.ClassCastException");
        assertThat(faults.count()).isEqualTo(4);
    }

    @Test
    void shouldSwitchOffAtTheFirstErrorOfLinking() {
        AtomicReference<String> off = new AtomicReference<>();
        new HopFaults(off::set).failed(Hop.HAND_OVER, new NoClassDefFoundError("gone"));

        assertThat(off.get()).isEqualTo("HAND_OVER failed: java.lang.NoClassDefFoundError: gone");
    }

    private void handOver(Span span) {
        under(span, () -> TaskHops.handOver(pool, task));
    }

    private static void under(Span span, Runnable body) {
        ThreadContext context = ThreadContext.get();
        Span before = context.current;
        context.current = span;
        body.run();
        context.current = before;
    }

    private static Span current() {
        return ThreadContext.get().current;
    }
}
