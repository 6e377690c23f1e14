// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.context.jdk;

import static io.agentprofiler.agent.context.jdk.Place.CALL;
import static io.agentprofiler.agent.context.jdk.Place.ENTRY;
import static io.agentprofiler.agent.context.jdk.Place.RETURN;

import io.agentprofiler.agent.context.propagation.Hop;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Every place in the JDK where a task is handed over, begins or ends, for JDK 17 to 25.
 *
 * <p>Only methods that are entered afresh for each task are listed, never the loops of worker threads: a loop that already
 * runs when its class is woven goes on as it was, for as long as the thread lives.
 */
final class HopSites {
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

    /** Stages that call a function of the application; the others only pass results on. */
    private static final String[] STAGES = {
        "UniApply", "UniAccept", "UniRun", "UniWhenComplete", "UniHandle", "UniExceptionally", "UniCompose",
        "UniComposeExceptionally", "BiApply", "BiAccept", "BiRun", "OrApply", "OrAccept", "OrRun"
    };

    private final List<HopSite> sites = new ArrayList<>();

    private HopSites() {}

    /** Returns all sites, of all supported JDKs. */
    static List<HopSite> all() {
        HopSites all = new HopSites();
        all.pools();
        all.scheduledPools();
        all.forkJoin();
        all.futures();
        all.timers();
        all.at("java/lang/Thread", "start", ENTRY, Hop.START_THREAD, Operands.THIS);
        return all.sites;
    }

    private void pools() {
        at(POOL, "execute", ENTRY, Hop.HAND_OVER, Operands.THIS_AND_ARGUMENT);
        at(POOL, "reject", ENTRY, Hop.TAKE_BACK, Operands.THIS_AND_ARGUMENT);
        at(POOL, "remove", ENTRY, Hop.TAKE_BACK, Operands.THIS_AND_ARGUMENT);
        at(POOL, "runWorker", ENTRY, Hop.BEGIN_WORK, Operands.POOL_AND_FIRST_TASK);
        at(POOL, "getTask", ENTRY, Hop.END_WORK, Operands.NONE);
        at(POOL, "getTask", RETURN, Hop.BEGIN_WORK, Operands.THIS_AND_RESULT);
        // a worker that waited for its next task while the class was woven returns from the method as it was before
        at(POOL, "beforeExecute", ENTRY, Hop.BEGIN_WORK, Operands.THIS_AND_SECOND_ARGUMENT);
        at(POOL, "processWorkerExit", ENTRY, Hop.END_WORK, Operands.NONE);
    }

    private void scheduledPools() {
        atCall(SCHEDULED_POOL, ONCE, "delayedExecute", Hop.HAND_OVER, 17);
        atCall(SCHEDULED_POOL, REPEATED, "delayedExecute", Hop.HAND_OVER_REPEATED, 17);
    }

    private void forkJoin() {
        at(FORK_JOIN_POOL, "externalSubmit", ENTRY, Hop.HAND_OVER_ONCE, Operands.THIS_AND_ARGUMENT);
        add(FORK_JOIN_POOL, "poolSubmit", ANY, ENTRY, Hop.HAND_OVER_ONCE, Operands.THIS_AND_ARGUMENT, 19);
        atCall(FORK_JOIN_POOL, ONCE, "scheduleDelayedTask", Hop.HAND_OVER_ONCE, 25);
        atCall(FORK_JOIN_POOL, Set.of("submitWithTimeout"), "scheduleDelayedTask", Hop.HAND_OVER_ONCE, 25);
        atCall(FORK_JOIN_POOL, REPEATED, "scheduleDelayedTask", Hop.HAND_OVER_REPEATED, 25);

        at(FORK_JOIN_TASK, "fork", ENTRY, Hop.HAND_OVER_ONCE, Operands.THIS);
        at(FORK_JOIN_TASK, "doExec", ENTRY, Hop.BEGIN_FORKED, Operands.THIS);
        at(FORK_JOIN_TASK, "doExec", RETURN, Hop.END_FORKED, Operands.THIS);
        Set<String> callers = Set.of("invoke", "quietlyInvoke", "invokeAll");
        sites.add(new HopSite(FORK_JOIN_TASK, callers, ANY, CALL, "doExec", Hop.CALL_DIRECTLY, Operands.CALLEE, 17));
    }

    private void futures() {
        // before JDK 25 a scheduled pool does it
        atCall(FUTURE, Set.of("arrangeTimeout"), "scheduleDelayedTask", Hop.HAND_OVER_ONCE, 25);
        atCall(FUTURE + "$DelayedExecutor", Set.of("execute"), "scheduleDelayedTask", Hop.HAND_OVER_ONCE, 25);
        at(FUTURE + "$UniCompletion", "<init>", RETURN, Hop.REGISTER_STAGE, Operands.THIS);
        for (String stage : STAGES) {
            at(FUTURE + "$" + stage, "tryFire", ENTRY, Hop.BEGIN_STAGE, Operands.SOURCE_AND_THIS);
            at(FUTURE + "$" + stage, "tryFire", RETURN, Hop.END_STAGE, Operands.DEPENDENT_AND_THIS);
        }
    }

    private void timers() {
        add(TIMER, "schedule", 2, ENTRY, Hop.HAND_OVER_ONCE, Operands.ARGUMENT, 17);
        add(TIMER, "schedule", 3, ENTRY, Hop.HAND_OVER_REPEATED, Operands.ARGUMENT, 17);
        at(TIMER, "scheduleAtFixedRate", ENTRY, Hop.HAND_OVER_REPEATED, Operands.ARGUMENT);
        // called by the timer's thread only: with the task that is due or was cancelled, and before it waits for the
        // next
        at(TIMER_QUEUE, "removeMin", ENTRY, Hop.BEGIN_WORK, Operands.QUEUE_HEAD);
        at(TIMER_QUEUE, "rescheduleMin", ENTRY, Hop.BEGIN_WORK, Operands.QUEUE_HEAD);
        at(TIMER_QUEUE, "isEmpty", ENTRY, Hop.END_WORK, Operands.NONE);
    }

    private void at(String type, String method, Place place, Hop hop, Operands operands) {
        add(type, method, ANY, place, hop, operands, 17);
    }

    private void atCall(String type, Set<String> methods, String called, Hop hop, int since) {
        sites.add(new HopSite(type, methods, ANY, CALL, called, hop, Operands.CALLEE_AND_ITS_ARGUMENT, since));
    }

    private void add(String type, String method, int arguments, Place place, Hop hop, Operands operands, int since) {
        sites.add(new HopSite(type, Set.of(method), arguments, place, null, hop, operands, since));
    }
}
