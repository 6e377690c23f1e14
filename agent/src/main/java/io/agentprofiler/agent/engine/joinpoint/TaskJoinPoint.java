// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.joinpoint;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.context.ThreadContext;
import io.agentprofiler.agent.engine.call.CallReader;
import io.agentprofiler.agent.engine.site.RuleState;
import io.agentprofiler.agent.engine.span.SpanLifecycle;
import io.agentprofiler.rules.model.Shape;
import java.util.concurrent.Callable;

/**
 * A method that makes the task in which work goes on elsewhere: the task it returns takes the current span along. A publisher is
 * such a task, too.
 *
 * <p><b>Threading:</b> immutable; application threads.
 */
public final class TaskJoinPoint extends RuleJoinPoint {
    private final Carrier publishers;

    /**
     * Creates a join point.
     *
     * @param publishers gives publishers a span to take along
     */
    public TaskJoinPoint(
            RuleState state, Span.Site site, SpanLifecycle lifecycle, CallReader reader, Carrier publishers) {
        super(state, site, lifecycle, reader);
        this.publishers = publishers;
    }

    @Override
    Object enterCall(
            ThreadContext context,
            Object self,
            Object a0,
            Object a1,
            Object a2,
            Object a3,
            Object a4,
            Object a5,
            Object a6,
            Object a7) {
        return lifecycle.isStopped() ? null : context.current;
    }

    @Override
    Object exitCall(ThreadContext context, Object handle, Object result, Throwable thrown) throws Throwable {
        Span span = (Span) handle;
        if (state.rule().shape() == Shape.PUBLISHER) {
            return result == null ? null : publishers.carry(result, span);
        }
        if (result instanceof Runnable task) {
            return new PropagatingRunnable(task, new Propagated(span));
        }
        return result instanceof Callable<?> task ? new PropagatingCallable<>(task, new Propagated(span)) : result;
    }

    /** Gives an object that is no task of the JDK's a span to take along. */
    @FunctionalInterface
    public interface Carrier {
        /** Returns what stands for {@code result} and takes {@code span} along; {@code result} itself if nothing can. */
        Object carry(Object result, Span span) throws Throwable;
    }

    private record PropagatingRunnable(Runnable task, Propagated propagated) implements Runnable {
        @Override
        public void run() {
            ThreadContext context = ThreadContext.get();
            Span before = context.current;
            context.current = propagated.forRun(before);
            try {
                task.run();
            } finally {
                context.current = before;
            }
        }

        @Override
        public String toString() {
            return task.toString();
        }
    }

    private record PropagatingCallable<V>(Callable<V> task, Propagated propagated) implements Callable<V> {
        @Override
        public V call() throws Exception {
            ThreadContext context = ThreadContext.get();
            Span before = context.current;
            context.current = propagated.forRun(before);
            try {
                return task.call();
            } finally {
                context.current = before;
            }
        }

        @Override
        public String toString() {
            return task.toString();
        }
    }

    /**
     * The span of a task. The first run has it in any case; a task that runs again and again may outlive the workflow by
     * far, so further runs have it for as long as it is open.
     */
    private static final class Propagated {
        private final Span span;
        private volatile boolean ran;

        Propagated(Span span) {
            this.span = span;
        }

        Span forRun(Span otherwise) {
            if (!ran) {
                ran = true;
                return span;
            }
            return span != Span.UNSAMPLED && span.isOpen() ? span : otherwise;
        }
    }
}
