// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.trace.metric.RunSummary;
import io.agentprofiler.analyzer.trace.pipeline.Pipeline.ReadingThreads;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ReadingThreadsTest {
    private static final Analysis<AtomicLong> SPANS = Analysis.of(
            "spans",
            AtomicLong::new,
            (sum, trace) -> sum.addAndGet(trace.spans().size()),
            (sum, more) -> sum.addAndGet(more.get()));

    @Test
    void shouldGiveAFileToTheThreadWithTheFewestBytes() {
        assertThat(given(2, 5, 3, 1, 1, 1)).containsExactly(0, 1, 1, 1, 0);
        assertThat(given(3, 10, 1, 1, 1, 9, 1)).containsExactly(0, 1, 2, 1, 2, 1);
    }

    @Test
    void shouldGiveFilesOfOneSizeInTurns() {
        assertThat(given(3, 7, 7, 7, 7, 7, 7, 7)).containsExactly(0, 1, 2, 0, 1, 2, 0);
    }

    @Test
    void shouldGiveAllToTheOnlyThread() {
        assertThat(given(1, 7, 0, 7)).containsExactly(0, 0, 0);
    }

    @Test
    void shouldGiveEmptyFilesToTheFirstOfThoseWithTheFewest() {
        assertThat(given(2, 0, 0, 4, 0, 5)).containsExactly(0, 0, 0, 1, 1);
    }

    @Test
    void shouldGiveTheSameFilesTheSameThreadsEachTime() {
        long[] sizes = {64, 64, 64, 19, 3, 200, 64, 1, 1, 50};

        assertThat(given(4, sizes))
                .containsExactly(0, 1, 2, 3, 3, 3, 0, 1, 2, 1)
                .isEqualTo(given(4, sizes));
    }

    @Test
    void shouldDoTheWorkOfALaneInItsOrderOnOneThread() throws Exception {
        try (ReadingThreads threads = new ReadingThreads(2, List.of(SPANS))) {
            ReadingThreads.Lane lane = threads.next(1);
            List<Integer> done = new ArrayList<>();
            List<Future<Thread>> ran = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                int number = i;
                ran.add(lane.submit(() -> {
                    done.add(number);
                    return Thread.currentThread();
                }));
            }
            Thread first = ran.get(0).get();
            for (Future<Thread> thread : ran) {
                assertThat(thread.get()).isSameAs(first);
            }
            assertThat(done).containsExactly(0, 1, 2, 3, 4);
            assertThat(first.isDaemon()).isTrue();
            assertThat(threads.next(1).submit(Thread::currentThread).get()).isNotSameAs(first);
        }
    }

    @Test
    void shouldGoOnWithALanesOneThreadAfterWorkThatFailed() throws Exception {
        try (ReadingThreads threads = new ReadingThreads(1, List.of(SPANS))) {
            ReadingThreads.Lane lane = threads.next(1);
            Callable<String> failing = () -> {
                throw new IllegalStateException("no");
            };
            Future<String> failed = lane.submit(failing);

            assertThatThrownBy(failed::get)
                    .isInstanceOf(ExecutionException.class)
                    .hasMessageContaining("no");
            assertThat(lane.submit(() -> "done").get()).isEqualTo("done");
        }
    }

    @Test
    void shouldAddWhatAllThreadsGathered() {
        Trace two = TestRun.bare()
                .span(1, 0, 0, 3, "workflow", "w")
                .span(2, 1, 1, 2, "llm", "a")
                .trace();
        Trace one = TestRun.bare().trace(2).span(1, 0, 0, 3, "workflow", "w").trace();
        RunSummary whole = new RunSummary(List.of(SPANS));
        whole.add(one);
        try (ReadingThreads threads = new ReadingThreads(3, List.of(SPANS))) {
            ReadingThreads.Lane first = threads.next(1);
            ReadingThreads.Lane second = threads.next(1);
            first.summary().add(two);
            first.summary().add(two);
            second.summary().add(one);
            assertThat(first.summary().get(SPANS)).hasValue(4);
            assertThat(second.summary().get(SPANS)).hasValue(1);

            threads.addTo(whole);
        }

        assertThat(whole.get(SPANS)).hasValue(6);
    }

    @Test
    void shouldAddNothingOfThreadsThatGatheredNothing() {
        RunSummary whole = new RunSummary(List.of(SPANS));
        try (ReadingThreads threads = new ReadingThreads(2, List.of(SPANS))) {
            threads.addTo(whole);
        }

        assertThat(whole.get(SPANS)).hasValue(0);
    }

    @Test
    void shouldInterruptWhatRunsWhenClosed() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        Future<String> running;
        Callable<String> waiting = () -> {
            begun.countDown();
            new CountDownLatch(1).await();
            return "ended";
        };
        try (ReadingThreads threads = new ReadingThreads(1, List.of(SPANS))) {
            running = threads.next(1).submit(waiting);
            begun.await();
        }

        assertThatThrownBy(running::get).hasCauseInstanceOf(InterruptedException.class);
    }

    /** Returns the numbers of the threads, in the order in which they were first given a file. */
    private static List<Integer> given(int count, long... sizes) {
        try (ReadingThreads threads = new ReadingThreads(count, List.of())) {
            List<ReadingThreads.Lane> met = new ArrayList<>();
            return Arrays.stream(sizes)
                    .mapToObj(size -> {
                        ReadingThreads.Lane lane = threads.next(size);
                        if (!met.contains(lane)) {
                            met.add(lane);
                        }
                        return met.indexOf(lane);
                    })
                    .toList();
        }
    }
}
