// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.command.terminal;

import java.io.PrintStream;
import java.util.Locale;
import java.util.concurrent.atomic.LongAdder;

/**
 * A progress bar on standard error, shown only on a terminal and only when the work takes more than a second.
 *
 * <p><b>Threading:</b> {@link #add} on any thread; a daemon thread draws.
 */
public final class ProgressBar implements AutoCloseable {
    private static final long FIRST_MILLIS = 1000;
    private static final long NEXT_MILLIS = 200;
    private static final int BAR = 30;

    private final PrintStream err;
    private final boolean unicode;
    private final long total;
    private final LongAdder done = new LongAdder();
    private final Object lock = new Object();
    private Thread drawer;
    private boolean shown;
    private boolean closed;

    private ProgressBar(PrintStream err, boolean unicode, long total) {
        this.err = err;
        this.unicode = unicode;
        this.total = total;
    }

    /** Starts the clock. */
    public static ProgressBar start(Terminal terminal, long totalBytes) {
        boolean unicode = terminal.charset().newEncoder().canEncode("█░");
        ProgressBar progress = new ProgressBar(terminal.err(), unicode, totalBytes);
        if (terminal.errIsTerminal()) {
            progress.drawer = new Thread(progress::draw, "progress");
            progress.drawer.setDaemon(true);
            progress.drawer.start();
        }
        return progress;
    }

    /** Counts bytes that were read. */
    public void add(long bytes) {
        done.add(bytes);
    }

    private void draw() {
        long started = System.nanoTime();
        synchronized (lock) {
            long pause = FIRST_MILLIS;
            while (true) {
                try {
                    lock.wait(pause);
                } catch (InterruptedException e) {
                    return;
                }
                if (closed) {
                    return;
                }
                pause = NEXT_MILLIS;
                shown = true;
                err.print('\r' + line(done.sum(), total, (System.nanoTime() - started) / 1e9, unicode));
                err.flush();
            }
        }
    }

    static String line(long done, long total, double seconds, boolean unicode) {
        double share = total <= 0 ? 0 : Math.min(1, (double) done / total);
        int full = (int) (share * BAR);
        String bar = (unicode ? "█" : "#").repeat(full) + (unicode ? "░" : ".").repeat(BAR - full);
        return String.format(
                Locale.ROOT, "reading %3.0f %% %s %.0f MB/s ", share * 100, bar, done / 1e6 / Math.max(seconds, 0.001));
    }

    /** Removes the bar. */
    @Override
    public void close() {
        synchronized (lock) {
            closed = true;
            lock.notifyAll();
            if (shown) {
                err.print("\r\u001b[2K");
                err.flush();
            }
        }
    }
}
