// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.writer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ExitWaitTest {
    private long now = 17;
    private long reached;
    private double load = 0.3;
    private int loadAsked;

    private final ExitWait wait = new ExitWait(500, 5000, () -> reached, () -> now, () -> {
        loadAsked++;
        return load;
    });

    private void pass(long millis) {
        now += TimeUnit.MILLISECONDS.toNanos(millis);
    }

    @Test
    void shouldGiveUpWhatStandsStill() {
        pass(499);
        assertThat(wait.goesOn()).isTrue();
        assertThat(wait.isLong()).isFalse();
        assertThat(loadAsked).isZero();
        pass(1);
        assertThat(wait.isLong()).isTrue();
        assertThat(wait.goesOn()).isFalse();
    }

    @Test
    void shouldGoOnWithWhatGetsOnUpToABound() {
        for (int i = 0; i < 12; i++) {
            pass(400);
            reached++;
            assertThat(wait.goesOn()).as("after " + 400 * (i + 1) + " ms").isTrue();
        }
        pass(200);
        reached++;
        assertThat(wait.goesOn()).isFalse();
    }

    @Test
    void shouldWaitLongerOnABusyMachine() {
        load = 4;
        pass(1999);
        assertThat(wait.goesOn()).isTrue();
        pass(1);
        assertThat(wait.goesOn()).isFalse();
        assertThat(loadAsked).isEqualTo(1);
    }

    @Test
    void shouldKeepTheBoundHoweverBusyTheMachineIs() {
        load = 1000;
        pass(4999);
        assertThat(wait.goesOn()).isTrue();
        pass(1);
        assertThat(wait.goesOn()).isFalse();
    }

    @Test
    void shouldWaitTheUsualWhileWhereTheLoadIsUnknown() {
        load = -0.5;
        pass(500);
        assertThat(wait.goesOn()).isFalse();
    }
}
