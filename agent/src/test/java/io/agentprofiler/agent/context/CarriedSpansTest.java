// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.context;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.Test;

class CarriedSpansTest {
    private final CarriedSpans spans = new CarriedSpans();
    private final Object pool = new Object();
    private final Span a = Spans.open();
    private final Span b = Spans.open();

    @Test
    void shouldGiveASpanOutOnce() {
        Object task = new Object();
        spans.add(task, CarriedSpan.ofTask(pool, a));

        assertThat(spans.take(task, pool).span).isSameAs(a);
        assertThat(spans.take(task, pool)).isNull();
        assertThat(spans.size()).isZero();
    }

    @Test
    void shouldCompareTasksByIdentity() {
        String task = new String("task");
        spans.add(task, CarriedSpan.ofTask(pool, a));

        assertThat(spans.take(new String("task"), pool)).isNull();
        assertThat(spans.take(task, pool).span).isSameAs(a);
    }

    @Test
    void shouldGiveSpansOfTheSameTaskOutInOrder() {
        Object task = new Object();
        spans.add(task, CarriedSpan.ofTask(pool, a));
        spans.add(task, CarriedSpan.ofTask(pool, b));
        spans.add(task, CarriedSpan.ofTask(pool, a));

        assertThat(spans.take(task, pool).span).isSameAs(a);
        assertThat(spans.take(task, pool).span).isSameAs(b);
        assertThat(spans.take(task, pool).span).isSameAs(a);
        assertThat(spans.take(task, pool)).isNull();
        assertThat(spans.size()).isZero();
    }

    @Test
    void shouldKeepOwnersOfTheSameTaskApart() {
        Object task = new Object();
        Object other = new Object();
        spans.add(task, CarriedSpan.ofTask(pool, a));
        spans.add(task, CarriedSpan.ofTask(other, b));
        spans.add(task, CarriedSpan.ofTask(pool, b));

        assertThat(spans.take(task, other).span).isSameAs(b);
        assertThat(spans.take(task, other)).isNull();
        assertThat(spans.take(task, pool).span).isSameAs(a);
        assertThat(spans.take(task, pool).span).isSameAs(b);
        assertThat(spans.size()).isZero();
    }

    @Test
    void shouldLetGoOfRefusedHandOversOfTheSameTask() {
        Object task = new Object();
        for (int i = 0; i < 3; i++) {
            Span refused = Spans.open();
            spans.add(task, CarriedSpan.ofTask(pool, refused));
            spans.doubt(task, pool);
            refused.end();
        }
        spans.add(task, CarriedSpan.ofTask(pool, a));
        spans.add(task, CarriedSpan.ofTask(pool, b));

        assertThat(spans.size()).isOne();
        assertThat(spans.take(task, pool).span).isSameAs(a);
        assertThat(spans.take(task, pool).span).isSameAs(b);
        assertThat(spans.take(task, pool)).isNull();
        assertThat(spans.size()).isZero();
    }

    @Test
    void shouldReplaceWhatATaskHad() {
        Object task = new Object();
        spans.replace(task, CarriedSpan.ofTask(null, a));
        spans.replace(task, CarriedSpan.ofTask(null, b));

        assertThat(spans.size()).isOne();
        assertThat(spans.take(task, null).span).isSameAs(b);
        assertThat(spans.take(task, null)).isNull();
    }

    @Test
    void shouldKeepARepeatedTaskUnderItsSpanUntilThatEnds() {
        Object task = new Object();
        spans.replace(task, CarriedSpan.ofRepeatedTask(pool, a));

        assertThat(spans.take(task, pool).span).isSameAs(a);
        assertThat(spans.take(task, pool).span).isSameAs(a);
        a.end();
        assertThat(spans.take(task, pool)).isNull();
        assertThat(spans.size()).isZero();
    }

    @Test
    void shouldKeepATaskUnderASpanThatEndedBeforeItRan() {
        Object task = new Object();
        spans.add(task, CarriedSpan.ofTask(pool, a));
        a.end();

        assertThat(spans.take(task, pool).span).isSameAs(a);
    }

    @Test
    void shouldKeepADoubtfulTaskUnderItsSpanOnlyWhileThatIsOpen() {
        Object queuedAgain = new Object();
        Object refused = new Object();
        spans.add(queuedAgain, CarriedSpan.ofTask(pool, a));
        spans.add(refused, CarriedSpan.ofTask(pool, b));
        spans.doubt(queuedAgain, pool);
        spans.doubt(refused, pool);
        b.end();

        assertThat(spans.take(queuedAgain, pool).span).isSameAs(a);
        assertThat(spans.take(refused, pool)).isNull();
        assertThat(spans.size()).isZero();
    }

    @Test
    void shouldNotKeepADroppedTaskAlive() {
        addAndDrop();
        assertThat(spans.size()).isOne();

        await().untilAsserted(() -> {
            System.gc();
            spans.sweep();
            assertThat(spans.size()).isZero();
        });
    }

    private void addAndDrop() {
        spans.add(new Object(), CarriedSpan.ofTask(pool, a));
    }

    @Test
    void shouldTakeNoMoreThanItsLimit() {
        CarriedSpans one = new CarriedSpans(1);
        Object first = new Object();
        Object second = new Object();
        one.add(first, CarriedSpan.ofTask(pool, a));
        one.add(second, CarriedSpan.ofTask(pool, a));

        assertThat(one.take(second, pool)).isNull();
        assertThat(one.refused()).isOne();
        assertThat(one.take(first, pool).span).isSameAs(a);
    }
}
