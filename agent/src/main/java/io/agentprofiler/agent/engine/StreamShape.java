// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.ring.SpanEnd.Status;
import java.util.Comparator;
import java.util.Spliterator;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * Ends when a {@link Stream} is exhausted, throws, or is closed. A parallel stream ends with its first exhausted part or its
 * close, so its elements are counted but not timed as a whole; it is passed on untouched instead.
 *
 * @param call what to do with other results
 */
record StreamShape(SpanLifecycle lifecycle, RuleState state, CallReader reader, ResultShape call)
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
    public Object end(Span span, Object result) {
        if (!(result instanceof Stream<?> stream) || stream.isParallel()) {
            return call.end(span, result);
        }
        return wrap(stream, new Streamed(lifecycle, span, state, reader));
    }

    private static <E> Stream<E> wrap(Stream<E> stream, Streamed streamed) {
        TracedSpliterator<E> traced = new TracedSpliterator<>(stream.spliterator(), streamed);
        return StreamSupport.stream(traced, false).onClose(() -> {
            try {
                stream.close();
            } finally {
                streamed.end(Status.OK, null);
            }
        });
    }

    /** Passes everything on; notes elements and the end. Not split, so that elements stay in order. */
    private static final class TracedSpliterator<E> implements Spliterator<E> {
        private final Spliterator<E> delegate;
        private final Streamed streamed;

        TracedSpliterator(Spliterator<E> delegate, Streamed streamed) {
            this.delegate = delegate;
            this.streamed = streamed;
        }

        @Override
        public boolean tryAdvance(Consumer<? super E> action) {
            try {
                boolean advanced = delegate.tryAdvance(element -> {
                    streamed.element(element);
                    action.accept(element);
                });
                if (!advanced) {
                    streamed.end(Status.OK, null);
                }
                return advanced;
            } catch (Throwable failure) {
                streamed.end(Status.ERROR, failure);
                throw failure;
            }
        }

        @Override
        public Spliterator<E> trySplit() {
            return null;
        }

        @Override
        public long estimateSize() {
            return delegate.estimateSize();
        }

        @Override
        public int characteristics() {
            return delegate.characteristics();
        }

        @Override
        public Comparator<? super E> getComparator() {
            return delegate.getComparator();
        }
    }
}
