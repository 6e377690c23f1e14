// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.rules.path.object.Throwables;
import java.lang.reflect.InvocationTargetException;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;

/** Here, because {@code java.lang} is open to the agent only. */
class ThrowablesTest {
    private final Throwable inner = new IllegalStateException("inner");

    @Test
    void shouldReadMessageAndCause() {
        Throwable outer = new ExecutionException("outer", inner);

        assertThat(Throwables.message(outer)).isEqualTo("outer");
        assertThat(Throwables.cause(outer)).isSameAs(inner);
        assertThat(Throwables.cause(inner)).isNull();
        assertThat(Throwables.cause(new IllegalStateException("none", null))).isNull();
        assertThat(Throwables.message(new IllegalStateException())).isNull();
        assertThat(Throwables.message(null)).isNull();
        assertThat(Throwables.cause(null)).isNull();
    }

    @Test
    void shouldFindTheCauseThatReflectionKeepsElsewhere() {
        assertThat(Throwables.cause(new InvocationTargetException(inner))).isSameAs(inner);
    }

    @Test
    void shouldNotWaitForTheLockOfAThrowable() throws InterruptedException {
        Throwable outer = new IllegalStateException("outer", inner);
        Throwable[] read = new Throwable[1];
        Thread reader = new Thread(() -> read[0] = Throwables.cause(outer));
        synchronized (outer) {
            reader.start();
            reader.join();
        }

        assertThat(read[0]).isSameAs(inner);
    }

    @Test
    void shouldSayOfAFaultItsClassAndWhatTheJvmSaysOfClasses() {
        assertThat(AgentLog.describe(new IllegalStateException("what the user asked")))
                .isEqualTo("java.lang.IllegalStateException");
        assertThat(AgentLog.describe(new NoSuchMethodError("com.acme.Model.ask()")))
                .isEqualTo("java.lang.NoSuchMethodError: com.acme.Model.ask()");
        assertThat(AgentLog.describe(new Own("what the user asked"))).isEqualTo(Own.class.getName());
    }

    private static final class Own extends LinkageError {
        private static final long serialVersionUID = 1L;

        Own(String message) {
            super(message);
        }

        @Override
        public String toString() {
            throw new AssertionError("was called");
        }
    }
}
