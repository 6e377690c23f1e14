// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.writer;

import static io.agentprofiler.agent.ring.Spans.child;
import static io.agentprofiler.agent.ring.Spans.end;
import static io.agentprofiler.agent.ring.Spans.provisional;
import static io.agentprofiler.agent.ring.Spans.root;
import static io.agentprofiler.agent.ring.Spans.settings;
import static io.agentprofiler.agent.ring.Spans.start;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.event.ModelServerSample;
import io.agentprofiler.agent.ring.Spans;
import io.agentprofiler.agent.stats.PipelineCounters;
import io.agentprofiler.agent.stats.TraceClock;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class EventPipelineTest {
    private final RecordingSink sink = new RecordingSink();
    private EventPipeline pipeline;

    @AfterEach
    void close() {
        sink.release();
        if (pipeline != null) {
            pipeline.close();
        }
    }

    @Test
    void shouldHandEventsToTheSinkInTheOrderTheyWereOffered() {
        open();
        Span root = root(Spans.RULE);
        Span child = child(root);
        assertThat(start(pipeline.events(), root, "a")).isTrue();
        assertThat(start(pipeline.events(), child, null)).isTrue();
        pipeline.events().chunk(child, System.nanoTime(), 0, "text", 5);
        end(pipeline.events(), child, "b");
        end(pipeline.events(), root, null);
        pipeline.close();
        assertThat(sink.lines)
                .containsExactly(
                        "start " + root.id + " parent 0 {content=a}",
                        "start " + child.id + " parent " + root.id + " {}",
                        "chunk " + child.id + " 0 text 5",
                        "end " + child.id + " ok {content=b}",
                        "end " + root.id + " ok {}");
        PipelineCounters.Snapshot.SnapshotDraft expected = new PipelineCounters.Snapshot.SnapshotDraft();
        expected.emitted = Map.of("SPAN_START", 2L, "SPAN_CHUNK", 1L, "SPAN_END", 2L);
        expected.written = Map.of("SPAN_START", 2L, "SPAN_CHUNK", 1L, "SPAN_END", 2L);
        expected.queued = Map.of("SPAN_START", 0L, "SPAN_CHUNK", 0L, "SPAN_END", 0L);
        expected.payloadsDropped = 0;
        expected.started = 2;
        expected.ended = 2;
        expected.open = 0;
        expected.abandoned = 0;
        expected.suppressed = 0;
        expected.consumerCpuNanos = 0;
        expected.lateMillis = 0;
        assertThat(sink.last())
                .usingRecursiveComparison()
                .ignoringFields("consumerCpuNanos")
                .isEqualTo(expected.build());
        assertThat(sink.last().consumerCpuNanos()).isPositive();
        assertThat(pipeline.counters()).isEqualTo(sink.last());
    }

    @Test
    void shouldTakeSamplesOfServersAndBookThem() {
        open();
        pipeline.modelServer(ModelServerSample.failed(1, "a", "HTTP 503"));
        await().untilAsserted(() -> assertThat(sink.lines).containsExactly("backend a HTTP 503"));
        pipeline.close();
        pipeline.modelServer(ModelServerSample.failed(2, "a", "HTTP 503"));
        assertThat(pipeline.counters().emitted())
                .isEqualTo(Map.of("SPAN_START", 0L, "SPAN_CHUNK", 0L, "SPAN_END", 0L, "BACKEND", 2L));
        assertThat(pipeline.counters().written()).containsEntry("BACKEND", 1L);
        assertThat(pipeline.counters().dropped()).isEqualTo(Map.of("BACKEND", Map.of("shutdown", 1L)));
    }

    @Test
    void shouldDropSamplesOfServersThatFindNoRoom() throws InterruptedException {
        open();
        stallWithOneSpan();
        for (int i = 0; i < 300; i++) {
            pipeline.modelServer(ModelServerSample.failed(i, "a", "HTTP 503"));
        }
        assertThat(pipeline.counters().dropped()).isEqualTo(Map.of("BACKEND", Map.of("ring_full", 44L)));
        assertThat(pipeline.counters().queued()).containsEntry("BACKEND", 256L);
    }

    @Test
    void shouldWaitUntilTheSinksHaveHadWhatWasOffered() {
        open();
        Span span = root(Spans.RULE);
        start(pipeline.events(), span, null);
        end(pipeline.events(), span, null);
        pipeline.drain(30_000);
        assertThat(sink.lines).hasSize(2);
    }

    @Test
    void shouldWaitForEndsThatOverflowed() throws InterruptedException {
        open("ring.size", "64");
        List<Span> stalled = stallWithOneSpan();
        List<Span> more = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            Span span = root(Spans.RULE);
            if (start(pipeline.events(), span, null)) {
                more.add(span);
            }
        }
        more.forEach(span -> end(pipeline.events(), span, null));
        end(pipeline.events(), stalled.get(0), null);
        sink.release();
        pipeline.drain(30_000);
        assertThat(sink.lines).filteredOn(line -> line.startsWith("end ")).hasSize(more.size() + 1);
        assertThat(pipeline.counters().open()).isZero();
    }

    @Test
    void shouldNotWaitLongerForAStuckSinkThanAllowed() throws InterruptedException {
        open();
        Span span = stallWithOneSpan().get(0);
        pipeline.drain(1);
        assertThat(pipeline.counters().queued()).containsEntry("SPAN_START", 1L);
        assertThat(span.isOpen()).isTrue();
    }

    @Test
    void shouldWaitAtTheExitForASpanWhoseWorkGetsOn() throws InterruptedException {
        open();
        Span last = root(Spans.RULE);
        assertThat(start(pipeline.events(), last, null)).isTrue();
        Thread worker = new Thread(() -> {
            // together longer than a span is waited for whose work does not get on
            for (int i = 0; i < 8; i++) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
                Span step = child(last);
                start(pipeline.events(), step, null);
                end(pipeline.events(), step, null);
            }
            end(pipeline.events(), last, null);
        });
        worker.start();

        pipeline.awaitEnds();

        assertThat(pipeline.counters().open()).isZero();
        worker.join();
    }

    @Test
    void shouldNotWaitAtTheExitForASpanWhoseWorkStandsStill() {
        open();
        assertThat(start(pipeline.events(), root(Spans.RULE), null)).isTrue();

        pipeline.awaitEnds();

        assertThat(pipeline.counters().open()).isEqualTo(1);
    }

    @Test
    void shouldNotWaitForAClosedRing() throws InterruptedException {
        open();
        stallWithOneSpan();
        sink.release();
        pipeline.close();
        pipeline.drain(Long.MAX_VALUE / 2_000_000);
        assertThat(sink.closed).isTrue();
    }

    @Test
    void shouldFlushWhenIdleAndBeatWhileSomethingHappens() {
        open();
        start(pipeline.events(), root(Spans.RULE), null);
        await().untilAsserted(() -> assertThat(sink.flushes).isPositive());
        await().untilAsserted(() -> assertThat(sink.counters).isNotEmpty());
        assertThat(sink.counters.get(0).open()).isEqualTo(1);
    }

    @Test
    void shouldRefuseChunksThenStartsAndNeverEndsWhenTheWriterFallsBehind() throws InterruptedException {
        open("ring.size", "64");
        List<Span> accepted = stallWithOneSpan();
        int chunks = 0;
        Span first = accepted.get(0);
        while (pipeline.counters().dropped().isEmpty()) {
            pipeline.events().chunk(first, System.nanoTime(), chunks++, "text", 1);
        }
        assertThat(pipeline.counters().dropped()).isEqualTo(Map.of("SPAN_CHUNK", Map.of("ring_full", 1L)));
        Span refused = null;
        while (refused == null) {
            Span span = child(first);
            if (start(pipeline.events(), span, null)) {
                accepted.add(span);
            } else {
                refused = span;
            }
        }
        // Of 64 slots the consumer is busy with one. Chunks leave 15 free, starts 3.
        assertThat(chunks - 1).isEqualTo(64 - 1 - 15);
        assertThat(accepted).hasSize(1 + 15 - 3);
        assertThat(refused.startDropped).isTrue();
        end(pipeline.events(), refused, null);
        for (Span span : accepted) {
            end(pipeline.events(), span, null);
        }
        for (int i = 0; i < 200; i++) {
            start(pipeline.events(), child(first), null);
        }
        assertThat(pipeline.counters().dropped())
                .isEqualTo(Map.of(
                        "SPAN_START", Map.of("ring_full", 201L),
                        "SPAN_CHUNK", Map.of("ring_full", 1L)));
        sink.release();
        pipeline.close();
        PipelineCounters.Snapshot counters = sink.last();
        assertThat(counters.open()).isZero();
        assertThat(counters.written().get("SPAN_END")).isEqualTo(accepted.size());
        assertThat(sink.lines.stream().filter(line -> line.startsWith("end"))).hasSize(accepted.size());
    }

    @Test
    void shouldPutAnOverflowedEndAfterItsStartAndBeforeLaterEvents() throws InterruptedException {
        open("ring.size", "64");
        List<Span> spans = stallWithOneSpan();
        Span first = spans.get(0);
        for (int i = 0; i < 40; i++) {
            Span span = child(first);
            start(pipeline.events(), span, null);
            spans.add(span);
        }
        List<String> expected = new ArrayList<>();
        for (Span span : spans) {
            end(pipeline.events(), span, null);
            expected.add("end " + span.id + " ok {}");
        }
        sink.release();
        await().until(() -> sink.lines.size() == 82);
        Span later = child(first);
        start(pipeline.events(), later, null);
        pipeline.close();
        assertThat(sink.lines.subList(41, 82)).isEqualTo(expected);
        assertThat(sink.lines.get(82)).isEqualTo("start " + later.id + " parent " + first.id + " {}");
    }

    @Test
    void shouldHangChildrenOfADroppedSpanOnTheNextAncestorInTheTrace() throws InterruptedException {
        open("ring.size", "64");
        Span top = stallWithOneSpan().get(0);
        Span dropped = child(top);
        while (start(pipeline.events(), dropped, null)) {
            dropped = child(top);
        }
        sink.release();
        await().until(() -> pipeline.counters().queued().get("SPAN_START") == 0);
        Span grandchild = child(dropped);
        start(pipeline.events(), grandchild, null);
        pipeline.close();
        assertThat(sink.lines).endsWith("start " + grandchild.id + " parent " + top.id + " {}");
    }

    @Test
    void shouldKeepTheIdOfAParentInAnotherProcess() {
        open();
        Span remote = new Span(null, null, null, 7, 9, 4711, 0, false);
        Span local = child(remote);
        start(pipeline.events(), local, null);
        pipeline.close();
        assertThat(sink.lines).containsExactly("start " + local.id + " parent 4711 {agentprofiler.remote_parent=true}");
    }

    @Test
    void shouldLeaveNoTraceOfASpanAbsorbedBeforeItWasWritten() {
        open("flush", "10s");
        Span root = root(Spans.RULE);
        Span outer = provisional(root);
        start(pipeline.events(), root, null);
        start(pipeline.events(), outer, null);
        assertThat(outer.suppress()).isTrue();
        Span inner = provisional(root);
        start(pipeline.events(), inner, null);
        end(pipeline.events(), inner, null);
        end(pipeline.events(), root, null);
        pipeline.close();
        assertThat(sink.lines)
                .containsExactly(
                        "start " + root.id + " parent 0 {}",
                        "start " + inner.id + " parent " + root.id + " {}",
                        "end " + inner.id + " ok {}",
                        "end " + root.id + " ok {}");
        assertThat(sink.last().suppressed()).isEqualTo(1);
        assertThat(sink.last().emitted()).containsEntry("SPAN_START", 2L);
        assertThat(sink.last().started()).isEqualTo(2);
        assertThat(sink.last().open()).isZero();
        assertThat(sink.last().droppedEvents()).isZero();
    }

    @Test
    void shouldWriteAHeldStartBeforeItsChunkItsChildAndItsEnd() {
        open("flush", "10s");
        Span byChunk = provisional(null);
        start(pipeline.events(), byChunk, "c");
        pipeline.events().chunk(byChunk, System.nanoTime(), 0, "text", 1);
        Span eldest = provisional(null);
        Span parent = provisional(eldest);
        Span child = child(parent);
        start(pipeline.events(), eldest, null);
        start(pipeline.events(), parent, null);
        start(pipeline.events(), child, null);
        Span byEnd = provisional(null);
        start(pipeline.events(), byEnd, null);
        end(pipeline.events(), byEnd, null);
        pipeline.close();
        assertThat(sink.lines)
                .containsExactly(
                        "start " + byChunk.id + " parent 0 {content=c}",
                        "chunk " + byChunk.id + " 0 text 1",
                        "start " + eldest.id + " parent 0 {}",
                        "start " + parent.id + " parent " + eldest.id + " {}",
                        "start " + child.id + " parent " + parent.id + " {}",
                        "start " + byEnd.id + " parent 0 {}",
                        "end " + byEnd.id + " ok {}");
        assertThat(parent.suppress()).isFalse();
    }

    @Test
    void shouldHoldAStartNoLongerThanTheFlushInterval() {
        open("flush", "50");
        Span span = provisional(null);
        start(pipeline.events(), span, null);
        await().untilAsserted(() -> assertThat(sink.lines).containsExactly("start " + span.id + " parent 0 {}"));
        assertThat(span.suppress()).isFalse();
    }

    @Test
    void shouldHoldAThousandStartsAtMost() {
        open("flush", "10s");
        for (int i = 0; i < 1_100; i++) {
            start(pipeline.events(), provisional(null), null);
        }
        await().untilAsserted(() -> assertThat(sink.lines).hasSize(1_100 - 1_024));
    }

    @Test
    void shouldCountSpansThatWillNeverEnd() {
        open();
        Span span = root(Spans.RULE);
        start(pipeline.events(), span, null);
        pipeline.events().abandoned(span);
        pipeline.close();
        assertThat(sink.last().abandoned()).isEqualTo(1);
        assertThat(sink.last().open()).isZero();
        assertThat(sink.last().started()).isEqualTo(1);
    }

    @Test
    void shouldCountWhatComesAfterTheShutdownAsDroppedByIt() {
        open();
        Span early = root(Spans.RULE);
        start(pipeline.events(), early, null);
        pipeline.close();
        Span late = root(Spans.RULE);
        assertThat(start(pipeline.events(), late, null)).isFalse();
        assertThat(late.startDropped).isTrue();
        pipeline.events().chunk(early, System.nanoTime(), 0, "text", 1);
        end(pipeline.events(), early, null);
        assertThat(pipeline.counters().dropped())
                .isEqualTo(Map.of(
                        "SPAN_START", Map.of("shutdown", 1L),
                        "SPAN_CHUNK", Map.of("shutdown", 1L),
                        "SPAN_END", Map.of("shutdown", 1L)));
        assertThat(pipeline.counters().emitted()).isEqualTo(Map.of("SPAN_START", 2L, "SPAN_CHUNK", 1L, "SPAN_END", 1L));
        assertThat(pipeline.counters().open()).isEqualTo(1);
    }

    @Test
    void shouldEndInTimeWhenASinkHangs() throws InterruptedException {
        open();
        List<Span> spans = stallWithOneSpan();
        start(pipeline.events(), child(spans.get(0)), null);
        pipeline.close();
        assertThat(sink.closed).isFalse();
        assertThat(pipeline.counters().queued()).containsEntry("SPAN_START", 2L);
        sink.release();
        await().until(() -> sink.closed);
        // It was waited for no longer: what had not been taken by then is lost, and counted.
        assertThat(sink.last().written()).containsEntry("SPAN_START", 1L);
        assertThat(sink.last().dropped()).isEqualTo(Map.of("SPAN_START", Map.of("shutdown", 1L)));
        assertThat(sink.last().queued()).containsEntry("SPAN_START", 0L);
    }

    @Test
    void shouldNotKeepWhatWasCaptured() {
        open();
        Object[] captured = {new Object()};
        WeakReference<Object> reference = new WeakReference<>(captured[0]);
        Span span = root(Spans.RULE);
        start(pipeline.events(), span, captured[0]);
        end(pipeline.events(), span, captured[0]);
        captured[0] = null;
        await().until(() -> sink.lines.size() == 2);
        sink.lines.clear();
        await().until(() -> {
            System.gc();
            return reference.refersTo(null);
        });
    }

    @Test
    void shouldGiveUpPayloadsBeforeSpansWhenWaitingEventsGrowTooLarge() throws InterruptedException {
        open("ring.maxBytes", "64k");
        // Of a rule of which nothing is known, the text that was captured counts, and a quarter of a KiB: 4 KiB an
        // event.
        String text = "p".repeat(1920);
        stallWithOneSpan();
        for (int i = 0; i < 18; i++) {
            assertThat(start(pipeline.events(), root(Spans.CHAT), text)).isTrue();
        }
        sink.release();
        await().until(() -> sink.lines.size() == 19);
        // Up to half of the budget content is read, up to all of it attributes are; a quarter of a KiB is the stalled
        // span's.
        // After that
        // what is short is read before the references are let go.
        List<String> attributes = sink.lines.stream()
                .map(line -> line.substring(line.indexOf('{')).replace(text, "p"))
                .toList();
        assertThat(attributes.subList(1, 8)).containsOnly("{content=p}");
        assertThat(attributes.subList(8, 16)).containsOnly("{arg=p}");
        assertThat(attributes.subList(16, 19)).containsOnly("{short=p}");
        assertThat(pipeline.counters().payloadsDropped()).isEqualTo(11);
        // All is given back.
        for (int i = 0; i < 20; i++) {
            int lines = 20 + i;
            start(pipeline.events(), root(Spans.CHAT), "q");
            await().until(() -> sink.lines.size() == lines);
        }
        assertThat(sink.lines.subList(19, 39)).allMatch(line -> line.endsWith("{content=q}"));
        assertThat(pipeline.counters().payloadsDropped()).isEqualTo(11);
    }

    @Test
    void shouldRunOnOneDaemonThreadThatInheritsNothing() {
        InheritableThreadLocal<String> local = new InheritableThreadLocal<>();
        local.set("application");
        open();
        List<Thread> threads = Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals(EventPipeline.THREAD_NAME) && thread.isAlive())
                .toList();
        assertThat(threads).hasSize(1);
        assertThat(threads.get(0).isDaemon()).isTrue();
        assertThat(threads.get(0).getContextClassLoader()).isNull();
        assertThat(threads.get(0).getThreadGroup().getParent()).isNull();
        pipeline.close();
        assertThat(threads.get(0).isAlive()).isFalse();
    }

    private void open(String... namesAndValues) {
        pipeline = EventPipeline.open(settings(namesAndValues), TraceClock.now(), new ArgumentReader(), List.of(sink));
    }

    /** Starts a span and returns when the consumer hangs on it in the sink. */
    private List<Span> stallWithOneSpan() throws InterruptedException {
        sink.stall();
        Span span = root(Spans.RULE);
        assertThat(start(pipeline.events(), span, null)).isTrue();
        assertThat(sink.stalled.await(30, TimeUnit.SECONDS)).isTrue();
        return new ArrayList<>(List.of(span));
    }
}
