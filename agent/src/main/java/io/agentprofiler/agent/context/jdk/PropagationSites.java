// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.context.jdk;

import static io.agentprofiler.agent.context.jdk.Place.CALL;
import static io.agentprofiler.agent.context.jdk.Place.ENTRY;
import static io.agentprofiler.agent.context.jdk.Place.READ;
import static io.agentprofiler.agent.context.jdk.Place.RETURN;
import static io.agentprofiler.agent.context.jdk.Place.STORE;

import io.agentprofiler.agent.context.propagation.PropagationStep;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Every place in the JDK where a task is handed over, begins or ends, for JDK 17 to 25.
 *
 * <p>Only methods that are entered afresh for each task are listed, never the loops of worker threads: a loop that already
 * runs when its class is woven goes on as it was, for as long as the thread lives.
 */
final class PropagationSites {
    private static final String JUC = "java/util/concurrent/";
    private static final String POOL = JUC + "ThreadPoolExecutor";
    private static final String SCHEDULED_POOL = JUC + "ScheduledThreadPoolExecutor";
    private static final String FORK_JOIN_POOL = JUC + "ForkJoinPool";
    private static final String FORK_JOIN_TASK = JUC + "ForkJoinTask";
    private static final String FUTURE = JUC + "CompletableFuture";
    private static final String TIMER = "java/util/Timer";
    private static final String TIMER_QUEUE = "java/util/TaskQueue";
    private static final int ANY = -1;
    private static final Set<String> ONCE = Set.of("schedule");
    private static final Set<String> REPEATED = Set.of("scheduleAtFixedRate", "scheduleWithFixedDelay");

    /** Stages that call a function of the application, of one value or none; others only pass results on. */
    private static final String[] STAGES = {
        "UniApply",
        "UniAccept",
        "UniRun",
        "UniExceptionally",
        "UniCompose",
        "UniComposeExceptionally",
        "BiRun",
        "OrApply",
        "OrAccept",
        "OrRun"
    };

    /** Stages that call a function of the application of two values. */
    private static final String[] STAGES_OF_TWO = {"UniWhenComplete", "UniHandle", "BiApply", "BiAccept"};

    private final List<PropagationSite> sites = new ArrayList<>();

    private PropagationSites() {}

    /** Returns all sites, of all supported JDKs. */
    static List<PropagationSite> all() {
        PropagationSites all = new PropagationSites();
        all.pools();
        all.scheduledPools();
        all.forkJoin();
        all.futures();
        all.timers();
        all.queues();
        all.at("java/lang/Thread", "start", ENTRY, PropagationStep.START_THREAD, Operands.THIS);
        return all.sites;
    }

    private void pools() {
        at(POOL, "execute", ENTRY, PropagationStep.HAND_OVER, Operands.THIS_AND_ARGUMENT);
        at(POOL, "reject", ENTRY, PropagationStep.TAKE_BACK, Operands.THIS_AND_ARGUMENT);
        at(POOL, "remove", ENTRY, PropagationStep.TAKE_BACK, Operands.THIS_AND_ARGUMENT);
        at(POOL, "runWorker", ENTRY, PropagationStep.BEGIN_WORK, Operands.POOL_AND_FIRST_TASK);
        at(POOL, "getTask", ENTRY, PropagationStep.END_WORK, Operands.NONE);
        at(POOL, "getTask", RETURN, PropagationStep.BEGIN_WORK, Operands.THIS_AND_RESULT);
        // a worker that waited for its next task while the class was woven returns from the method as it was before
        at(POOL, "beforeExecute", ENTRY, PropagationStep.BEGIN_WORK, Operands.THIS_AND_SECOND_ARGUMENT);
        at(POOL, "processWorkerExit", ENTRY, PropagationStep.END_WORK, Operands.NONE);
    }

    private void scheduledPools() {
        atCall(SCHEDULED_POOL, ONCE, "delayedExecute", PropagationStep.HAND_OVER, 17);
        atCall(SCHEDULED_POOL, REPEATED, "delayedExecute", PropagationStep.HAND_OVER_REPEATED, 17);
    }

    private void forkJoin() {
        at(FORK_JOIN_POOL, "externalSubmit", ENTRY, PropagationStep.HAND_OVER_ONCE, Operands.THIS_AND_ARGUMENT);
        add(FORK_JOIN_POOL, "poolSubmit", ANY, ENTRY, PropagationStep.HAND_OVER_ONCE, Operands.THIS_AND_ARGUMENT, 19);
        atCall(FORK_JOIN_POOL, ONCE, "scheduleDelayedTask", PropagationStep.HAND_OVER_ONCE, 25);
        atCall(FORK_JOIN_POOL, Set.of("submitWithTimeout"), "scheduleDelayedTask", PropagationStep.HAND_OVER_ONCE, 25);
        atCall(FORK_JOIN_POOL, REPEATED, "scheduleDelayedTask", PropagationStep.HAND_OVER_REPEATED, 25);

        at(FORK_JOIN_TASK, "fork", ENTRY, PropagationStep.HAND_OVER_ONCE, Operands.THIS);
        at(FORK_JOIN_TASK, "doExec", ENTRY, PropagationStep.BEGIN_FORKED, Operands.THIS);
        at(FORK_JOIN_TASK, "doExec", RETURN, PropagationStep.END_FORKED, Operands.THIS);
        Set<String> callers = Set.of("invoke", "quietlyInvoke", "invokeAll");
        sites.add(new PropagationSite(
                FORK_JOIN_TASK, callers, ANY, CALL, "doExec", PropagationStep.CALL_DIRECTLY, Operands.CALLEE, 17));
    }

    private void futures() {
        // before JDK 25 a scheduled pool does it
        atCall(FUTURE, Set.of("arrangeTimeout"), "scheduleDelayedTask", PropagationStep.HAND_OVER_ONCE, 25);
        atCall(
                FUTURE + "$DelayedExecutor",
                Set.of("execute"),
                "scheduleDelayedTask",
                PropagationStep.HAND_OVER_ONCE,
                25);
        for (String stage : STAGES) {
            stage(stage, PropagationStep.REGISTER_STAGE);
        }
        for (String stage : STAGES_OF_TWO) {
            stage(stage, PropagationStep.REGISTER_STAGE_OF_TWO);
        }
    }

    private void stage(String name, PropagationStep register) {
        String type = FUTURE + "$" + name;
        exchange(type, "<init>", STORE, register);
        at(type, "tryFire", ENTRY, PropagationStep.BEGIN_STAGE, Operands.SOURCE_AND_THIS);
        exchange(type, "tryFire", READ, PropagationStep.RUN_STAGE);
        at(type, "tryFire", RETURN, PropagationStep.END_STAGE, Operands.THIS);
    }

    private void exchange(String type, String method, Place place, PropagationStep step) {
        sites.add(new PropagationSite(type, Set.of(method), ANY, place, "fn", step, null, 17));
    }

    private void timers() {
        add(TIMER, "schedule", 2, ENTRY, PropagationStep.HAND_OVER_ONCE, Operands.ARGUMENT, 17);
        add(TIMER, "schedule", 3, ENTRY, PropagationStep.HAND_OVER_REPEATED, Operands.ARGUMENT, 17);
        at(TIMER, "scheduleAtFixedRate", ENTRY, PropagationStep.HAND_OVER_REPEATED, Operands.ARGUMENT);
        // called by the timer's thread only: with the task that is due or was cancelled, and before it waits for the
        // next
        at(TIMER_QUEUE, "removeMin", ENTRY, PropagationStep.BEGIN_WORK, Operands.QUEUE_HEAD);
        at(TIMER_QUEUE, "rescheduleMin", ENTRY, PropagationStep.BEGIN_WORK, Operands.QUEUE_HEAD);
        at(TIMER_QUEUE, "isEmpty", ENTRY, PropagationStep.END_WORK, Operands.NONE);
    }

    /** What inserts into a queue or takes from it; others call these. */
    private void queues() {
        queue("LinkedBlockingQueue", Set.of("put", "offer"), Set.of("take", "poll"), ANY);
        queue("ArrayBlockingQueue", Set.of("put", "offer"), Set.of("take", "poll"), ANY);
        queue("PriorityBlockingQueue", Set.of("offer"), Set.of("take", "poll"), 1);
        queue("DelayQueue", Set.of("offer"), Set.of("take", "poll"), 1);
        queue("SynchronousQueue", Set.of("put", "offer"), Set.of("take", "poll"), ANY);
        queue("LinkedTransferQueue", Set.of("xfer"), Set.of("take", "poll"), ANY);
        queue("Exchanger", Set.of("exchange"), Set.of("exchange"), ANY);
        queue("ConcurrentLinkedQueue", Set.of("offer"), Set.of("poll"), ANY);
        queue("ConcurrentLinkedDeque", Set.of("linkFirst", "linkLast"), Set.of("pollFirst", "pollLast"), ANY);
        Set<String> puts = Set.of("putFirst", "putLast", "offerFirst", "offerLast");
        queue("LinkedBlockingDeque", puts, Set.of("takeFirst", "takeLast", "pollFirst", "pollLast"), ANY);
    }

    private void queue(String name, Set<String> puts, Set<String> takes, int putArguments) {
        String type = JUC + name;
        PropagationStep put = PropagationStep.ENQUEUE;
        sites.add(new PropagationSite(type, puts, putArguments, ENTRY, null, put, Operands.THIS_AND_ARGUMENT, 17));
        sites.add(new PropagationSite(type, takes, ANY, ENTRY, null, PropagationStep.ASK_QUEUE, Operands.THIS, 17));
        PropagationStep taken = PropagationStep.DEQUEUE;
        sites.add(new PropagationSite(type, takes, ANY, RETURN, null, taken, Operands.THIS_AND_RESULT, 17));
    }

    private void at(String type, String method, Place place, PropagationStep step, Operands operands) {
        add(type, method, ANY, place, step, operands, 17);
    }

    private void atCall(String type, Set<String> methods, String called, PropagationStep step, int since) {
        sites.add(new PropagationSite(type, methods, ANY, CALL, called, step, Operands.CALLEE_AND_ITS_ARGUMENT, since));
    }

    private void add(
            String type,
            String method,
            int arguments,
            Place place,
            PropagationStep step,
            Operands operands,
            int since) {
        sites.add(new PropagationSite(type, Set.of(method), arguments, place, null, step, operands, since));
    }
}
