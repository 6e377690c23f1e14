// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.context;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.Test;

class PropagatedSpansTest {
    private final PropagatedSpans spans = new PropagatedSpans();
    private final Object pool = new Object();
    private final Span a = Spans.open();
    private final Span b = Spans.open();

    @Test
    void shouldGiveASpanOutOnce() {
        Object task = new Object();
        spans.add(task, PropagatedSpan.ofTask(pool, a));

        assertThat(spans.take(task, pool).span).isSameAs(a);
        assertThat(spans.take(task, pool)).isNull();
        assertThat(spans.size()).isZero();
    }

    @Test
    void shouldCompareTasksByIdentity() {
        String task = new String("task");
        spans.add(task, PropagatedSpan.ofTask(pool, a));

        assertThat(spans.take(new String("task"), pool)).isNull();
        assertThat(spans.take(task, pool).span).isSameAs(a);
    }

    @Test
    void shouldGiveSpansOfTheSameTaskOutInOrder() {
        Object task = new Object();
        spans.add(task, PropagatedSpan.ofTask(pool, a));
        spans.add(task, PropagatedSpan.ofTask(pool, b));
        spans.add(task, PropagatedSpan.ofTask(pool, a));

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
        spans.add(task, PropagatedSpan.ofTask(pool, a));
        spans.add(task, PropagatedSpan.ofTask(other, b));
        spans.add(task, PropagatedSpan.ofTask(pool, b));

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
            spans.add(task, PropagatedSpan.ofTask(pool, refused));
            spans.doubt(task, pool);
            refused.end();
        }
        spans.add(task, PropagatedSpan.ofTask(pool, a));
        spans.add(task, PropagatedSpan.ofTask(pool, b));

        assertThat(spans.size()).isOne();
        assertThat(spans.take(task, pool).span).isSameAs(a);
        assertThat(spans.take(task, pool).span).isSameAs(b);
        assertThat(spans.take(task, pool)).isNull();
        assertThat(spans.size()).isZero();
    }

    @Test
    void shouldReplaceWhatATaskHad() {
        Object task = new Object();
        spans.replace(task, PropagatedSpan.ofTask(null, a));
        spans.replace(task, PropagatedSpan.ofTask(null, b));

        assertThat(spans.size()).isOne();
        assertThat(spans.take(task, null).span).isSameAs(b);
        assertThat(spans.take(task, null)).isNull();
    }

    @Test
    void shouldKeepARepeatedTaskUnderItsSpanUntilThatEnds() {
        Object task = new Object();
        spans.replace(task, PropagatedSpan.ofRepeatedTask(pool, a));

        assertThat(spans.take(task, pool).span).isSameAs(a);
        assertThat(spans.take(task, pool).span).isSameAs(a);
        a.end();
        assertThat(spans.take(task, pool)).isNull();
        assertThat(spans.size()).isZero();
    }

    @Test
    void shouldKeepATaskUnderASpanThatEndedBeforeItRan() {
        Object task = new Object();
        spans.add(task, PropagatedSpan.ofTask(pool, a));
        a.end();

        assertThat(spans.take(task, pool).span).isSameAs(a);
    }

    @Test
    void shouldKeepADoubtfulTaskUnderItsSpanOnlyWhileThatIsOpen() {
        Object queuedAgain = new Object();
        Object refused = new Object();
        spans.add(queuedAgain, PropagatedSpan.ofTask(pool, a));
        spans.add(refused, PropagatedSpan.ofTask(pool, b));
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
        spans.add(new Object(), PropagatedSpan.ofTask(pool, a));
    }

    @Test
    void shouldTakeNoMoreThanItsLimit() {
        PropagatedSpans one = new PropagatedSpans(1);
        Object first = new Object();
        Object second = new Object();
        one.add(first, PropagatedSpan.ofTask(pool, a));
        one.add(second, PropagatedSpan.ofTask(pool, a));

        assertThat(one.take(second, pool)).isNull();
        assertThat(one.refused()).isOne();
        assertThat(one.take(first, pool).span).isSameAs(a);
    }
}
