// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.context;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.Test;

class StageSpansTest {
    private final StageSpans spans = new StageSpans();
    private final Span a = Spans.open();
    private final Span b = Spans.open();

    @Test
    void shouldKeepASpanUntilItIsForgotten() {
        Object stage = new Object();
        spans.put(stage, a);

        assertThat(spans.get(stage)).isSameAs(a);
        assertThat(spans.get(stage)).isSameAs(a);
        spans.forget(stage);
        assertThat(spans.get(stage)).isNull();
        assertThat(spans.size()).isZero();
    }

    @Test
    void shouldCompareStagesByIdentity() {
        String stage = new String("stage");
        spans.put(stage, a);

        assertThat(spans.get(new String("stage"))).isNull();
        spans.forget(new String("stage"));
        assertThat(spans.get(stage)).isSameAs(a);
    }

    @Test
    void shouldKeepTheLastSpanOfAStage() {
        Object stage = new Object();
        spans.put(stage, a);
        spans.put(stage, b);

        assertThat(spans.get(stage)).isSameAs(b);
        assertThat(spans.size()).isOne();
    }

    @Test
    void shouldLeaveOutStagesBeyondItsLimit() {
        StageSpans two = new StageSpans(2);
        Object[] stages = {new Object(), new Object(), new Object()};
        for (Object stage : stages) {
            two.put(stage, a);
        }

        assertThat(two.get(stages[1])).isSameAs(a);
        assertThat(two.get(stages[2])).isNull();
        assertThat(two.size()).isEqualTo(2);
    }

    @Test
    void shouldDropStagesThatWereCollected() {
        for (int i = 0; i < 100; i++) {
            spans.put(new Object(), a);
        }

        await().untilAsserted(() -> {
            System.gc();
            spans.sweep();
            assertThat(spans.size()).isZero();
        });
    }
}
