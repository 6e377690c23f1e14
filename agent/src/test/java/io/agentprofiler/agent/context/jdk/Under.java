// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.context.jdk;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.context.Spans;
import io.agentprofiler.agent.context.ThreadContext;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Runs code under a span, as a woven method would. */
final class Under {
    static final long SECONDS = 20;

    private Under() {}

    /** A step of a scenario. */
    interface Step {
        void run() throws Exception;
    }

    /** Returns the calling thread's current span. */
    static Span current() {
        return ThreadContext.get().current;
    }

    /** Runs {@code body} under {@code span} and returns what it returns. */
    static <T> T span(Span span, Callable<T> body) throws Exception {
        ThreadContext context = ThreadContext.get();
        Span before = context.current;
        context.current = span;
        try {
            return body.call();
        } finally {
            ThreadContext.get().current = before;
        }
    }

    /** Runs {@code body} under a span that is open meanwhile, and returns that span. */
    static Span openSpan(Step body) throws Exception {
        Span span = Spans.open();
        span(span, () -> {
            body.run();
            return null;
        });
        span.end();
        return span;
    }

    /** Fails if the calling thread was left with a span. */
    static void assertClean(String after) {
        if (current() != null) {
            ThreadContext.get().current = null;
            System.out.println(PropagationProgram.FAILED + after + " left a span on the main thread");
        }
    }

    /** Waits for a future. */
    static <T> T get(Future<T> future) throws Exception {
        return future.get(SECONDS, TimeUnit.SECONDS);
    }
}
