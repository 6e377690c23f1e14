// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.lab.replay.load.Load.Thinking;
import io.agentprofiler.analyzer.lab.replay.load.Received.RequestOutcome;
import io.agentprofiler.analyzer.lab.replay.load.run.LevelResult;
import io.agentprofiler.analyzer.lab.replay.load.run.LevelRun;
import io.agentprofiler.analyzer.lab.replay.load.run.ScriptStep;
import io.agentprofiler.analyzer.lab.replay.load.run.ScriptStep.Script;
import io.agentprofiler.analyzer.lab.replay.load.run.Scripts;
import io.agentprofiler.analyzer.lab.replay.load.run.SentWorkflow.SentCall;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.Tokens;
import io.agentprofiler.analyzer.trace.Trace;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LevelRunTest {
    private static final LevelRun.Settings NO_THINKING = new LevelRun.Settings(0, new Thinking(0), null, 1);
    private static final long MINUTE = 60_000_000_000L;

    @TempDir
    private Path dir;

    private static List<Script> scripts(TestRun run) {
        Scripts scripts = Scripts.ANALYSIS.empty();
        for (Trace trace : run.traces()) {
            scripts = Scripts.ANALYSIS.addTrace(scripts, trace);
        }
        return scripts.inOrder();
    }

    /** Two calls at once, then one that began when both had ended. */
    private static TestRun fork() {
        return TestRun.run("fork")
                .start(1, 0, 0, "agent", "ask")
                .span(2, 1, 10, 30, "llm", "chat a")
                .span(3, 1, 20, 50, "llm", "chat b")
                .span(4, 1, 65, 70, "llm", "chat c")
                .end(1, 90)
                .footer();
    }

    @Test
    void shouldWaitForTheLastCallThatHadEnded() {
        Script script = scripts(fork()).get(0);

        assertThat(script.steps()).extracting(ScriptStep::after).containsExactly(-1, -1, 1);
        assertThat(script.steps())
                .extracting(ScriptStep::thinkNanos)
                .containsExactly(10_000_000L, 20_000_000L, 15_000_000L);
        assertThat(script.tailNanos()).isEqualTo(20_000_000L);
    }

    @Test
    void shouldSendAtOnceWhatRanAtOnce() throws Exception {
        CountDownLatch both = new CountDownLatch(2);
        try (NullServer server = new NullServer(
                request -> {
                    both.countDown();
                    try {
                        both.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                    return NullServer.usual(request);
                },
                true)) {
            LevelResult result = run(server, fork(), Load.closed(1)).get(0);
            assertThat(result.calls(RequestOutcome.ANSWERED)).isEqualTo(3);
            assertThat(result.workflows(RequestOutcome.ANSWERED)).isEqualTo(1);
            assertThat(result.tokens().input()).isEqualTo(33);
            assertThat(result.tokens().output()).isEqualTo(6);
            assertThat(result.tokens().cacheRead()).isEqualTo(Unknown.LONG);
        }
    }

    private static List<LevelResult> run(NullServer server, TestRun run, Load load)
            throws IOException, InterruptedException {
        return new LoadRun(
                        LoadTarget.of(server.address(), false),
                        null,
                        MINUTE,
                        NO_THINKING,
                        scripts(run),
                        null,
                        any -> {})
                .run(List.of(load));
    }

    /** The workflow that is taken first waits until the other one has ended, too; the other one until the level was to be over. */
    @Test
    void shouldEndAfterAllThatEndedWasTaken() throws Exception {
        CountDownLatch both = new CountDownLatch(2);
        AtomicBoolean any = new AtomicBoolean();
        CountDownLatch release = new CountDownLatch(1);
        AtomicInteger taken = new AtomicInteger();
        ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);
        ExecutorService workers = Executors.newFixedThreadPool(2);
        try (NullServer server = new NullServer(NullServer::usual, false)) {
            LevelRun level = new LevelRun(
                    Load.closed(2),
                    scripts(ConversationRun.run(2, 1, 0, 3)),
                    NO_THINKING,
                    new Sender(LoadTarget.of(server.address(), false), null, MINUTE, timer, workers),
                    timer,
                    workflow -> {
                        boolean first = !any.getAndSet(true);
                        both.countDown();
                        awaitUnchecked(first ? both : release);
                        taken.incrementAndGet();
                    });
            CompletableFuture<Integer> atEnd = CompletableFuture.supplyAsync(
                    () -> {
                        try {
                            level.run();
                        } catch (InterruptedException e) {
                            throw new IllegalStateException(e);
                        }
                        return taken.get();
                    },
                    LevelRunTest::onItsOwnThread);
            await().atMost(Duration.ofMinutes(1))
                    .during(Duration.ofMillis(200))
                    .until(() -> !atEnd.isDone() && both.getCount() == 0);
            release.countDown();
            assertThat(atEnd.get(1, TimeUnit.MINUTES)).isEqualTo(2);
        } finally {
            release.countDown();
            timer.shutdownNow();
            workers.shutdownNow();
        }
    }

    /** The client's futures may need the only thread of the common pool. */
    private static void onItsOwnThread(Runnable task) {
        new Thread(task, "load").start();
    }

    private static void awaitUnchecked(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void shouldTellTheFirstChunkThatSaysSomething() throws Exception {
        try (NullServer server = new NullServer(request -> NullServer.STREAM, true)) {
            LevelResult result =
                    run(server, ConversationRun.run(2, 2, 0, 3), Load.closed(2)).get(0);
            assertThat(result.firstChunk().count()).isEqualTo(4);
            assertThat(result.tokens().cacheRead()).isEqualTo(16);
            assertThat(server.kept())
                    .allMatch(request -> request.contains("\"stream\":true")
                            && request.contains("\"include_usage\":true")
                            && !request.contains("Authorization"));
        }
    }

    @Test
    void shouldSendTheKeyAsTheOnlyOne() throws Exception {
        try (NullServer server = new NullServer(NullServer::usual, true)) {
            new LoadRun(
                            LoadTarget.of(server.address(), false),
                            "k-1",
                            MINUTE,
                            NO_THINKING,
                            scripts(fork()),
                            null,
                            any -> {})
                    .run(List.of(Load.closed(1)));
            assertThat(server.kept()).hasSize(3).allMatch(request -> request.contains("Authorization: Bearer k-1\r\n"));
        }
    }

    /** A pause of the load generator, or a queue before it, is part of what a request took. */
    @Test
    void shouldCountLatencyFromWhenARequestWasDue() {
        Received received = new Received(
                RequestOutcome.ANSWERED,
                200,
                900,
                new Received.ChunkArrival(950, 960, Unknown.LONG, 1),
                1_000,
                Tokens.NONE,
                null);
        assertThat(new SentCall(null, 100, true, received).latencyNanos()).isEqualTo(900);
    }

    @Test
    void shouldKeepWhatHasComeWhenItIsStopped() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        LevelRun.Settings endless = new LevelRun.Settings(MINUTE * 60, new Thinking(0), null, 1);
        try (NullServer server = new NullServer(
                request -> {
                    if (request.contains("tool_call_id")) {
                        try {
                            never.await();
                        } catch (InterruptedException e) {
                            Thread.currentThread().interrupt();
                        }
                    }
                    return NullServer.usual(request);
                },
                false)) {
            LoadRun loads = new LoadRun(
                    LoadTarget.of(server.address(), false),
                    null,
                    MINUTE,
                    endless,
                    scripts(ConversationRun.run(1, 2, 0, 3)),
                    dir,
                    any -> {});
            CompletableFuture<List<LevelResult>> all = CompletableFuture.supplyAsync(
                    () -> {
                        try {
                            return loads.run(List.of(Load.closed(2), Load.closed(4)));
                        } catch (IOException | InterruptedException e) {
                            throw new IllegalStateException(e);
                        }
                    },
                    LevelRunTest::onItsOwnThread);
            await().atMost(Duration.ofMinutes(1)).until(() -> server.requests() == 4);
            loads.stop();

            List<LevelResult> results = all.join();
            assertThat(results).hasSize(1);
            assertThat(results.get(0).calls(RequestOutcome.ANSWERED)).isEqualTo(2);
            assertThat(results.get(0).workflows(RequestOutcome.STOPPED)).isEqualTo(2);
            assertThat(dir.resolve("concurrency-2/segment-000001.jsonl"))
                    .content()
                    .contains("\"status\":\"cancelled\"", "\"event\":\"FOOTER\"");
        } finally {
            never.countDown();
        }
    }
}
