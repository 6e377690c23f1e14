// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.live;

import io.agentprofiler.analyzer.answer.report.page.Rows;
import io.agentprofiler.analyzer.live.follow.Follower;
import io.agentprofiler.analyzer.live.http.LiveMetrics;
import io.agentprofiler.analyzer.live.http.LiveServer;
import io.agentprofiler.analyzer.live.http.Subscriptions;
import io.agentprofiler.analyzer.live.state.Forecaster;
import io.agentprofiler.analyzer.live.state.Kept;
import io.agentprofiler.analyzer.live.state.LiveState;
import io.agentprofiler.analyzer.live.state.Question;
import io.agentprofiler.analyzer.trace.SpanBudget;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Reads, publishes and answers until it is stopped.
 *
 * <p><b>Threading:</b> the thread that calls {@link #run} reads and computes.
 */
final class Live implements AutoCloseable {
    static final long GRACE_NANOS = Follower.GRACE_NANOS;

    /** As often as the agent writes. */
    private static final long PAUSE_MILLIS = 200;

    private static final long SECOND = 1_000_000_000L;
    /** What finished workflows may take of the heap: figures of them, workflows that go on and requests need the rest. */
    private static final int SHARE_KEPT = 5;
    /** Heap that a span of a workflow that goes on is taken to need, held and shown. */
    private static final long BYTES_PER_OPEN_SPAN = 10_000;

    private static final long LEAST_OPEN_SPANS = 10_000;

    private final Follower follower;
    private final LiveState state;
    private final Subscriptions pages;
    private final LiveServer server;

    /**
     * Starts to listen; nothing is read yet.
     *
     * @param forecasts tells what is still to come of workflows that go on
     * @param keep spans of finished workflows that stay in memory
     * @param graceNanos how long a complete workflow waits for late spans
     * @param token what requests must bring, {@code null} for a new one
     * @param port where to listen, 0 for any free port
     * @throws IOException when the port is taken
     */
    Live(
            List<Path> roots,
            Question question,
            Forecaster forecasts,
            int keep,
            long graceNanos,
            String token,
            int port,
            PrintStream complaints)
            throws IOException {
        long heap = Runtime.getRuntime().maxMemory();
        Rows rows = new Rows(question.prices());
        LiveMetrics metrics = new LiveMetrics(question.prices());
        state = new LiveState(new Kept(keep, heap / SHARE_KEPT), rows, question, metrics::add, forecasts);
        follower = new Follower(
                roots, state, new SpanBudget(Math.max(LEAST_OPEN_SPANS, heap / BYTES_PER_OPEN_SPAN)), graceNanos);
        pages = new Subscriptions(state);
        server = new LiveServer(state, metrics, pages, rows, token, port, complaints);
        server.start();
    }

    /** Returns the address to open, the token included. */
    String address() {
        return server.address();
    }

    /** Reads and publishes until the latch is open. */
    void run(CountDownLatch stop) {
        try {
            boolean more = false;
            while (!stop.await(more ? 0 : PAUSE_MILLIS, TimeUnit.MILLISECONDS)) {
                long now = System.nanoTime();
                Instant moment = Instant.now();
                state.at(now);
                more = follower.step(now, moment.getEpochSecond() * SECOND + moment.getNano());
                state.publish(follower, System::nanoTime);
                pages.poke();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() throws IOException {
        try {
            server.close();
        } finally {
            follower.close();
        }
    }
}
