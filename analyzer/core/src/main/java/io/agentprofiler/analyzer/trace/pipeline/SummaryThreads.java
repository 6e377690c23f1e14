// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.pipeline;

import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.trace.metric.RunSummary;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Adds traces to summaries on threads of their own, while their file is read further: to adding up goes more time than to reading, so
 * one thread that reads keeps two others busy. Each adds to a summary of its own, every other batch of traces, so that the sums depend
 * on the file and the number of threads only; in the end the summaries become one. Few traces wait. A large one is added before {@link
 * #add} returns: two of them at a time could need more memory than there is.
 *
 * <p><b>Threading:</b> one thread. The summary may be used by others when {@link #close} has returned.
 */
final class SummaryThreads implements AutoCloseable {
    /** Spans that are handed on together. */
    private static final int BATCH_SPANS = 2_000;
    /** Batches that may wait for each thread. */
    private static final int MOST_WAITING = 4;

    private final RunSummary whole;
    private final List<Analysis<?>> analyses;
    private final int threads;
    /** None while there is not one batch: of small files nothing needs to be handed on. */
    private final List<Lane> lanes = new ArrayList<>();

    private int next;
    private List<Trace> batch = new ArrayList<>();
    private int batchSpans;

    /**
     * Starts with no trace.
     *
     * @param whole takes everything in the end
     * @param analyses those of that summary
     * @param threads how many to use
     */
    SummaryThreads(RunSummary whole, List<Analysis<?>> analyses, int threads) {
        this.whole = whole;
        this.analyses = analyses;
        this.threads = threads;
    }

    /** Adds a trace, now or soon; throws what adding an earlier one has thrown. */
    void add(Trace trace) {
        batch.add(trace);
        batchSpans += trace.spans().size();
        if (batchSpans >= BATCH_SPANS) {
            boolean large = batchSpans >= 2 * BATCH_SPANS;
            handOn();
            if (large) {
                lanes.forEach(Lane::awaitAll);
            }
        }
    }

    private void handOn() {
        if (lanes.size() < threads) {
            lanes.add(new Lane(new RunSummary(analyses)));
        }
        lanes.get(next).add(batch);
        next = (next + 1) % threads;
        batch = new ArrayList<>();
        batchSpans = 0;
    }

    /** Waits until all traces were added. */
    @Override
    public void close() {
        try {
            if (lanes.isEmpty()) {
                batch.forEach(whole::add);
            } else {
                handOn();
                lanes.forEach(Lane::awaitAll);
                lanes.forEach(lane -> whole.add(lane.summary));
            }
        } finally {
            lanes.forEach(lane -> lane.thread.shutdownNow());
        }
    }

    /** A thread with its summary. */
    private static final class Lane {
        private final RunSummary summary;
        private final ExecutorService thread = Executors.newSingleThreadExecutor(task -> {
            Thread made = new Thread(task, "summary");
            made.setDaemon(true);
            return made;
        });
        private final Deque<Future<?>> waiting = new ArrayDeque<>();

        Lane(RunSummary summary) {
            this.summary = summary;
        }

        void add(List<Trace> traces) {
            waiting.add(thread.submit(() -> traces.forEach(summary::add)));
            awaitAllBut(MOST_WAITING);
        }

        void awaitAll() {
            awaitAllBut(0);
        }

        private void awaitAllBut(int most) {
            while (waiting.size() > most) {
                try {
                    waiting.remove().get();
                } catch (ExecutionException e) {
                    if (e.getCause() instanceof RuntimeException runtime) {
                        throw runtime;
                    }
                    if (e.getCause() instanceof Error error) {
                        throw error;
                    }
                    throw new IllegalStateException(e.getCause());
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new IllegalStateException("interrupted while traces were added up", e);
                }
            }
        }
    }
}
