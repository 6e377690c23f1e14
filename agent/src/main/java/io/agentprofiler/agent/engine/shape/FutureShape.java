// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.shape;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.context.propagation.FutureEnds;
import io.agentprofiler.agent.engine.span.Failures;
import io.agentprofiler.agent.engine.span.SpanLifecycle;
import io.agentprofiler.agent.event.SpanEnd.Status;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;

/**
 * Ends when a {@link CompletionStage} completes. The application keeps its own stage; ours only listens to it.
 *
 * @param call what to do with other results
 * @param foreign whether stages are listened to that are no futures of the JDK's, which are then told by a method of their own
 */
public record FutureShape(SpanLifecycle lifecycle, ResultShape call, boolean foreign) implements ResultShape {
    @Override
    public boolean readsResult() {
        return true;
    }

    @Override
    public boolean replacesResult() {
        return false;
    }

    @Override
    public Object end(Span span, Object result) throws Throwable {
        if (!(result instanceof CompletionStage<?> stage) || !(foreign || result instanceof CompletableFuture<?>)) {
            return call.end(span, result);
        }
        BiConsumer<Object, Throwable> end = (value, failure) -> {
            Throwable cause = Failures.unwrap(failure);
            lifecycle.finish(span, Failures.statusOf(cause), false, value, cause);
        };
        CompletableFuture<?> waiting = waiting(stage);
        if (waiting != null) {
            FutureEnds.expect(waiting, done -> done.whenComplete(end));
        }
        try {
            listened(stage).whenComplete((value, failure) -> {
                end.accept(value, failure);
                FutureEnds.forget(waiting);
            });
            if (span.isOpen()) {
                // held by the stage: if that is collected before it completed, the span is abandoned
                lifecycle.bind(end, span.rule.operation(), span, true);
            }
        } catch (Throwable failure) {
            // a stage of the application's own making
            lifecycle.finish(span, Status.OK, true, null, null);
            throw failure;
        }
        return result;
    }

    /**
     * Returns the stage to listen to: of a future whose class is the application's one of the JDK's that ends with it, because its own
     * methods may be overridden. {@link CompletableFuture#anyOf} looks at the fields of two futures and calls neither.
     */
    private static CompletionStage<?> listened(CompletionStage<?> stage) {
        return stage instanceof CompletableFuture<?> future && stage.getClass().getClassLoader() != null
                ? CompletableFuture.anyOf(future, new CompletableFuture<>())
                : stage;
    }

    /**
     * Returns the stage as a future of the JDK's own that is not complete yet; {@code null} if it is no such. What the
     * application makes of {@link CompletableFuture} may answer as it likes.
     */
    private static CompletableFuture<?> waiting(CompletionStage<?> stage) {
        if (!(stage instanceof CompletableFuture<?> future) || stage.getClass().getClassLoader() != null) {
            return null;
        }
        try {
            return future.isDone() ? null : future;
        } catch (UnsupportedOperationException e) {
            // a minimal stage
            return null;
        }
    }
}
