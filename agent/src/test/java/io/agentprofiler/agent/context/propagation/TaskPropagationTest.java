// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.context.propagation;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.context.Spans;
import io.agentprofiler.agent.context.ThreadContext;
import java.util.ArrayList;
import java.util.List;
import java.util.TimerTask;
import java.util.concurrent.Delayed;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TaskPropagationTest {
    private final Object pool = new Object();
    private final Object task = new Object();
    private final Span a = Spans.open();
    private final Span b = Spans.open();

    @AfterEach
    void leaveTheThreadClean() {
        TaskPropagation.endWork();
        ThreadContext.get().clear();
    }

    @Test
    void shouldNotTakeAnythingAlongWhereNoSpanIsCurrent() {
        TaskPropagation.handOver(pool, task);
        TaskPropagation.beginWork(pool, task);

        assertThat(current()).isNull();
    }

    @Test
    void shouldMakeTheSpanCurrentFromBeginToEnd() {
        handOver(a);
        TaskPropagation.beginWork(pool, task);
        assertThat(current()).isSameAs(a);
        TaskPropagation.endWork();
        assertThat(current()).isNull();
    }

    @Test
    void shouldBeToldOfTheSameRunTwice() {
        handOver(a);
        handOver(b);
        TaskPropagation.beginWork(pool, task);
        TaskPropagation.beginWork(pool, task);
        assertThat(current()).isSameAs(a);
        TaskPropagation.endWork();
        TaskPropagation.beginWork(pool, task);
        assertThat(current()).isSameAs(b);
    }

    @Test
    void shouldPutBackWhatWasCurrentAroundAForkedTask() {
        under(a, () -> TaskPropagation.handOverOnce(null, task));
        ThreadContext.get().current = b;
        TaskPropagation.beginForked(task);
        assertThat(current()).isSameAs(a);
        TaskPropagation.endForked(task);
        assertThat(current()).isSameAs(b);
    }

    @Test
    void shouldPutBackWhatWasCurrentEvenIfAnInnerTaskWasNotToldToEnd() {
        Object inner = new Object();
        under(a, () -> TaskPropagation.handOverOnce(null, task));
        under(b, () -> TaskPropagation.handOverOnce(null, inner));
        TaskPropagation.beginForked(task);
        TaskPropagation.beginForked(inner);
        TaskPropagation.endForked(task);
        assertThat(current()).isNull();
        TaskPropagation.endForked(inner);
        assertThat(current()).isNull();
    }

    @Test
    void shouldRunAStageUnderTheSpanItsFunctionWasStoredUnder() {
        Function<Object, Object> function = x -> x;
        Object[] stored = new Object[1];
        under(a, () -> stored[0] = TaskPropagation.registerStage(function));
        ThreadContext.get().current = b;
        for (int attempt = 0; attempt < 2; attempt++) {
            assertThat(TaskPropagation.runStage(stored[0], task)).isSameAs(function);
            assertThat(current()).isSameAs(a);
            TaskPropagation.endStage(task);
            assertThat(current()).isSameAs(b);
        }
    }

    @Test
    void shouldStoreFunctionsAsTheyAreWhereNoSpanIsCurrent() {
        Function<Object, Object> function = x -> x;
        assertThat(TaskPropagation.registerStage(function)).isSameAs(function);
        assertThat(TaskPropagation.registerStageOfTwo(function)).isSameAs(function);
        assertThat(TaskPropagation.runStage(function, task)).isSameAs(function);
        assertThat(TaskPropagation.runStage(null, task)).isNull();
        under(a, () -> assertThat(TaskPropagation.registerStage(null)).isNull());
        assertThat(current()).isNull();
    }

    @Test
    void shouldNotTakeAStageMadeOutsideOfAnySpanForAPartOfWhatCompletesIt() {
        Function<String, String> function = text -> text;

        under(a, () -> {
            assertThat(TaskPropagation.runStage(function, task)).isSameAs(function);
            assertThat(current()).isNull();
            TaskPropagation.endStage(task);
            assertThat(current()).isSameAs(a);
        });
    }

    @Test
    void shouldCountAWaitingTaskAmongTheActivityOfASpanThatEndsWithIt() {
        List<Span> quiet = new ArrayList<>();
        Span stream = Spans.endingWithItsActivity(quiet::add);
        Span child = Spans.open(stream);
        under(child, () -> TaskPropagation.handOver(pool, task));
        stream.started();
        child.end();
        child.over("ok");
        assertThat(quiet).isEmpty();

        TaskPropagation.beginWork(pool, task);
        assertThat(quiet).isEmpty();
        TaskPropagation.endWork();
        assertThat(quiet).containsExactly(stream);
    }

    @Test
    void shouldTellTheFirstSpanOfATaskHowLongTheTaskWaited() {
        long submitted = System.nanoTime();
        handOver(a);
        long handedOver = System.nanoTime();
        LockSupport.parkNanos(1_000_000);
        long begins = System.nanoTime();
        TaskPropagation.beginWork(pool, task);
        long begun = System.nanoTime();

        assertThat(ThreadContext.get().takeQueued(a)).isBetween(begins - handedOver, begun - submitted);
        assertThat(ThreadContext.get().takeQueued(a)).as("the second span").isEqualTo(Span.UNKNOWN);
    }

    @Test
    void shouldTellTheNextSpanWhereTheFirstTurnedOutToBeNone() {
        handOver(a);
        TaskPropagation.beginWork(pool, task);

        long queued = ThreadContext.get().takeQueued(a);
        ThreadContext.get().giveBackQueued(queued);
        assertThat(ThreadContext.get().takeQueued(a)).isEqualTo(queued).isNotNegative();
    }

    @Test
    void shouldTellASpanOfAnotherWorkflowNothing() {
        handOver(a);
        TaskPropagation.beginWork(pool, task);

        assertThat(ThreadContext.get().takeQueued(null)).isEqualTo(Span.UNKNOWN);
        TaskPropagation.endWork();
        handOver(a);
        TaskPropagation.beginWork(pool, task);
        assertThat(ThreadContext.get().takeQueued(new Span(null, null, null, 7, 7, 7, 0, false)))
                .isEqualTo(Span.UNKNOWN);
    }

    @Test
    void shouldTellTheFirstSpanOfAStageThatAPoolRan() {
        Object[] stored = new Object[1];
        under(a, () -> stored[0] = TaskPropagation.registerStage((Runnable) () -> {}));
        under(b, () -> TaskPropagation.handOver(pool, task));
        TaskPropagation.beginWork(pool, task);
        TaskPropagation.runStage(stored[0], task);

        assertThat(current()).isSameAs(a);
        assertThat(ThreadContext.get().takeQueued(a)).isNotNegative();
    }

    @Test
    void shouldTakeNoTaskThatIsToWaitForOneThatHasNoThread() {
        ScheduledThreadPoolExecutor scheduler = new ScheduledThreadPoolExecutor(1);
        try {
            Object later = scheduler.schedule(() -> {}, 1, TimeUnit.HOURS);
            Object now = scheduler.schedule(() -> {}, 0, TimeUnit.NANOSECONDS);
            Object timer = new TimerTask() {
                @Override
                public void run() {}
            };
            Delayed own = new OwnTask();
            assertThat(queued(later)).isEqualTo(Span.UNKNOWN);
            assertThat(queued(now)).isNotNegative();
            assertThat(queued(timer)).isEqualTo(Span.UNKNOWN);
            assertThat(queued(own)).as("nothing of it is called").isEqualTo(Span.UNKNOWN);
        } finally {
            scheduler.shutdownNow();
        }
    }

    private long queued(Object ofTask) {
        under(a, () -> TaskPropagation.handOver(pool, ofTask));
        TaskPropagation.beginWork(pool, ofTask);
        long queued = ThreadContext.get().takeQueued(a);
        TaskPropagation.endWork();
        return queued;
    }

    private static final class OwnTask implements Delayed {
        @Override
        public long getDelay(TimeUnit unit) {
            throw new AssertionError("called");
        }

        @Override
        public int compareTo(Delayed other) {
            throw new AssertionError("called");
        }
    }

    @Test
    void shouldReportFailuresAndSwitchOffWhenThereAreEnough() {
        AtomicReference<String> off = new AtomicReference<>();
        PropagationFaults faults = new PropagationFaults(off::set);
        BiConsumer<Object, Object> receiver = TaskPropagation.receiver(PropagationStep.START_THREAD, faults);
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
        new PropagationFaults(off::set).failed(PropagationStep.HAND_OVER, new NoClassDefFoundError("gone"));

        assertThat(off.get()).isEqualTo("HAND_OVER failed: java.lang.NoClassDefFoundError: gone");
    }

    private void handOver(Span span) {
        under(span, () -> TaskPropagation.handOver(pool, task));
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
