// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.weave.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.agent.engine.site.JoinPoints;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class EngineGateTest {
    private final EngineGate gate = new EngineGate(EngineGateTest::waitFor);
    private final JoinPoints engine = (rule, type, method, returns, annotations) -> null;

    @Test
    void shouldHoldACallUntilTheEngineIsThere() {
        CompletableFuture<JoinPoints> held = CompletableFuture.supplyAsync(() -> gate.await(String.class));

        assertThat(gate.open(engine)).isEmpty();

        assertThat(held.join()).isSameAs(engine);
    }

    private static boolean waitFor(CountDownLatch opened) {
        try {
            opened.await();
            return true;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void shouldNameTheClassesItLetThroughWithoutAnEngine() {
        EngineGate gate = new EngineGate(opened -> false);

        assertThat(gate.await(String.class)).isNull();

        assertThat(gate.open(engine)).containsExactly(String.class);
        assertThat(gate.await(Integer.class)).isSameAs(engine);
    }
}
