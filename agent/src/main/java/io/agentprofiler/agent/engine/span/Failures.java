// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.span;

import io.agentprofiler.agent.event.SpanEnd.Status;
import io.agentprofiler.rules.path.object.Throwables;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/**
 * What a failure means for a span.
 *
 * <p><b>Threading:</b> stateless; any thread.
 */
public final class Failures {
    private static final int MOST_WRAPPERS = 64;

    private Failures() {}

    /** Answers how an operation ended that failed with {@code failure}. */
    public static Status statusOf(Throwable failure) {
        return failure == null ? Status.OK : failure instanceof CancellationException ? Status.CANCELLED : Status.ERROR;
    }

    private static boolean isWrapper(Throwable failure) {
        return failure instanceof CompletionException || failure instanceof ExecutionException;
    }

    /** Takes off the wrappers that futures put around a failure. */
    public static Throwable unwrap(Throwable failure) {
        Throwable cause = failure;
        // a bound, since causes that were set by hand may go round in circles
        for (int i = 0; i < MOST_WRAPPERS && isWrapper(cause); i++) {
            Throwable inside = Throwables.cause(cause);
            if (inside == null) {
                return cause;
            }
            cause = inside;
        }
        return cause;
    }
}
