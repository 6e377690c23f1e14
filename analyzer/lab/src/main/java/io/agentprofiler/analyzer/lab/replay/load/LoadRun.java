// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay.load;

import io.agentprofiler.analyzer.lab.replay.load.Received.RequestOutcome;
import io.agentprofiler.analyzer.lab.replay.load.run.LevelResult;
import io.agentprofiler.analyzer.lab.replay.load.run.LevelRun;
import io.agentprofiler.analyzer.lab.replay.load.run.ScriptStep.Script;
import io.agentprofiler.analyzer.view.cell.Units;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Runs levels of load one after the other, until they have ended or the process is told to.
 *
 * <p><b>Threading:</b> one thread; another may tell it to stop.
 */
public final class LoadRun {
    private final LoadTarget target;
    private final String key;
    private final long timeoutNanos;
    private final LevelRun.Settings settings;
    private final List<Script> scripts;
    private final Path out;
    private final Consumer<String> say;
    private LevelRun level;
    private boolean stopped;

    /**
     * Makes a run.
     *
     * @param key the API key; {@code null} for none
     * @param out where traces are written to; {@code null} for nowhere
     * @param say takes a sentence for each level
     */
    public LoadRun(
            LoadTarget target,
            String key,
            long timeoutNanos,
            LevelRun.Settings settings,
            List<Script> scripts,
            Path out,
            Consumer<String> say) {
        this.target = target;
        this.key = key;
        this.timeoutNanos = timeoutNanos;
        this.settings = settings;
        this.scripts = scripts;
        this.out = out;
        this.say = say;
    }

    /**
     * Runs the levels.
     *
     * @return what came of those that began
     * @throws IOException when a trace cannot be written
     */
    public List<LevelResult> run(List<Load> loads) throws IOException, InterruptedException {
        List<LevelResult> results = new ArrayList<>();
        for (Load load : loads) {
            if (!isStopped()) {
                results.add(level(load));
            }
        }
        return results;
    }

    private LevelResult level(Load load) throws IOException, InterruptedException {
        LevelResult result = new LevelResult(load);
        ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, daemons("load-timer"));
        timer.setRemoveOnCancelPolicy(true);
        ExecutorService workers =
                Executors.newFixedThreadPool(Math.max(2, Runtime.getRuntime().availableProcessors()), daemons("load"));
        ExecutorService writer = Executors.newSingleThreadExecutor(daemons("load-writer"));
        try (RunFile file = out == null ? null : new RunFile(out.resolve(load.directory()))) {
            CompletableFuture<Void> failure = new CompletableFuture<>();
            Sender sender = new Sender(target, key, timeoutNanos, timer, workers);
            LevelRun run = new LevelRun(load, scripts(load.model()), settings, sender, timer, workflow -> {
                result.add(workflow);
                if (file != null) {
                    writer.execute(() -> {
                        try {
                            file.add(workflow);
                        } catch (IOException e) {
                            failure.completeExceptionally(new UncheckedIOException(e));
                        }
                    });
                }
            });
            begin(run);
            Duration before = cpu();
            long took = run.run();
            Duration after = cpu();
            result.ended(
                    took,
                    run.leftOut(),
                    before == null || after == null
                            ? Double.NaN
                            : after.minus(before).toNanos() / (double) took);
            writer.shutdown();
            writer.awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
            check(failure);
        } finally {
            timer.shutdownNow();
            workers.shutdown();
            writer.shutdownNow();
        }
        say.accept(load.words() + ": " + Units.count(result.calls(), "request") + ", "
                + Units.count(result.calls(RequestOutcome.ANSWERED)) + " answered, in "
                + Units.duration(result.nanos()));
        return result;
    }

    private List<Script> scripts(String model) {
        return model == null
                ? scripts
                : scripts.stream().map(script -> script.on(model)).toList();
    }

    private static void check(CompletableFuture<Void> failure) throws IOException {
        try {
            failure.getNow(null);
        } catch (CompletionException e) {
            if (e.getCause() instanceof UncheckedIOException cause) {
                throw cause.getCause();
            }
            throw e;
        }
    }

    private static Duration cpu() {
        return ProcessHandle.current().info().totalCpuDuration().orElse(null);
    }

    private static ThreadFactory daemons(String name) {
        AtomicInteger number = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(task, name + "-" + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }

    private synchronized void begin(LevelRun run) {
        level = run;
        if (stopped) {
            run.stop();
        }
    }

    /** Stops what runs: no workflow begins any more, and what is on its way is given up. */
    public synchronized void stop() {
        stopped = true;
        if (level != null) {
            level.stop();
        }
    }

    /** Answers whether it was told to stop. */
    public synchronized boolean isStopped() {
        return stopped;
    }
}
