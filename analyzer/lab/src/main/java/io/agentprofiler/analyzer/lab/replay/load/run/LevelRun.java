// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay.load.run;

import io.agentprofiler.analyzer.lab.replay.load.Arrivals;
import io.agentprofiler.analyzer.lab.replay.load.Load;
import io.agentprofiler.analyzer.lab.replay.load.Load.Thinking;
import io.agentprofiler.analyzer.lab.replay.load.Sender;
import io.agentprofiler.analyzer.lab.replay.load.run.ScriptStep.Script;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A level of load: begins workflows as the level says until its time is over, and waits for those that it began.
 *
 * <p><b>Threading:</b> {@link #run} by one thread, {@link #stop} by any.
 */
public final class LevelRun {
    /** An open loop against a server that is too slow would go on without limit. */
    static final int MOST_AT_ONCE = 10_000;

    private static final long PAUSE_MILLIS = 100;
    private static final long GIVEN_UP_MILLIS = 100;

    /**
     * What is the same for all levels.
     *
     * @param durationNanos for how long workflows begin; 0 for once through the recording
     * @param thinking how long workflows wait between calls
     * @param streaming {@code TRUE} and {@code FALSE} for all answers in chunks or none; {@code null} as recorded
     * @param seed chooses random arrivals
     */
    public record Settings(long durationNanos, Thinking thinking, Boolean streaming, long seed) {
        boolean isStreamed(ScriptStep step) {
            return streaming == null ? step.wasStreamed() : streaming;
        }
    }

    private final Load load;
    private final List<Script> scripts;
    private final Settings settings;
    private final Sender sender;
    private final ScheduledExecutorService timer;
    private final Consumer<SentWorkflow> done;
    private final Set<WorkflowRun> running = ConcurrentHashMap.newKeySet();
    private final CountDownLatch over = new CountDownLatch(1);
    private long beginNanos;
    private long begun;
    private long leftOut;
    private boolean arriving;
    private volatile boolean stopped;

    /**
     * Makes a level.
     *
     * @param done takes each workflow when it has ended, on any thread
     */
    public LevelRun(
            Load load,
            List<Script> scripts,
            Settings settings,
            Sender sender,
            ScheduledExecutorService timer,
            Consumer<SentWorkflow> done) {
        this.load = load;
        this.scripts = List.copyOf(scripts);
        this.settings = settings;
        this.sender = sender;
        this.timer = timer;
        this.done = done;
    }

    /** Runs it to its end; returns how long that took, in nanoseconds. */
    public long run() throws InterruptedException {
        beginNanos = System.nanoTime();
        if (load.isClosed()) {
            for (int i = 0; i < load.concurrency(); i++) {
                timer.execute(() -> next(beginNanos));
            }
        } else {
            arriving = true;
            Arrivals arrivals =
                    Arrivals.of(load, scripts.stream().map(Script::startNanos).toList(), settings.seed());
            timer.execute(() -> arrive(arrivals, beginNanos + arrivals.next()));
        }
        over.await();
        return System.nanoTime() - beginNanos;
    }

    /** Begins the workflow that takes the place of one that has ended. */
    private void next(long nanos) {
        if (!begin(nanos)) {
            endIfIdle();
        }
    }

    private void arrive(Arrivals arrivals, long due) {
        long wait = due - System.nanoTime();
        if (wait > 0 && !stopped && isWanted(due)) {
            later(() -> arrive(arrivals, due), wait);
            return;
        }
        boolean more = running.size() >= MOST_AT_ONCE ? leaveOut(due) : begin(due);
        if (more) {
            // all that is due has its turn before the timer sends anything else
            long next = beginNanos + arrivals.next();
            later(() -> arrive(arrivals, next), Math.max(0, next - System.nanoTime()));
        } else {
            synchronized (this) {
                arriving = false;
            }
            endIfIdle();
        }
    }

    private void later(Runnable what, long nanos) {
        try {
            timer.schedule(what, nanos, TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            stop();
        }
    }

    private synchronized boolean isWanted(long due) {
        return settings.durationNanos() == 0
                ? begun + leftOut < scripts.size()
                : due - beginNanos < settings.durationNanos();
    }

    private synchronized boolean leaveOut(long due) {
        boolean wanted = !stopped && isWanted(due);
        leftOut += wanted ? 1 : 0;
        return wanted;
    }

    private boolean begin(long due) {
        WorkflowRun[] own = new WorkflowRun[1];
        synchronized (this) {
            if (stopped || !isWanted(due)) {
                return false;
            }
            Script script = scripts.get((int) ((begun + leftOut) % scripts.size()));
            own[0] = new WorkflowRun(script, ++begun, due, settings, sender, timer, ended -> {
                // in this order: when none is running any more the level is over, and all of it has been taken
                done.accept(ended);
                running.remove(own[0]);
                if (load.isClosed() && ended.isLost()) {
                    // as fast as connections are refused would be no load but a storm
                    later(() -> next(System.nanoTime()), TimeUnit.MILLISECONDS.toNanos(PAUSE_MILLIS));
                } else if (load.isClosed()) {
                    next(ended.endNanos());
                } else {
                    endIfIdle();
                }
            });
            running.add(own[0]);
        }
        own[0].begin();
        return true;
    }

    private synchronized void endIfIdle() {
        if (running.isEmpty() && (!arriving || stopped)) {
            over.countDown();
        }
    }

    /** Begins no more workflows, and gives up those that run; what came of them so far counts. */
    public void stop() {
        synchronized (this) {
            stopped = true;
        }
        sender.stop();
        try {
            timer.schedule(
                    () -> {
                        running.forEach(WorkflowRun::stop);
                        endIfIdle();
                    },
                    GIVEN_UP_MILLIS,
                    TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            over.countDown();
        }
    }

    /** Returns how many workflows an open loop did not begin because {@value #MOST_AT_ONCE} were running. */
    public synchronized long leftOut() {
        return leftOut;
    }
}
