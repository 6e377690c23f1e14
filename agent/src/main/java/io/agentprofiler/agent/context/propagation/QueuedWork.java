// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.context.propagation;

import io.agentprofiler.agent.context.PropagatedSpan;
import io.agentprofiler.agent.context.PropagatedSpans;
import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.context.ThreadContext;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;

/**
 * Tasks that the application's own threads take from a queue of the JDK: a pool made by hand. The thread has the span that was
 * current where its task was put into the queue, until it asks the same queue for the next; and none for a task that was put
 * there under none, even if the thread was started in a workflow.
 *
 * <p>Only objects that can be run count as tasks, and only a thread that runs nothing else with a span takes part. The tasks of
 * the JDK's own pools are not counted here: {@link TaskPropagation} knows better whose they are.
 *
 * <p><b>Threading:</b> any thread.
 */
final class QueuedWork {
    private static final PropagatedSpans WORK = new PropagatedSpans();

    private QueuedWork() {}

    static void put(Object queue, Object work) {
        Span span = ThreadContext.get().current;
        if (span != null && isTask(work) && !TaskPropagation.isHandedOver(work)) {
            WORK.add(work, PropagatedSpan.inQueue(queue, span));
        }
    }

    static void ask(Object queue) {
        ThreadContext.get().endTaken(queue);
    }

    static void take(Object queue, Object work) {
        ThreadContext context = ThreadContext.get();
        // most threads have no span to get or to lose here; to find out what the object is takes ten times as long
        if (WORK.size() == 0 && !context.hasBase() || !isTask(work)) {
            return;
        }
        PropagatedSpan propagated = WORK.take(work, queue);
        if (!context.isAtBase()) {
            return;
        }
        if (propagated != null) {
            context.beginTaken(queue, PropagatedSpan.ofTask(queue, propagated.span));
        } else if (!context.working && !context.hasTakenFrom(queue)) {
            context.serve(null);
        }
    }

    static void sweep() {
        WORK.sweep();
    }

    /** A future in a queue may be there for its result: {@link java.util.concurrent.ExecutorCompletionService} has such. */
    private static boolean isTask(Object work) {
        if (work instanceof Future) {
            return work.getClass() == FutureTask.class && !((FutureTask<?>) work).isDone();
        }
        return work instanceof Runnable || work instanceof Callable;
    }
}
