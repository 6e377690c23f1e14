// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay.load.run;

import io.agentprofiler.analyzer.lab.replay.load.Received;
import io.agentprofiler.analyzer.lab.replay.load.Received.RequestOutcome;
import io.agentprofiler.analyzer.lab.replay.load.Sender;
import io.agentprofiler.analyzer.lab.replay.load.run.LevelRun.Settings;
import io.agentprofiler.analyzer.lab.replay.load.run.ScriptStep.Script;
import io.agentprofiler.analyzer.lab.replay.load.run.SentWorkflow.SentCall;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * One workflow on its way: sends each step when the one it waits for has ended and the time to think is over. A call that fails ends
 * the workflow, as an agent would, unless that call failed when it was recorded, too.
 *
 * <p><b>Threading:</b> any thread; locks itself.
 */
final class WorkflowRun {
    private final Script script;
    private final long number;
    private final long dueNanos;
    private final Settings settings;
    private final Sender sender;
    private final ScheduledExecutorService timer;
    private final Consumer<SentWorkflow> done;
    private final List<SentCall> calls = new ArrayList<>();
    /** Steps that are waited for: sent, or to be sent at a time that is known. */
    private int open;

    private RequestOutcome outcome = RequestOutcome.ANSWERED;
    private boolean ended;

    /**
     * Makes a workflow.
     *
     * @param done takes it when it has ended, on any thread
     */
    WorkflowRun(
            Script script,
            long number,
            long dueNanos,
            Settings settings,
            Sender sender,
            ScheduledExecutorService timer,
            Consumer<SentWorkflow> done) {
        this.script = script;
        this.number = number;
        this.dueNanos = dueNanos;
        this.settings = settings;
        this.sender = sender;
        this.timer = timer;
        this.done = done;
    }

    void begin() {
        after(-1, dueNanos);
    }

    /** Goes on with the steps that wait for one that has ended. */
    private void after(int index, long nanos) {
        List<Integer> next = new ArrayList<>();
        synchronized (this) {
            for (int i = 0; i < script.steps().size() && outcome == RequestOutcome.ANSWERED; i++) {
                if (script.steps().get(i).after() == index) {
                    next.add(i);
                }
            }
            open += next.size();
        }
        for (int i : next) {
            ScriptStep step = script.steps().get(i);
            long due = nanos + settings.thinking().of(step.thinkNanos());
            at(due, () -> send(i, due));
        }
        if (index >= 0) {
            closed(nanos);
        }
    }

    private void at(long due, Runnable what) {
        long wait = due - System.nanoTime();
        if (wait <= 0) {
            what.run();
        } else {
            try {
                timer.schedule(what, wait, TimeUnit.NANOSECONDS);
            } catch (RejectedExecutionException e) {
                // the load has ended
                end(System.nanoTime(), RequestOutcome.STOPPED);
            }
        }
    }

    private void send(int index, long due) {
        synchronized (this) {
            if (ended) {
                return;
            }
        }
        ScriptStep step = script.steps().get(index);
        boolean streamed = step.isChat() && settings.isStreamed(step);
        sender.send(step.api(), step.shape(), step.path(streamed), step.body(streamed))
                .thenAccept(received -> received(index, step, due, streamed, received));
    }

    private void received(int index, ScriptStep step, long due, boolean streamed, Received received) {
        boolean fails = received.outcome() != RequestOutcome.ANSWERED
                        && step.call().ending().failure() == null
                || received.outcome() == RequestOutcome.STOPPED;
        synchronized (this) {
            calls.add(new SentCall(step, due, streamed, received));
            if (fails && outcome == RequestOutcome.ANSWERED) {
                outcome = received.outcome();
            }
        }
        after(index, received.endNanos());
    }

    private void closed(long nanos) {
        boolean last;
        RequestOutcome how;
        synchronized (this) {
            last = --open == 0;
            how = outcome;
        }
        if (last) {
            long end = nanos
                    + (how == RequestOutcome.ANSWERED ? settings.thinking().of(script.tailNanos()) : 0);
            at(end, () -> end(end, how));
        }
    }

    /** Ends it though it waits for a time to come. */
    void stop() {
        boolean waits;
        synchronized (this) {
            // what is on its way comes back by itself
            waits = !ended;
            outcome = outcome == RequestOutcome.ANSWERED ? RequestOutcome.STOPPED : outcome;
        }
        if (waits) {
            end(System.nanoTime(), RequestOutcome.STOPPED);
        }
    }

    private void end(long nanos, RequestOutcome how) {
        SentWorkflow workflow;
        synchronized (this) {
            if (ended) {
                return;
            }
            ended = true;
            workflow = new SentWorkflow(script, number, dueNanos, nanos, how, calls);
        }
        done.accept(workflow);
    }
}
