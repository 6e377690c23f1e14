// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.context.propagation;

import io.agentprofiler.agent.context.PropagatedSpan;
import io.agentprofiler.agent.context.PropagatedSpans;
import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.context.StageFunction;
import io.agentprofiler.agent.context.ThreadContext;
import io.agentprofiler.agent.context.ThreadStarts;
import io.agentprofiler.agent.context.VirtualThreads;
import java.util.TimerTask;
import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;

/**
 * Carries the current span to wherever a task runs: records it when a task is handed over, makes it current while the
 * task runs, and puts back what was there. Where no span is current, submitting a task costs one thread-local read.
 *
 * <p>Called from inside the JDK's pools, also while a virtual thread is being mounted or unmounted, when only its carrier can
 * run: nothing here waits, loads a class that is not loaded yet, or calls the application.
 *
 * <p><b>Threading:</b> any thread.
 */
public final class TaskPropagation {
    private static final PropagatedSpans TASKS = new PropagatedSpans();

    private TaskPropagation() {}

    /** Returns what woven code calls for {@code step} with owner and task. Its failures reach {@code faults} only. */
    public static BiConsumer<Object, Object> receiver(PropagationStep step, PropagationFaults faults) {
        return new PropagationReceiver(step, faults);
    }

    /** Returns what woven code calls for {@code step} with the function of a stage and the stage. */
    public static BiFunction<Object, Object, Object> exchange(PropagationStep step, PropagationFaults faults) {
        return new StageExchange(step, faults);
    }

    /**
     * Goes through every step once, on the agent's thread, so that later nothing is loaded or linked on the way.
     *
     * @param receivers by the steps' numbers
     * @param exchanges by the steps' numbers
     */
    public static void rehearse(
            BiConsumer<Object, Object>[] receivers, BiFunction<Object, Object, Object>[] exchanges) {
        ThreadContext context = ThreadContext.get();
        Object pool = VirtualThreads.pool();
        for (Object task : new Object[] {new Object(), new Thread("agent-profiler rehearsal")}) {
            context.current = Span.UNSAMPLED;
            for (PropagationStep step : PropagationStep.values()) {
                if (step != PropagationStep.START_THREAD || task instanceof Thread) {
                    Object stored = exchanges[step.ordinal()].apply(task, task);
                    Object same = exchanges[PropagationStep.RUN_STAGE.ordinal()].apply(stored, task);
                    receivers[step.ordinal()].accept(pool, same);
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
        QueuedWork.sweep();
        FutureEnds.sweep();
        ThreadStarts.sweep();
    }

    /** Answers whether a pool was given {@code task} under a span, and has not run it yet. */
    static boolean isHandedOver(Object task) {
        return TASKS.peek(task) != null;
    }

    static void handOver(Object owner, Object task) {
        Span span = ThreadContext.get().current;
        if (span != null && task != null) {
            TASKS.add(task, PropagatedSpan.ofTask(owner, span, Submission.nanos(task)));
        }
    }

    static void handOverRepeated(Object owner, Object task) {
        Span span = ThreadContext.get().current;
        // not an unsampled workflow's: it has no span whose end would be known
        if (span != null && span != Span.UNSAMPLED && task != null) {
            TASKS.replace(task, PropagatedSpan.ofRepeatedTask(VirtualThreads.isForkJoin(owner) ? null : owner, span));
        }
    }

    static void handOverOnce(Object pool, Object task) {
        Span span = ThreadContext.get().current;
        if (span != null && task != null && !VirtualThreads.isSchedulerOfThem(pool)) {
            TASKS.replace(task, PropagatedSpan.ofTask(null, span, Submission.nanos(task)));
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
        PropagatedSpan propagated = TASKS.take(task, owner);
        if (propagated != null) {
            context.enter(task, propagated.span, propagated);
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
        PropagatedSpan propagated = TASKS.take(task, null);
        if (propagated != null || context.current != null) {
            context.enter(task, propagated == null ? null : propagated.span, propagated);
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

    static Object registerStage(Object function) {
        Span span = ThreadContext.get().current;
        return span == null || function == null ? function : new StageFunction.OfOne(function, span);
    }

    static Object registerStageOfTwo(Object function) {
        Span span = ThreadContext.get().current;
        return span == null || function == null ? function : new StageFunction.OfTwo(function, span);
    }

    /**
     * A stage that brought no span was made outside any workflow, and is no part of the one whose thread completes what it waits
     * for.
     */
    static Object runStage(Object function, Object stage) {
        ThreadContext context = ThreadContext.get();
        if (function instanceof StageFunction carried) {
            context.enter(stage, carried);
            return carried.function;
        }
        if (function != null && context.current != null) {
            context.enter(stage, null, null);
        }
        return function;
    }

    static void endStage(Object stage) {
        ThreadContext context = ThreadContext.get();
        if (context.task != null) {
            context.leave(stage);
        }
    }

    /**
     * What woven JDK code calls where a stage of a completable future stores its function or takes it out, for one propagation step. Is
     * given the function and the stage; returns what is stored or called instead.
     *
     * <p><b>Threading:</b> any thread.
     *
     * <p><b>Errors:</b> none reach the JDK's code or the application; they are reported to {@link PropagationFaults}, and the function
     * is used as it is.
     */
    private static final class StageExchange implements BiFunction<Object, Object, Object> {
        private final PropagationStep step;
        private final PropagationFaults faults;

        StageExchange(PropagationStep step, PropagationFaults faults) {
            this.step = step;
            this.faults = faults;
        }

        @Override
        public Object apply(Object function, Object stage) {
            try {
                return switch (step) {
                    case REGISTER_STAGE -> TaskPropagation.registerStage(function);
                    case REGISTER_STAGE_OF_TWO -> TaskPropagation.registerStageOfTwo(function);
                    case RUN_STAGE -> TaskPropagation.runStage(function, stage);
                    default -> function;
                };
            } catch (Throwable t) {
                faults.failed(step, t);
                return function;
            }
        }
    }

    /**
     * When a task is handed over to be run as soon as a thread is free: how long it waits for one is counted from then.
     *
     * <p><b>Threading:</b> any thread, see {@link TaskPropagation}.
     */
    private static final class Submission {
        private static final TimeUnit UNIT = TimeUnit.NANOSECONDS;

        private Submission() {}

        /**
         * Returns the time by {@link System#nanoTime}; {@link PropagatedSpan#UNKNOWN} for a task that has to wait even if threads
         * are free, or if only a call of the application would tell.
         */
        static long nanos(Object task) {
            if (task instanceof TimerTask || task instanceof Delayed delayed && !isDue(delayed)) {
                return PropagatedSpan.UNKNOWN;
            }
            return PropagatedSpan.time(System.nanoTime());
        }

        private static boolean isDue(Delayed task) {
            // an application may put a class of its own in place of the JDK's
            return task.getClass().getClassLoader() == null && task.getDelay(UNIT) <= 0;
        }
    }
}
