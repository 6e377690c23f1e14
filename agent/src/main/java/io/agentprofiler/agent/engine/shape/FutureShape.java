// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.shape;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.context.propagation.FutureEnds;
import io.agentprofiler.agent.engine.span.Failures;
import io.agentprofiler.agent.engine.span.SpanLifecycle;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;

/**
 * Ends when a {@link CompletableFuture} completes. The application keeps its own future; ours only listens to it. A stage of
 * another class can be listened to only by a method of its own, so a span that returns one ends with its call.
 *
 * @param call what to do with other results
 * @param goesOn is told the value that a future brought, and answers whether the span goes on with it, so that another call ends
 *     it; {@code null} where it never does
 */
public record FutureShape(SpanLifecycle lifecycle, ResultShape call, Arrival goesOn) implements ResultShape {
    /** Is told what futures bring. Never throws. */
    @FunctionalInterface
    public interface Arrival {
        /** The future that {@code span} waited for brought {@code value}; answers whether the span goes on with that. */
        boolean isTaken(Span span, Object value);
    }

    /** Creates a shape of spans that end with their future. */
    public FutureShape(SpanLifecycle lifecycle, ResultShape call) {
        this(lifecycle, call, null);
    }

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
        if (!(result instanceof CompletableFuture<?> stage)) {
            return result instanceof Future<?> future && GuavaFutures.isOne(future)
                    ? listen(span, future)
                    : call.end(span, result);
        }
        AtomicBoolean told = goesOn == null ? null : new AtomicBoolean();
        BiConsumer<Object, Throwable> end = (value, failure) -> {
            if (failure == null && span.extended) {
                // another call ends it
                return;
            }
            if (told != null && (told.getAndSet(true) || failure == null && goesOn.isTaken(span, value))) {
                return;
            }
            Throwable cause = Failures.unwrap(failure);
            lifecycle.finish(span, Failures.statusOf(cause), false, value, cause);
        };
        CompletableFuture<?> waiting = waiting(stage);
        if (waiting != null) {
            FutureEnds.expect(waiting, done -> done.whenComplete(end));
        }
        listened(stage).whenComplete((value, failure) -> {
            end.accept(value, failure);
            FutureEnds.forget(waiting);
        });
        if (span.isOpen()) {
            // held by the future: if that is collected before it completed, the span is abandoned
            lifecycle.bind(end, span.rule.operation(), span, true);
        }
        return result;
    }

    private Object listen(Span span, Future<?> future) throws Throwable {
        Runnable listener = GuavaFutures.listener(future, (value, failure) -> {
            if (failure == null && span.extended) {
                return;
            }
            Throwable cause = Failures.unwrap(failure);
            lifecycle.finish(span, Failures.statusOf(cause), false, value, cause);
        });
        GuavaFutures.listen(future, listener);
        if (span.isOpen()) {
            // held by the future: if that is collected before it completed, the span is abandoned
            lifecycle.bind(listener, span.rule.operation(), span, true);
        }
        return future;
    }

    /** What the future brings belongs to a workflow that is not recorded either. */
    @Override
    public Object unsampled(Object result) {
        if (goesOn != null && result instanceof CompletableFuture<?> stage) {
            listened(stage).whenComplete((value, failure) -> goesOn.isTaken(Span.UNSAMPLED, value));
        }
        return result;
    }

    /**
     * Returns the future to listen to: of one whose class is the application's one of the JDK's that ends with it, because its own
     * methods may be overridden. {@link CompletableFuture#anyOf} looks at the fields of two futures and calls neither.
     */
    private static CompletableFuture<?> listened(CompletableFuture<?> future) {
        return future.getClass().getClassLoader() == null
                ? future
                : CompletableFuture.anyOf(future, new CompletableFuture<>());
    }

    /**
     * Returns the future if it is one of the JDK's own that is not complete yet, else {@code null}. What the application makes of
     * {@link CompletableFuture} may answer as it likes.
     */
    private static CompletableFuture<?> waiting(CompletableFuture<?> future) {
        if (future.getClass().getClassLoader() != null) {
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
