// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.writer;

import static io.agentprofiler.agent.ring.Spans.child;
import static io.agentprofiler.agent.ring.Spans.end;
import static io.agentprofiler.agent.ring.Spans.root;
import static io.agentprofiler.agent.ring.Spans.settings;
import static io.agentprofiler.agent.ring.Spans.start;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.context.Workflow;
import io.agentprofiler.agent.event.SpanEnd;
import io.agentprofiler.agent.ring.Spans;
import io.agentprofiler.agent.stats.PipelineCounters;
import io.agentprofiler.agent.stats.TraceClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Workflows that are kept for how they go, through the whole ring. */
@Timeout(120)
class KeptWorkflowsTest {
    private final RecordingSink sink = new RecordingSink();
    private EventPipeline pipeline;

    @AfterEach
    void close() {
        if (pipeline != null) {
            pipeline.close();
        }
    }

    @Test
    void shouldWriteFailedWorkflowsAndNoOther() {
        open("sample", "0", "sample.keep", "errors");
        Span fine = workflow(false);
        Span failed = workflow(false);
        Span tool = child(failed);
        start(pipeline.events(), fine, "a");
        start(pipeline.events(), failed, "b");
        start(pipeline.events(), tool, "c");
        pipeline.events().chunk(tool, System.nanoTime(), 0, "text", 5);
        end(pipeline.events(), fine, null);
        fail(tool);
        end(pipeline.events(), failed, "d");
        pipeline.close();

        assertThat(sink.lines)
                .containsExactly(
                        "start " + failed.id + " parent 0 {content=b, agentprofiler.sample.kept_for=error}",
                        "start " + tool.id + " parent " + failed.id + " {content=c}",
                        "chunk " + tool.id + " 0 text 5",
                        "end " + tool.id + " error {}",
                        "end " + failed.id + " ok {content=d}");
        assertThat(sink.last().sampling()).isEqualTo(new PipelineCounters.Sampling(0, 1, 0, 1, 1, 0, 0));
        assertThat(sink.last().started()).isEqualTo(2);
        assertThat(sink.last().suppressed()).isZero();
    }

    @Test
    void shouldWriteAWorkflowWhileItHangs() {
        open("sample", "0", "sample.keep", "slow:50ms");
        Span hanging = workflow(false);
        start(pipeline.events(), hanging, null);
        await().untilAsserted(() -> assertThat(sink.lines)
                .containsExactly("start " + hanging.id + " parent 0 {agentprofiler.sample.kept_for=slow}"));
        assertThat(pipeline.counters().open()).isEqualTo(1);
        pipeline.close();
        assertThat(sink.last().sampling()).isEqualTo(new PipelineCounters.Sampling(0, 0, 0, 1, 1, 0, 0));
    }

    @Test
    void shouldLetGoAtTheExitOfWhatIsUndecided() {
        open("sample", "0", "sample.keep", "errors,slow:1m");
        Span open = workflow(false);
        start(pipeline.events(), open, null);
        start(pipeline.events(), child(open), null);
        pipeline.drain(30_000);
        assertThat(pipeline.counters().queued()).containsEntry("SPAN_START", 2L);
        assertThat(pipeline.counters().sampling().undecided()).isEqualTo(1);
        pipeline.close();

        assertThat(sink.lines).isEmpty();
        assertThat(sink.last().sampling()).isEqualTo(new PipelineCounters.Sampling(0, 1, 0));
        assertThat(sink.last().droppedEvents()).isZero();
        assertThat(sink.last().open()).isZero();
    }

    @Test
    void shouldNotLookAtTheValuesOfAWorkflowThatIsLetGo() {
        open("sample", "0", "sample.keep", "errors");
        Span root = workflow(false);
        Span late = child(root);
        start(pipeline.events(), root, null);
        end(pipeline.events(), root, null);
        start(pipeline.events(), late, "nobody reads this");
        end(pipeline.events(), late, "nor this");
        pipeline.drain(30_000);
        assertThat(late.name).isNull();
        assertThat(pipeline.counters().started()).isZero();
    }

    @Test
    void shouldCountAWorkflowWhoseFirstStartFindsNoRoom() {
        open("sample", "0", "sample.keep", "errors", "ring.size", "64");
        sink.stall();
        Span failing = workflow(false);
        start(pipeline.events(), failing, null);
        fail(failing);
        await().until(() -> sink.stalled.getCount() == 0);
        List<Span> taken = new ArrayList<>();
        List<Span> refused = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            Span span = workflow(false);
            (start(pipeline.events(), span, null) ? taken : refused).add(span);
        }
        Span below = child(refused.get(0));
        sink.release();
        pipeline.drain(30_000);
        start(pipeline.events(), below, null);
        fail(below);
        taken.forEach(span -> end(pipeline.events(), span, null));
        pipeline.close();

        assertThat(sink.lines).hasSize(2);
        assertThat(sink.last().sampling())
                .isEqualTo(new PipelineCounters.Sampling(0, taken.size(), 0, 1, 1, 0, refused.size()));
        assertThat(sink.last().open()).isZero();
    }

    @Test
    void shouldKeepTheBooksAtEveryMomentWhateverManyThreadsDo() throws Exception {
        open("sample", "0.1", "sample.keep", "errors", "ring.size", "262144");
        AtomicBoolean running = new AtomicBoolean(true);
        Map<Long, Integer> failed = new ConcurrentHashMap<>();
        Set<Long> chosen = ConcurrentHashMap.newKeySet();
        ExecutorService threads = Executors.newFixedThreadPool(4);
        Future<?> reader = threads.submit(() -> {
            while (running.get()) {
                check(pipeline.counters());
            }
        });
        List<Future<?>> producers = new ArrayList<>();
        for (int t = 0; t < 3; t++) {
            int thread = t;
            producers.add(threads.submit(() -> produce(thread, failed, chosen)));
        }
        for (Future<?> producer : producers) {
            producer.get();
        }
        pipeline.close();
        running.set(false);
        reader.get();
        threads.shutdown();

        PipelineCounters.Snapshot last = sink.last();
        check(last);
        assertThat(last.droppedEvents()).isZero();
        assertThat(last.open()).isZero();
        assertThat(last.queuedEvents()).isZero();
        assertThat(last.abandoned()).isZero();
        int chosenAndFailed =
                (int) failed.keySet().stream().filter(chosen::contains).count();
        assertThat(last.sampling())
                .isEqualTo(new PipelineCounters.Sampling(
                        chosen.size(),
                        6000 - chosen.size() - failed.size() + chosenAndFailed,
                        0,
                        failed.size() - chosenAndFailed,
                        failed.size(),
                        0,
                        0));
        // each with its two spans, their ends and a chunk
        assertThat(sink.lines).hasSize(5 * (chosen.size() + failed.size() - chosenAndFailed));
        assertThat(last.writtenEvents()).isEqualTo(sink.lines.size());
    }

    private void produce(int thread, Map<Long, Integer> failed, Set<Long> chosen) {
        for (int i = 0; i < 2000; i++) {
            Span root = workflow(i % 10 == thread);
            if (root.workflow.chosen) {
                chosen.add(root.id);
            }
            Span child = child(root);
            start(pipeline.events(), root, null);
            start(pipeline.events(), child, null);
            pipeline.events().chunk(child, System.nanoTime(), 0, "text", 1);
            boolean late = i % 5 == 0;
            if (!late && i % 7 == 0) {
                failed.put(root.id, i);
                fail(child);
            } else if (!late) {
                end(pipeline.events(), child, null);
            }
            end(pipeline.events(), root, null);
            if (late) {
                // after the first span: no reason any more
                fail(child);
            }
        }
    }

    private static void check(PipelineCounters.Snapshot counters) {
        for (String type : List.of("SPAN_START", "SPAN_CHUNK", "SPAN_END")) {
            long dropped = counters.dropped().getOrDefault(type, Map.of()).values().stream()
                    .mapToLong(Long::longValue)
                    .sum();
            assertThat(counters.queued().get(type)).isNotNegative();
            assertThat(counters.emitted().get(type))
                    .isEqualTo(counters.written().get(type)
                            + dropped
                            + counters.queued().get(type));
        }
        assertThat(counters.open()).isNotNegative();
        assertThat(counters.started()).isEqualTo(counters.ended() + counters.open() + counters.abandoned());
    }

    private void open(String... namesAndValues) {
        pipeline = EventPipeline.open(settings(namesAndValues), TraceClock.now(), new ArgumentReader(), List.of(sink));
    }

    private static Span workflow(boolean chosen) {
        Span root = root(Spans.RULE);
        root.workflow = new Workflow(chosen);
        return root;
    }

    private void fail(Span span) {
        span.end();
        pipeline.events()
                .end(
                        span,
                        System.nanoTime(),
                        SpanEnd.Status.ERROR,
                        Thread.currentThread(),
                        -1,
                        -1,
                        span.rule,
                        null,
                        null,
                        null);
    }
}
