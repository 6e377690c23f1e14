// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.ring.SpanEnd.Status;
import java.util.Iterator;
import java.util.function.Consumer;

/**
 * Ends when an {@link Iterator} is exhausted or throws.
 *
 * @param call what to do with a null result
 */
record IteratorShape(SpanLifecycle lifecycle, RuleState state, CallReader reader, ResultShape call)
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
        return result instanceof Iterator<?> iterator
                ? new TracedIterator<>(iterator, new Streamed(lifecycle, span, state, reader))
                : call.end(span, result);
    }

    /** Passes everything on; notes elements and the end. */
    private static final class TracedIterator<E> implements Iterator<E> {
        private final Iterator<E> delegate;
        private final Streamed streamed;

        TracedIterator(Iterator<E> delegate, Streamed streamed) {
            this.delegate = delegate;
            this.streamed = streamed;
        }

        @Override
        public boolean hasNext() {
            try {
                boolean more = delegate.hasNext();
                if (!more) {
                    streamed.end(Status.OK, null);
                }
                return more;
            } catch (Throwable failure) {
                streamed.end(Status.ERROR, failure);
                throw failure;
            }
        }

        @Override
        public E next() {
            try {
                E element = delegate.next();
                streamed.element(element);
                return element;
            } catch (Throwable failure) {
                streamed.end(Status.ERROR, failure);
                throw failure;
            }
        }

        @Override
        public void remove() {
            delegate.remove();
        }

        @Override
        public void forEachRemaining(Consumer<? super E> action) {
            delegate.forEachRemaining(element -> {
                streamed.element(element);
                action.accept(element);
            });
            streamed.end(Status.OK, null);
        }
    }
}
