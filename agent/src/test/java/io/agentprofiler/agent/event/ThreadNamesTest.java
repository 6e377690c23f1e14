// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.agent.config.Settings.Content;
import io.agentprofiler.agent.content.ContentPolicy;
import io.agentprofiler.agent.content.redaction.Redactor;
import io.agentprofiler.agent.engine.read.RuleSpanReader;
import io.agentprofiler.agent.engine.site.RuleStates;
import io.agentprofiler.agent.writer.NamingReader;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ThreadNamesTest {
    private final ThreadNames names = new ThreadNames();
    private final SpanReader reader = new NamingReader();
    private final Thread thread = new Thread(() -> {});

    @ParameterizedTest
    @ValueSource(
            strings = {
                "main",
                "Thread-0",
                "pool-12-thread-3",
                "ForkJoinPool.commonPool-worker-1",
                "ForkJoinPool-1-worker-25",
                "HttpClient-1-Worker-0",
                "http-nio-8080-exec-10",
                "qtp1234567890-27",
                "reactor-http-epoll-2",
                "vert.x-eventloop-thread-1",
                "executor-thread-5",
                "DefaultDispatcher-worker-2"
            })
    void shouldKeepWhatTheJdkAndFrameworksCallTheirThreads(String name) {
        assertThat(called(name)).isEqualTo(name);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "user-4711",
                "jane.doe@example.org",
                "main ",
                "http-nio-8080-exec-3 jane",
                "task-4915123456789",
                "Thread-x",
                "pool-1-thread-",
                "tell me what is wrong with order 4711"
            })
    void shouldCallAnyOtherThreadByItsNumber(String name) {
        assertThat(called(name)).isEqualTo("thread-" + thread.getId());
    }

    @Test
    void shouldNoticeThatAThreadWasRenamed() {
        assertThat(called("main")).isEqualTo("main");
        assertThat(called("jane")).isEqualTo("thread-" + thread.getId());
        assertThat(called("pool-1-thread-1")).isEqualTo("pool-1-thread-1");
    }

    @Test
    void shouldCallThreadsWithoutANameByTheirNumber() {
        assertThat(called("")).isEqualTo("virtual-" + thread.getId());
        assertThat(names.of(null, reader)).isNull();
    }

    @Test
    void shouldKeepThreadsApartThatRememberedPlacesAreSharedBy() {
        for (int i = 0; i < 200; i++) {
            Thread other = new Thread(() -> {}, "user-" + i);
            assertThat(names.of(other, reader)).isEqualTo("thread-" + other.getId());
        }
    }

    /** Names are content: written with the content, and without the secrets in them. */
    @ParameterizedTest
    @ValueSource(strings = {"NONE", "HASH", "FULL"})
    void shouldWriteNamesWithTheContentOnly(Content level) {
        thread.setName("session of jane.doe@example.org");
        ContentPolicy policy = new ContentPolicy(level, 1000, new Redactor(List.of()), new byte[16]);
        String called = names.of(thread, new RuleSpanReader(new RuleStates(List.of(), (index, reason) -> {}), policy));

        assertThat(called).isEqualTo(level == Content.FULL ? "session of [redacted]" : "thread-" + thread.getId());
    }

    private String called(String name) {
        thread.setName(name);
        return names.of(thread, reader);
    }
}
