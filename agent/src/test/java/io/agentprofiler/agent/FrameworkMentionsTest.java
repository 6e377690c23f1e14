// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.Callable;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveTask;
import org.junit.jupiter.api.Test;

/** {@code java.util.concurrent} stands for a framework's package. */
class FrameworkMentionsTest {
    private final FrameworkMentions mentions =
            new FrameworkMentions(new String[] {"com/acme/", "java/util/concurrent/"});

    @Test
    void shouldKnowAFrameworksOwnClasses() {
        assertThat(mentions.startsClassName("java/util/concurrent/Callable")).isTrue();
        assertThat(mentions.startsClassName("java/util/List")).isFalse();
    }

    @Test
    void shouldSeeAnInterface() throws IOException {
        assertThat(mentions.in(bytes(Implementing.class))).isTrue();
    }

    @Test
    void shouldSeeASuperclass() throws IOException {
        assertThat(mentions.in(bytes(Extending.class))).isTrue();
    }

    @Test
    void shouldSeeAParameter() throws IOException {
        assertThat(mentions.in(bytes(Taking.class))).isTrue();
    }

    @Test
    void shouldNotMindAClassThatMentionsNone() throws IOException {
        assertThat(mentions.in(bytes(Plain.class))).isFalse();
    }

    @Test
    void shouldNotMindBytesThatAreNoClass() {
        assertThat(mentions.in(new byte[] {1, 2, 3})).isFalse();
        assertThat(mentions.in(new byte[400])).isFalse();
    }

    private static byte[] bytes(Class<?> type) throws IOException {
        try (InputStream in = type.getResourceAsStream("/" + type.getName().replace('.', '/') + ".class")) {
            return in.readAllBytes();
        }
    }

    static class Implementing implements Callable<String> {
        @Override
        public String call() {
            return "";
        }
    }

    static class Extending extends RecursiveTask<String> {
        private static final long serialVersionUID = 1L;

        @Override
        protected String compute() {
            return "";
        }
    }

    static class Taking {
        void take(int number, ForkJoinTask<?> task) {}
    }

    static class Plain {
        static final long LONG = 1L << 40;
        static final double DOUBLE = 0.1;

        double sum(Object o) {
            return LONG + DOUBLE + o.hashCode();
        }
    }
}
