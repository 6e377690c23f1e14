// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.agentprofiler.agent.config.Settings;
import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.event.ReadGuard;
import io.agentprofiler.agent.event.SpanEnd;
import io.agentprofiler.agent.event.SpanReader;
import io.agentprofiler.agent.event.SpanStart;
import io.agentprofiler.agent.ring.Spans;
import io.agentprofiler.agent.stats.PipelineCounters;
import io.agentprofiler.agent.stats.TraceClock;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.path.root.PathRoots;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A value whose reading never comes back costs that value and nothing else. */
@Timeout(60)
class HangingReaderTest {
    private final RecordingSink sink = new RecordingSink();
    private final Shared shared = new Shared();
    private EventPipeline pipeline;

    @AfterEach
    void close() {
        shared.release.countDown();
        pipeline.close();
    }

    @Test
    void shouldWriteTheStartWithoutTheValueAndGoOn() {
        open();
        shared.hangsIn = Set.of("arg");
        Span span = Spans.root(Spans.RULE);
        Spans.start(pipeline.events(), span, "stuck");
        shared.awaitHangs(1);
        Span other = Spans.root(Spans.RULE);
        Spans.start(pipeline.events(), other, "stuck too");
        Spans.end(pipeline.events(), span, "r1");
        Spans.end(pipeline.events(), other, "r2");
        watchUntilLines(4);
        assertThat(sink.lines)
                .containsExactly(
                        "start " + span.id + " parent 0 {before=1}",
                        "start " + other.id + " parent 0 {before=1}",
                        "end " + span.id + " ok {result=r1}",
                        "end " + other.id + " ok {result=r2}");
        assertThat(shared.givenUp).containsExactly("arg");
        assertThat(shared.started.get()).isEqualTo(2);
        assertBooks(2);
    }

    @Test
    void shouldKeepTheOrderWhenTheStartOfAnAncestorHangs() {
        open();
        shared.hangsIn = Set.of("arg");
        List<Span> chain = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            // held back until the end of the innermost settles all of them, eldest first
            Span parent = chain.isEmpty() ? null : chain.get(i - 1);
            Span span = Spans.provisional(parent);
            chain.add(span);
            Spans.start(pipeline.events(), span, "x");
        }
        Span last = chain.get(3);
        Spans.end(pipeline.events(), last, "r");
        shared.awaitHangs(1);
        watchUntilLines(5);
        assertThat(sink.lines)
                .containsExactly(
                        "start " + chain.get(0).id + " parent 0 {before=1}",
                        "start " + chain.get(1).id + " parent " + chain.get(0).id + " {before=1}",
                        "start " + chain.get(2).id + " parent " + chain.get(1).id + " {before=1}",
                        "start " + last.id + " parent " + chain.get(2).id + " {before=1}",
                        "end " + last.id + " ok {result=r}");
    }

    @Test
    void shouldThrowAwayWhatTheThreadThatHungReadsLater() {
        open();
        shared.hangsIn = Set.of("arg");
        Span span = Spans.root(Spans.RULE);
        Spans.start(pipeline.events(), span, "stuck");
        shared.awaitHangs(1);
        watchUntilLines(1);
        shared.release.countDown();
        await().until(() -> shared.left.get() == 1);
        Spans.end(pipeline.events(), span, "r");
        watchUntilLines(2);
        assertThat(sink.lines)
                .containsExactly("start " + span.id + " parent 0 {before=1}", "end " + span.id + " ok {result=r}");
        await().untilAsserted(() -> assertThat(writers()).hasSize(1));
        assertBooks(1);
    }

    @Test
    void shouldGiveUpOneValueAfterTheOther() {
        open();
        shared.hangsIn = Set.of("before", "arg", "result");
        for (int i = 0; i < 100; i++) {
            Span span = Spans.root(Spans.RULE);
            Spans.start(pipeline.events(), span, "a");
            Spans.end(pipeline.events(), span, "r");
        }
        watchUntilLines(200);
        assertThat(shared.givenUp).containsExactlyInAnyOrder("before", "arg", "result");
        assertBooks(100);
    }

    @Test
    void shouldGoOnWhileTheRingIsBeingClosed() {
        open();
        shared.hangsIn = Set.of("arg");
        for (int i = 0; i < 10; i++) {
            Span span = Spans.root(Spans.RULE);
            Spans.start(pipeline.events(), span, "a");
            Spans.end(pipeline.events(), span, "r");
        }
        shared.awaitHangs(1);
        pipeline.close();
        assertThat(sink.lines).hasSize(20);
        assertThat(sink.closed).isTrue();
        assertThat(pipeline.hung()).isNull();
        assertBooks(10);
    }

    private void open() {
        Settings settings = Spans.settings("flush", "5s");
        pipeline = EventPipeline.open(
                settings, TraceClock.now(), new HangingReader(shared, new ReadGuard()), List.of(sink));
    }

    private void watchUntilLines(int count) {
        await().until(() -> {
            pipeline.watch(TimeUnit.MILLISECONDS.toNanos(300));
            return sink.lines.size() >= count;
        });
    }

    private void assertBooks(long spans) {
        pipeline.drain(30_000);
        PipelineCounters.Snapshot counters = pipeline.counters();
        assertThat(counters.droppedEvents()).isZero();
        assertThat(counters.queuedEvents()).isZero();
        assertThat(counters.written()).containsEntry("SPAN_START", spans).containsEntry("SPAN_END", spans);
    }

    private List<Thread> writers() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals(EventPipeline.THREAD_NAME))
                .filter(shared.readers::contains)
                .toList();
    }

    /** What the readers of all threads share. */
    private static final class Shared {
        final CountDownLatch release = new CountDownLatch(1);
        final AtomicInteger hangs = new AtomicInteger();
        final AtomicInteger left = new AtomicInteger();
        final AtomicInteger started = new AtomicInteger();
        final Set<String> givenUp = ConcurrentHashMap.newKeySet();
        final Set<Thread> readers = ConcurrentHashMap.newKeySet();
        volatile Set<String> hangsIn = Set.of();

        void awaitHangs(int count) {
            await().until(() -> hangs.get() >= count);
        }
    }

    /** Reads the first argument and the result, as code of the application would: some of it never comes back. */
    private record HangingReader(Shared shared, ReadGuard guard) implements SpanReader {
        @Override
        public void readStart(PathRoots call, boolean payload, SpanStart into) {
            read(into.span.rule, "before", 1, into.attributes);
            read(into.span.rule, "arg", call.arg(0), into.attributes);
            into.name = into.span.rule.id();
        }

        @Override
        public void readEnd(Rule rule, PathRoots call, boolean payload, SpanEnd into) {
            read(rule, "result", call.result(), into.attributes);
        }

        private void read(Rule rule, String name, Object value, java.util.Map<String, Object> into) {
            if (shared.givenUp.contains(name)) {
                return;
            }
            shared.readers.add(Thread.currentThread());
            guard.reads(rule, name);
            if (shared.hangsIn.contains(name)) {
                shared.hangs.incrementAndGet();
                try {
                    shared.release.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                shared.left.incrementAndGet();
            }
            if (!name.equals("arg") || value != null) {
                into.put(name, value);
            }
        }

        @Override
        public SpanReader guardedBy(ReadGuard other) {
            return new HangingReader(shared, other);
        }

        @Override
        public void started(Rule rule) {
            shared.started.incrementAndGet();
        }

        @Override
        public void giveUp(Rule rule, String value) {
            shared.givenUp.add(value);
        }
    }
}
