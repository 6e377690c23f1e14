// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.shape;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.context.ThreadContext;
import io.agentprofiler.agent.engine.call.CallReader;
import io.agentprofiler.agent.engine.site.RuleState;
import io.agentprofiler.agent.engine.span.SpanLifecycle;
import io.agentprofiler.agent.event.SpanEnd.Status;
import java.util.Collection;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * Ends when an {@link Iterator}, or the first one of an {@link Iterable}, is exhausted or throws. What it does for its
 * elements is part of the span. A collection is there already, and what is to be closed must be seen to be: their span ends
 * with the call.
 *
 * @param call what to do with other results
 */
public record IteratorShape(SpanLifecycle lifecycle, RuleState state, CallReader reader, ResultShape call)
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
        if (result instanceof AutoCloseable) {
            // whoever gets it may look whether it is to be closed
            return call.end(span, result);
        }
        if (result instanceof Iterator<?> iterator) {
            return new TracedIterator<>(iterator, streamed(span));
        }
        if (result instanceof Iterable<?> iterable && !(result instanceof Collection)) {
            return new TracedIterable<>(iterable, new AtomicReference<>(streamed(span)));
        }
        return call.end(span, result);
    }

    private Streamed streamed(Span span) {
        return Streamed.bound(lifecycle, span, state, reader);
    }

    private record TracedIterable<E>(Iterable<E> delegate, AtomicReference<Streamed> first) implements Iterable<E> {
        @Override
        public Iterator<E> iterator() {
            Streamed streamed = first.getAndSet(null);
            if (streamed == null) {
                return delegate.iterator();
            }
            ThreadContext context = ThreadContext.get();
            Span before = streamed.enter(context);
            try {
                return new TracedIterator<>(delegate.iterator(), streamed);
            } catch (Throwable failure) {
                streamed.end(Status.ERROR, failure);
                throw failure;
            } finally {
                context.current = before;
            }
        }

        @Override
        public String toString() {
            return delegate.toString();
        }
    }

    /** Passes everything on; notes elements and the end. */
    private record TracedIterator<E>(Iterator<E> delegate, Streamed streamed) implements Iterator<E> {
        @Override
        public boolean hasNext() {
            ThreadContext context = ThreadContext.get();
            Span before = streamed.enter(context);
            boolean more;
            try {
                more = delegate.hasNext();
            } catch (Throwable failure) {
                streamed.end(Status.ERROR, failure);
                throw failure;
            } finally {
                context.current = before;
            }
            if (!more) {
                streamed.end(Status.OK, null);
            }
            return more;
        }

        @Override
        public E next() {
            ThreadContext context = ThreadContext.get();
            Span before = streamed.enter(context);
            E element;
            try {
                element = delegate.next();
            } catch (NoSuchElementException exhausted) {
                streamed.end(Status.OK, null);
                throw exhausted;
            } catch (Throwable failure) {
                streamed.end(Status.ERROR, failure);
                throw failure;
            } finally {
                context.current = before;
            }
            streamed.element(element);
            streamed.fetched();
            return element;
        }

        @Override
        public void remove() {
            delegate.remove();
        }

        @Override
        public void forEachRemaining(Consumer<? super E> action) {
            Passing<E> passing = new Passing<>(action, streamed, false);
            ThreadContext context = ThreadContext.get();
            Span before = streamed.enter(context);
            passing.outside = before;
            try {
                delegate.forEachRemaining(passing);
            } catch (Throwable failure) {
                if (!passing.failed) {
                    streamed.end(Status.ERROR, failure);
                }
                throw failure;
            } finally {
                context.current = before;
            }
            streamed.end(Status.OK, null);
        }

        @Override
        public boolean equals(Object other) {
            return this == other;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(this);
        }

        @Override
        public String toString() {
            return delegate.toString();
        }
    }

    /** Hands elements to the application's code, which runs under what was current there. */
    static final class Passing<E> implements Consumer<E> {
        private final Consumer<? super E> action;
        private final Streamed streamed;
        private final boolean single;
        /** What the application's code runs under. */
        Span outside;
        /** The application's code threw, not the source. */
        boolean failed;

        /**
         * Creates one.
         *
         * @param single the application fetches a single element, which it may go on with when {@code action} has it
         */
        Passing(Consumer<? super E> action, Streamed streamed, boolean single) {
            this.action = action;
            this.streamed = streamed;
            this.single = single;
        }

        @Override
        public void accept(E element) {
            streamed.element(element);
            ThreadContext context = ThreadContext.get();
            Span inside = context.current;
            context.current = outside;
            failed = true;
            if (single) {
                streamed.fetched();
                action.accept(element);
            } else {
                streamed.enterHandler();
                try {
                    action.accept(element);
                } finally {
                    streamed.leaveHandler();
                }
            }
            failed = false;
            context.current = inside;
        }
    }
}
