// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.shape;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.context.ThreadContext;
import io.agentprofiler.agent.engine.call.CallReader;
import io.agentprofiler.agent.engine.site.RuleState;
import io.agentprofiler.agent.engine.span.SpanLifecycle;
import io.agentprofiler.agent.event.SpanEnd.Status;
import java.util.Comparator;
import java.util.Spliterator;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * Ends when a {@link Stream} is exhausted, throws, or is closed; one that is cut short and never closed does not end. What the
 * stream does for its elements is part of the span. A stream may be consumed in parallel: the span then ends with its last part.
 *
 * @param call what to do with other results
 */
public record StreamShape(SpanLifecycle lifecycle, RuleState state, CallReader reader, ResultShape call)
        implements ResultShape {
    @Override
    public boolean readsResult() {
        return true;
    }

    @Override
    public boolean replacesResult() {
        return true;
    }

    @Override
    public Object end(Span span, Object result) throws Throwable {
        if (!(result instanceof Stream<?> stream)) {
            return call.end(span, result);
        }
        return wrap(stream, Streamed.bound(lifecycle, span, state, reader));
    }

    /**
     * The stream is asked for nothing before it is consumed: even its characteristics can be worked out only by evaluating
     * it. That its elements come in order is the one thing said of them, so that none is taken out of order, and none is
     * passed over because their number is known.
     */
    private static <E> Stream<E> wrap(Stream<E> stream, Streamed streamed) {
        return StreamSupport.stream(() -> spliterator(stream, streamed), Spliterator.ORDERED, stream.isParallel())
                .onClose(() -> {
                    try {
                        stream.close();
                    } finally {
                        streamed.end(Status.OK, null);
                    }
                });
    }

    private static <E> Spliterator<E> spliterator(Stream<E> stream, Streamed streamed) {
        try {
            return new TracedSpliterator<>(stream.spliterator(), streamed, new AtomicInteger(1));
        } catch (Throwable failure) {
            streamed.end(Status.ERROR, failure);
            throw failure;
        }
    }

    /** Passes everything on; notes elements and the end. */
    private static final class TracedSpliterator<E> implements Spliterator<E> {
        private final Spliterator<E> delegate;
        private final Streamed streamed;
        /** How many parts are not exhausted. */
        private final AtomicInteger parts;

        private boolean exhausted;

        TracedSpliterator(Spliterator<E> delegate, Streamed streamed, AtomicInteger parts) {
            this.delegate = delegate;
            this.streamed = streamed;
            this.parts = parts;
        }

        @Override
        public boolean tryAdvance(Consumer<? super E> action) {
            IteratorShape.Passing<E> passing = new IteratorShape.Passing<>(action, streamed, true);
            ThreadContext context = ThreadContext.get();
            Span before = streamed.enter(context);
            passing.outside = before;
            boolean advanced;
            try {
                advanced = delegate.tryAdvance(passing);
            } catch (Throwable failure) {
                streamed.end(passing.failed ? Status.CANCELLED : Status.ERROR, passing.failed ? null : failure);
                throw failure;
            } finally {
                context.current = before;
            }
            if (!advanced) {
                exhausted();
            }
            return advanced;
        }

        @Override
        public void forEachRemaining(Consumer<? super E> action) {
            IteratorShape.Passing<E> passing = new IteratorShape.Passing<>(action, streamed, false);
            ThreadContext context = ThreadContext.get();
            Span before = streamed.enter(context);
            passing.outside = before;
            try {
                delegate.forEachRemaining(passing);
            } catch (Throwable failure) {
                streamed.end(passing.failed ? Status.CANCELLED : Status.ERROR, passing.failed ? null : failure);
                throw failure;
            } finally {
                context.current = before;
            }
            exhausted();
        }

        private void exhausted() {
            if (!exhausted) {
                exhausted = true;
                if (parts.decrementAndGet() == 0) {
                    streamed.end(Status.OK, null);
                }
            }
        }

        @Override
        public Spliterator<E> trySplit() {
            Spliterator<E> part = ask(Spliterator::trySplit);
            if (part == null) {
                return null;
            }
            streamed.elementsMayBeConcurrent();
            parts.incrementAndGet();
            return new TracedSpliterator<>(part, streamed, parts);
        }

        @Override
        public long estimateSize() {
            return ask(Spliterator::estimateSize);
        }

        @Override
        public int characteristics() {
            return ask(Spliterator::characteristics);
        }

        @Override
        public Comparator<? super E> getComparator() {
            return delegate.getComparator();
        }

        /** What the stream is asked first makes it evaluate what it was made from. */
        private <R> R ask(Function<Spliterator<E>, R> question) {
            ThreadContext context = ThreadContext.get();
            Span before = streamed.enter(context);
            try {
                return question.apply(delegate);
            } catch (Throwable failure) {
                streamed.end(Status.ERROR, failure);
                throw failure;
            } finally {
                context.current = before;
            }
        }
    }
}
