// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.context;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Timer;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ThreadPoolExecutor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

class StarterTest {
    @Test
    void shouldKnowTheApplication() {
        assertThat(Starter.of(StarterTest.class)).isSameAs(Starter.APPLICATION);
    }

    /** JDK 25 runs such tasks on the common pool whatever its size, and no longer has the class. */
    @Test
    @EnabledForJreRange(max = JRE.JAVA_24)
    void shouldKnowWhoStartsOneThreadATask() throws ClassNotFoundException {
        assertThat(Starter.of(Class.forName("java.util.concurrent.CompletableFuture$ThreadPerTaskExecutor")))
                .isSameAs(Starter.TASK);
    }

    @Test
    void shouldKnowPoolsAndOtherPartsOfTheJdk() throws ClassNotFoundException {
        assertThat(Starter.of(ThreadPoolExecutor.class)).isSameAs(Starter.SERVER);
        assertThat(Starter.of(ForkJoinPool.class)).isSameAs(Starter.SERVER);
        assertThat(Starter.of(Class.forName("sun.net.www.http.KeepAliveCache"))).isSameAs(Starter.SERVER);
        assertThat(Starter.of(Class.forName("java.net.http.HttpClient"))).isSameAs(Starter.SERVER);
    }

    @Test
    void shouldLookThroughGoBetweens() {
        assertThat(Starter.of(ArrayList.class)).isNull();
        assertThat(Starter.of(ConcurrentHashMap.class)).isNull();
        assertThat(Starter.of(Thread.class)).isNull();
        assertThat(Starter.of(java.lang.reflect.Method.class)).isNull();
        assertThat(Starter.of(Timer.class)).isNull();
    }
}
