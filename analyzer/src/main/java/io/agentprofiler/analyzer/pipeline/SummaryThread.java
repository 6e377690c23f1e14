// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.pipeline;

import io.agentprofiler.analyzer.metric.RunSummary;
import io.agentprofiler.analyzer.trace.Trace;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Adds traces to a summary on a thread of its own, while their file is read further; in their order, so that the sums are the
 * same as without it. Few traces wait for it. A large one is added before {@link #add} returns: two of them at a time could need
 * more memory than there is.
 *
 * <p><b>Threading:</b> one thread. The summary may be used by others when {@link #close} has returned.
 */
final class SummaryThread implements AutoCloseable {
    /** Spans that are handed on together. */
    private static final int BATCH_SPANS = 2_000;
    /** Batches that may wait. */
    private static final int MOST_WAITING = 4;

    private final RunSummary summary;
    private final ExecutorService thread = Executors.newSingleThreadExecutor(task -> {
        Thread made = new Thread(task, "summary");
        made.setDaemon(true);
        return made;
    });
    private final Deque<Future<?>> waiting = new ArrayDeque<>();
    private List<Trace> batch = new ArrayList<>();
    private int batchSpans;

    SummaryThread(RunSummary summary) {
        this.summary = summary;
    }

    /** Adds a trace, now or soon; throws what adding an earlier one has thrown. */
    void add(Trace trace) {
        batch.add(trace);
        batchSpans += trace.spans().size();
        if (batchSpans >= BATCH_SPANS) {
            int large = batchSpans >= 2 * BATCH_SPANS ? 0 : MOST_WAITING;
            handOn();
            awaitAllBut(large);
        }
    }

    private void handOn() {
        List<Trace> traces = batch;
        batch = new ArrayList<>();
        batchSpans = 0;
        waiting.add(thread.submit(() -> traces.forEach(summary::add)));
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

    /** Waits until all traces were added. */
    @Override
    public void close() {
        try {
            handOn();
            awaitAllBut(0);
        } finally {
            thread.shutdownNow();
        }
    }
}
