// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.context.propagation;

import io.agentprofiler.agent.context.CarriedSpan;
import io.agentprofiler.agent.context.CarriedSpans;
import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.context.ThreadContext;
import io.agentprofiler.agent.context.ThreadStarts;
import io.agentprofiler.agent.context.VirtualThreads;
import java.util.concurrent.ForkJoinPool;
import java.util.function.BiConsumer;

/**
 * Carries the current span to wherever a task runs: takes note of it when a task is handed over, makes it current while the
 * task runs, and puts back what was there. Where no span is current, a hand-over is one thread-local read.
 *
 * <p>Called from inside the JDK's pools, also while a virtual thread is being mounted or unmounted, when only its carrier can
 * run: nothing here waits, loads a class that is not loaded yet, or calls the application.
 *
 * <p><b>Threading:</b> any thread.
 */
public final class TaskHops {
    private static final CarriedSpans TASKS = new CarriedSpans();
    private static final CarriedSpans STAGES = new CarriedSpans();

    private TaskHops() {}

    /** Returns what woven code calls for {@code hop} with owner and task. Its failures reach {@code faults} only. */
    public static BiConsumer<Object, Object> receiver(Hop hop, HopFaults faults) {
        return new HopReceiver(hop, faults);
    }

    /**
     * Goes through every hop once, on the agent's thread, so that later nothing is loaded or linked on the way.
     *
     * @param receivers by the hops' numbers
     */
    public static void rehearse(BiConsumer<Object, Object>[] receivers) {
        ThreadContext context = ThreadContext.get();
        Object pool = ForkJoinPool.commonPool();
        for (Object task : new Object[] {new Object(), new Thread("agent-profiler rehearsal")}) {
            context.current = Span.UNSAMPLED;
            for (Hop hop : Hop.values()) {
                if (hop != Hop.START_THREAD || task instanceof Thread) {
                    receivers[hop.ordinal()].accept(pool, task);
                }
            }
        }
        context.clear();
        sweep();
    }

    /**
     * Drops what was handed over and will never run. Called about once a second from a thread of the agent.
     */
    public static void sweep() {
        TASKS.sweep();
        STAGES.sweep();
        FutureEnds.sweep();
        ThreadStarts.sweep();
    }

    static void handOver(Object owner, Object task) {
        Span span = ThreadContext.get().current;
        if (span != null && task != null) {
            TASKS.add(task, CarriedSpan.ofTask(owner, span));
        }
    }

    static void handOverRepeated(Object owner, Object task) {
        Span span = ThreadContext.get().current;
        // not an unsampled workflow's: it has no span whose end would be known
        if (span != null && span != Span.UNSAMPLED && task != null) {
            TASKS.replace(task, CarriedSpan.ofRepeatedTask(owner instanceof ForkJoinPool ? null : owner, span));
        }
    }

    static void handOverOnce(Object pool, Object task) {
        Span span = ThreadContext.get().current;
        if (span != null && task != null && !VirtualThreads.isSchedulerOfThem(pool)) {
            TASKS.replace(task, CarriedSpan.ofTask(null, span));
        }
    }

    static void takeBack(Object owner, Object task) {
        if (task != null) {
            TASKS.doubt(task, owner);
        }
    }

    static void beginWork(Object owner, Object task) {
        ThreadContext context = ThreadContext.get();
        if (task == null || context.working) {
            return;
        }
        context.working = true;
        if (context.current != null) {
            context.clear();
        }
        CarriedSpan carried = TASKS.take(task, owner);
        if (carried != null) {
            context.enter(task, carried.span, carried);
        }
    }

    static void endWork() {
        ThreadContext context = ThreadContext.get();
        if (context.working) {
            context.working = false;
            if (context.current != null || context.task != null) {
                context.clear();
            }
        }
    }

    /**
     * A task that brought no span and is not called directly came out of a queue: it was handed over outside any workflow,
     * and must not be taken for a part of the one whose thread happens to help it along.
     */
    static void beginForked(Object task) {
        ThreadContext context = ThreadContext.get();
        if (context.calledDirectly == task) {
            context.calledDirectly = null;
            return;
        }
        CarriedSpan carried = TASKS.take(task, null);
        if (carried != null || context.current != null) {
            context.enter(task, carried == null ? null : carried.span, carried);
        }
    }

    static void endForked(Object task) {
        ThreadContext context = ThreadContext.get();
        if (context.task != null) {
            context.leave(task);
        }
    }

    static void callDirectly(Object task) {
        ThreadContext context = ThreadContext.get();
        if (context.current != null) {
            context.calledDirectly = task;
        }
    }

    static void registerStage(Object stage) {
        Span span = ThreadContext.get().current;
        if (span != null) {
            STAGES.replace(stage, CarriedSpan.uncounted(span, false));
        }
    }

    static void beginStage(Object source, Object stage) {
        FutureEnds.beforeStage(source);
        CarriedSpan carried = STAGES.peek(stage);
        if (carried != null) {
            ThreadContext.get().enter(stage, carried.span, null);
        }
    }

    static void endStage(Object dependent, Object stage) {
        ThreadContext context = ThreadContext.get();
        if (context.task != null) {
            context.leave(stage);
        }
        if (dependent == null) {
            STAGES.forget(stage);
        }
    }
}
