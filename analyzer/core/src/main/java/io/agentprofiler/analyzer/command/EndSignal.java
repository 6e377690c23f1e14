// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.command;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Lets a command that runs until it is told to end, by Ctrl-C or SIGTERM, say its last words: the process ends when this has been
 * closed, so what is to be printed is printed before.
 *
 * <p><b>Threading:</b> opened and closed by one thread; a signal's own thread runs what it was given.
 */
public final class EndSignal implements AutoCloseable {
    private final Thread hook;
    private final CountDownLatch closed = new CountDownLatch(1);

    private EndSignal(Runnable stop, long seconds) {
        hook = new Thread(
                () -> {
                    stop.run();
                    try {
                        closed.await(seconds, TimeUnit.SECONDS);
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                "end-signal");
    }

    /**
     * Begins to listen for the end of the process.
     *
     * @param stop tells the command to end; must not block
     * @param seconds how long the process waits for the command at most
     */
    public static EndSignal within(long seconds, Runnable stop) {
        EndSignal signal = new EndSignal(stop, seconds);
        Runtime.getRuntime().addShutdownHook(signal.hook);
        return signal;
    }

    /** Lets the process end. */
    @Override
    public void close() {
        closed.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // the process ends already
        }
    }
}
