// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.pipeline;

import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.trace.metric.RunSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Threads that read files, each of which adds what its files tell to one summary: what is gathered of many files need not be made
 * anew for each, nor joined for each, and what cannot be among the first of all is given up soon.
 *
 * <p>A file goes to the thread that was given the fewest bytes before it, so what is in a summary depends on the files and the number
 * of threads only.
 *
 * <p><b>Threading:</b> one thread hands out work. The summaries may be used by it when all of that is done.
 */
final class ReadingThreads implements AutoCloseable {
    private final List<Lane> lanes = new ArrayList<>();

    /**
     * Starts with nothing to do.
     *
     * @param threads how many to use
     * @param analyses those of the summaries
     */
    ReadingThreads(int threads, List<Analysis<?>> analyses) {
        for (int i = 0; i < threads; i++) {
            lanes.add(new Lane(new RunSummary(analyses)));
        }
    }

    /** Returns the thread that is to read a file of so many bytes. */
    Lane next(long bytes) {
        Lane least = lanes.get(0);
        for (Lane lane : lanes) {
            least = lane.bytes < least.bytes ? lane : least;
        }
        least.bytes += bytes;
        return least;
    }

    /** Adds what all threads have gathered; no work may be left. */
    void addTo(RunSummary whole) {
        lanes.forEach(lane -> whole.add(lane.summary));
    }

    /** Gives up what was not begun, and interrupts the rest. */
    @Override
    public void close() {
        lanes.forEach(lane -> lane.thread.shutdownNow());
    }

    /** A thread with its summary. */
    static final class Lane {
        private final RunSummary summary;
        private final ExecutorService thread = Executors.newSingleThreadExecutor(task -> {
            Thread made = new Thread(task, "reader");
            made.setDaemon(true);
            return made;
        });
        private long bytes;

        private Lane(RunSummary summary) {
            this.summary = summary;
        }

        /** Returns what the thread adds to. */
        RunSummary summary() {
            return summary;
        }

        /** Has the thread do something after all it was given before. */
        <T> Future<T> submit(Callable<T> work) {
            return thread.submit(work);
        }
    }
}
