// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.context.jdk;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.context.Spans;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** What is on its way while the JDK's classes get back the code they had; run by {@link PropagationProgram}. */
final class RemovalScenarios {
    private static final int STAGES = 9;

    private final Span span = Spans.open();
    private final AtomicInteger ran = new AtomicInteger();

    void shouldRunWhatIsOnItsWayWithoutASpan() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        CompletableFuture<String> promise = new CompletableFuture<>();
        CompletableFuture<String> failing = new CompletableFuture<>();
        List<CompletableFuture<?>> stages = Under.span(
                span,
                () -> List.of(
                        promise.thenApply(x -> run()),
                        promise.thenAccept(x -> run()),
                        promise.thenRun(this::run),
                        promise.whenComplete((x, e) -> run()),
                        promise.handleAsync((x, e) -> run(), pool),
                        promise.thenCompose(x -> CompletableFuture.completedFuture(run())),
                        promise.thenCombine(promise, (x, y) -> run()),
                        promise.acceptEither(failing, x -> run()),
                        failing.exceptionally(e -> String.valueOf(run()))));

        PropagationProgram.giveBack();
        promise.complete("");
        failing.completeExceptionally(new IllegalStateException("expected"));

        for (CompletableFuture<?> stage : stages) {
            Under.get(stage);
        }
        assertThat(ran).hasValue(STAGES);
        assertThat(Under.get(Under.span(span, () -> CompletableFuture.supplyAsync(Under::current, pool))))
                .isNull();
        pool.shutdown();
    }

    private int run() {
        assertThat(Under.current()).isNull();
        return ran.incrementAndGet();
    }
}
