// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.shape;

import io.agentprofiler.agent.context.HandlerTime;
import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.context.ThreadContext;
import io.agentprofiler.agent.engine.call.CallReader;
import io.agentprofiler.agent.engine.call.ElementReader;
import io.agentprofiler.agent.engine.site.RuleState;
import io.agentprofiler.agent.engine.span.SpanLifecycle;
import io.agentprofiler.agent.event.SpanEnd.Status;
import io.agentprofiler.rules.model.Role;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * The span of a result that arrives element by element: each element a chunk, the terminal signal the end.
 *
 * <p><b>Threading:</b> any thread; elements arrive serially unless {@link #elementsMayBeConcurrent} says otherwise. Never throws.
 */
public final class Streamed {
    private final SpanLifecycle lifecycle;
    private final Span span;
    private final RuleState state;
    private final ElementReader reader;
    /** {@code null} as long as elements arrive serially. */
    private volatile SerializedDelivery serialized;

    private Object last;

    private Streamed(SpanLifecycle lifecycle, Span span, RuleState state, CallReader reader) {
        this.lifecycle = lifecycle;
        this.span = span;
        this.state = state;
        this.reader = reader.elements();
    }

    /**
     * Returns one through which alone the span can end. Whatever still fetches elements refers to it, also when the result it
     * came from is gone; when nothing does, the span is abandoned.
     */
    public static Streamed bound(SpanLifecycle lifecycle, Span span, RuleState state, CallReader reader) {
        Streamed streamed = new Streamed(lifecycle, span, state, reader);
        lifecycle.bind(streamed, state.rule().operation(), span, true);
        return streamed;
    }

    /** Returns one whose elements are chunks of a span that another call ends. */
    public static Streamed partOf(SpanLifecycle lifecycle, Span span, RuleState state, CallReader reader) {
        return new Streamed(lifecycle, span, state, reader);
    }

    /** From now on elements arrive on several threads at a time. First called before a second thread gets any. */
    void elementsMayBeConcurrent() {
        if (serialized == null) {
            serialized = new SerializedDelivery(this::take);
            span.giveUpHandler();
        }
    }

    /** The application's handler is called with the element just taken; {@link #leaveHandler} when it returns. */
    public void enterHandler() {
        enterHandler(Thread.currentThread());
    }

    /** The application's handler returned. */
    public void leaveHandler() {
        leaveHandler(Thread.currentThread());
    }

    /** The application fetched the element just taken, and has it until it asks for another. */
    void fetched() {
        enterHandler(HandlerTime.FETCHING);
    }

    /** The application has the element just taken, on whichever threads, until {@link #taken}. */
    public void given() {
        enterHandler(span);
    }

    /** The application is done with the element that it was given. */
    public void taken() {
        leaveHandler(span);
    }

    private void enterHandler(Object by) {
        try {
            span.enterHandler(by);
        } catch (Throwable fault) {
            state.failed(fault);
        }
    }

    private void leaveHandler(Object by) {
        try {
            span.leaveHandler(by);
        } catch (Throwable fault) {
            state.failed(fault);
        }
    }

    /** The application asks for more: makes the span current for that, while it is open; answers what was current before. */
    Span enter(ThreadContext context) {
        leaveHandler(HandlerTime.FETCHING);
        Span before = context.current;
        if (span.isOpen()) {
            context.current = span;
        }
        return before;
    }

    /** Takes an element. */
    public void element(Object element) {
        SerializedDelivery others = serialized;
        if (others == null) {
            take(element);
        } else {
            others.take(element);
        }
    }

    private void take(Object element) {
        if (span.isOpen() && !state.isOff()) {
            try {
                last = element;
                reader.element(lifecycle, span, element);
            } catch (Throwable fault) {
                state.failed(fault);
            }
        }
    }

    /** Takes the only element there can be: it is the result and the end, and no chunk. */
    public void only(Object element) {
        if (isPart()) {
            element(element);
            return;
        }
        last = element;
        end(Status.OK, null);
    }

    private boolean isPart() {
        return state.rule().role() == Role.CHUNK;
    }

    /** Takes the end. */
    public void end(Status status, Throwable failure) {
        if (isPart()) {
            last = null;
            return;
        }
        try {
            if (span.rule == state.rule()) {
                lifecycle.finish(span, status, false, last, failure);
            } else {
                lifecycle.finishBy(span, state.rule(), status, false, null, last, failure);
            }
        } catch (Throwable fault) {
            state.failed(fault);
        }
        last = null;
    }

    /**
     * Elements that arrive on several threads at a time, handed on one after the other. No thread ever waits for another: one
     * that finds another at work leaves its element to it.
     *
     * <p>When all calls of {@link #take} have returned, all their elements have been handed on.
     *
     * <p><b>Threading:</b> any thread. Allocates a queue node an element.
     */
    static final class SerializedDelivery {
        /** Stands for {@code null} in the queue. */
        private static final Object NULL = new Object();

        private final Consumer<Object> receiver;
        private final Queue<Object> elements = new ConcurrentLinkedQueue<>();
        /** Elements not handed on yet; the thread that makes it 1 hands on until it is 0. */
        private final AtomicInteger waiting = new AtomicInteger();

        /**
         * Creates a queue.
         *
         * @param receiver gets the elements; must not throw
         */
        SerializedDelivery(Consumer<Object> receiver) {
            this.receiver = receiver;
        }

        void take(Object element) {
            elements.add(element == null ? NULL : element);
            if (waiting.getAndIncrement() == 0) {
                do {
                    Object next = elements.poll();
                    receiver.accept(next == NULL ? null : next);
                } while (waiting.decrementAndGet() != 0);
            }
        }
    }
}
