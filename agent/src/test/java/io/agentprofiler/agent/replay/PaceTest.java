// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.shared.schema.ReplaySpeed;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PaceTest {
    private static final long HOUR = TimeUnit.HOURS.toNanos(1);

    @Test
    void shouldTakeNoTimeWhereNoneIsAskedFor() {
        Pace pace = new Pace(ReplaySpeed.INSTANT);

        assertThat(pace.begin()).isZero();
        pace.await(pace.begin(), HOUR);
        assertThat(pace.later("answer", 0, HOUR)).isCompletedWithValue("answer");
    }

    @Test
    void shouldBeDueAsLongAfterTheCallAsRecorded() {
        Pace pace = new Pace(ReplaySpeed.parse("2x"));
        long began = System.nanoTime() - HOUR / 2;

        pace.await(began, HOUR);
        assertThat(pace.later("answer", began, HOUR)).isCompletedWithValue("answer");
        assertThat(pace.later("answer", pace.begin(), HOUR)).isNotDone();
        CompletableFuture<Object> soon = pace.later("answer", pace.begin(), TimeUnit.MILLISECONDS.toNanos(2));
        assertThat(soon.join()).isEqualTo("answer");
    }

    @Test
    void shouldEndWaitingWhenTheThreadIsInterruptedWhichItStaysThen() throws InterruptedException {
        Pace pace = new Pace(ReplaySpeed.parse("1"));
        boolean[] interrupted = new boolean[2];
        Thread waiting = new Thread(() -> {
            pace.await(pace.begin(), HOUR);
            interrupted[0] = Thread.currentThread().isInterrupted();
            pace.await(pace.begin(), HOUR);
            interrupted[1] = Thread.currentThread().isInterrupted();
        });
        waiting.start();
        waiting.interrupt();
        waiting.join();

        assertThat(interrupted).containsExactly(true, true);
    }
}
