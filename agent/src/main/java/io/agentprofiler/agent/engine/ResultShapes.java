// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine;

import io.agentprofiler.agent.context.FutureEnds;
import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.ring.SpanEnd.Status;
import io.agentprofiler.rules.model.Role;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.path.Throwables;
import java.util.Iterator;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/** Chooses the result shape of a join point from its rule and the method's declared return type. */
final class ResultShapes {
    private static final int MOST_WRAPPERS = 64;

    private ResultShapes() {}

    /**
     * Returns the shape.
     *
     * <p>A result is only ever replaced where the method is declared to return the very interface that the wrapper
     * implements: code that relies on a more special type keeps its own object, and the span ends with the call.
     */
    static ResultShape of(
            RuleState state,
            String returnType,
            SpanLifecycle lifecycle,
            CallReader reader,
            ReactiveLibraries libraries) {
        Rule rule = state.rule();
        ResultShape shape = ofResult(state, returnType, lifecycle, reader, libraries);
        return rule.unstarted().isEmpty() ? shape : new UnstartedShape(rule, lifecycle, shape);
    }

    private static ResultShape ofResult(
            RuleState state,
            String returnType,
            SpanLifecycle lifecycle,
            CallReader reader,
            ReactiveLibraries libraries) {
        CallShape call = new CallShape(lifecycle);
        if (state.rule().role() == Role.OPEN || isPrimitive(returnType)) {
            return call;
        }
        return switch (state.rule().shape()) {
            case CALL -> call;
            case FUTURE -> new FutureShape(lifecycle, call);
            case ITERATOR -> streamed(state, returnType, lifecycle, reader, call);
            case PUBLISHER, DELAY -> published(state, returnType, lifecycle, reader, libraries, call);
            case AUTO -> {
                ResultShape streamed = streamed(state, returnType, lifecycle, reader, null);
                yield streamed != null
                        ? streamed
                        : published(state, returnType, lifecycle, reader, libraries, new FutureShape(lifecycle, call));
            }
        };
    }

    private static ResultShape streamed(
            RuleState state, String returnType, SpanLifecycle lifecycle, CallReader reader, ResultShape other) {
        if (returnType.equals(Iterator.class.getName()) || returnType.equals(Iterable.class.getName())) {
            return new IteratorShape(lifecycle, state, reader, new CallShape(lifecycle));
        }
        if (returnType.equals(Stream.class.getName())) {
            return new StreamShape(lifecycle, state, reader, new CallShape(lifecycle));
        }
        return other;
    }

    private static ResultShape published(
            RuleState state,
            String returnType,
            SpanLifecycle lifecycle,
            CallReader reader,
            ReactiveLibraries libraries,
            ResultShape other) {
        return new PublisherShape(
                lifecycle,
                state,
                reader,
                libraries,
                returnType,
                libraries.isReactive(returnType),
                libraries.mayBeReactive(returnType),
                other);
    }

    private static boolean isPrimitive(String type) {
        return type.indexOf('.') < 0;
    }

    /** Answers how an operation ended that failed with {@code failure}. */
    static Status statusOf(Throwable failure) {
        return failure == null ? Status.OK : failure instanceof CancellationException ? Status.CANCELLED : Status.ERROR;
    }

    private static boolean isWrapper(Throwable failure) {
        return failure instanceof CompletionException || failure instanceof ExecutionException;
    }

    /** Takes off the wrappers that futures put around a failure. */
    static Throwable unwrap(Throwable failure) {
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

    /** Ends with the call. */
    record CallShape(SpanLifecycle lifecycle) implements ResultShape {
        @Override
        public boolean readsResult() {
            return false;
        }

        @Override
        public boolean replacesResult() {
            return false;
        }

        @Override
        public Object end(Span span, Object result) {
            lifecycle.finish(span, Status.OK, true, result, null);
            return result;
        }
    }

    /**
     * Ends when a {@link CompletionStage} completes. The application keeps its own stage; ours only listens to it.
     *
     * @param call what to do with other results
     */
    record FutureShape(SpanLifecycle lifecycle, ResultShape call) implements ResultShape {
        @Override
        public boolean readsResult() {
            return true;
        }

        @Override
        public boolean replacesResult() {
            return false;
        }

        @Override
        public Object end(Span span, Object result) {
            if (!(result instanceof CompletionStage<?> stage)) {
                return call.end(span, result);
            }
            BiConsumer<Object, Throwable> end = (value, failure) -> {
                Throwable cause = unwrap(failure);
                lifecycle.finish(span, statusOf(cause), false, value, cause);
            };
            CompletableFuture<?> waiting = waiting(stage);
            if (waiting != null) {
                FutureEnds.expect(waiting, done -> done.whenComplete(end));
            }
            try {
                stage.whenComplete((value, failure) -> {
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
         * Returns the stage as a future of the JDK's own that is not complete yet; {@code null} if it is no such. What the
         * application makes of {@link CompletableFuture} may answer as it likes.
         */
        private static CompletableFuture<?> waiting(CompletionStage<?> stage) {
            if (!(stage instanceof CompletableFuture<?> future)
                    || stage.getClass().getClassLoader() != null) {
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
}
