// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.context.ThreadContext;
import io.agentprofiler.agent.ring.SpanEnd.Status;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The result is a cold {@link Flow.Publisher}: assembling it is no operation, each subscription is one. The span of the call
 * itself is taken back when it left no trace yet; a publisher nobody subscribes to makes no span.
 *
 * @param call what to do with a null result
 */
record PublisherShape(SpanLifecycle lifecycle, RuleState state, ResultShape call) implements ResultShape {
    @Override
    public boolean readsResult() {
        return true;
    }

    @Override
    public boolean replacesResult() {
        return true;
    }

    @Override
    public boolean onlyPrepares() {
        return true;
    }

    @Override
    public Object end(Span span, Object result) {
        if (!(result instanceof Flow.Publisher<?> publisher)) {
            return call.end(span, result);
        }
        Object[] held = span.held;
        Span parent = span.parent;
        if (!span.absorb()) {
            lifecycle.finish(span, Status.OK, true, null, null);
        }
        return new TracedPublisher<>(publisher, this, span, parent, held);
    }

    private record TracedPublisher<E>(
            Flow.Publisher<E> delegate, PublisherShape shape, Span template, Span assembledUnder, Object[] held)
            implements Flow.Publisher<E> {
        @Override
        public void subscribe(Flow.Subscriber<? super E> subscriber) {
            ThreadContext context = ThreadContext.get();
            Span before = context.current;
            if (subscriber == null || before == Span.UNSAMPLED) {
                delegate.subscribe(subscriber);
                return;
            }
            if (before == null) {
                context.current = assembledUnder;
            }
            Span span = shape.lifecycle.reopen(context, shape.state, template.site, held);
            try {
                delegate.subscribe(new TracedSubscriber<E>(
                        subscriber, new Streamed(shape.lifecycle, span, shape.state.rule()), span));
            } catch (Throwable failure) {
                shape.lifecycle.finish(span, Status.ERROR, true, null, failure);
                throw failure;
            } finally {
                shape.lifecycle.leave(context, span);
                context.current = before;
            }
        }
    }

    /** Passes every signal on unchanged; the subscriber's code runs under the span's parent. */
    private record TracedSubscriber<E>(Flow.Subscriber<? super E> delegate, Streamed streamed, Span span)
            implements Flow.Subscriber<E> {
        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            delegate.onSubscribe(new TracedSubscription(subscription, streamed, new AtomicBoolean()));
        }

        @Override
        public void onNext(E element) {
            streamed.element(element);
            under(() -> delegate.onNext(element));
        }

        @Override
        public void onError(Throwable failure) {
            Span parent = span.parent;
            streamed.end(Status.ERROR, failure);
            under(parent, () -> delegate.onError(failure));
        }

        @Override
        public void onComplete() {
            Span parent = span.parent;
            streamed.end(Status.OK, null);
            under(parent, delegate::onComplete);
        }

        private void under(Runnable signal) {
            under(span.parent, signal);
        }

        private static void under(Span parent, Runnable signal) {
            ThreadContext context = ThreadContext.get();
            Span before = context.current;
            context.current = parent;
            try {
                signal.run();
            } finally {
                context.current = before;
            }
        }
    }

    /** Passes demand and cancellation on. */
    private record TracedSubscription(Flow.Subscription delegate, Streamed streamed, AtomicBoolean cancelled)
            implements Flow.Subscription {
        @Override
        public void request(long n) {
            delegate.request(n);
        }

        @Override
        public void cancel() {
            if (cancelled.compareAndSet(false, true)) {
                streamed.end(Status.CANCELLED, null);
            }
            delegate.cancel();
        }
    }
}
