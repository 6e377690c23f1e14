// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.writer;

import static io.agentprofiler.agent.ring.Spans.end;
import static io.agentprofiler.agent.ring.Spans.root;
import static io.agentprofiler.agent.ring.Spans.settings;
import static io.agentprofiler.agent.ring.Spans.start;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.event.SpanEnd;
import io.agentprofiler.agent.event.SpanReader;
import io.agentprofiler.agent.event.SpanStart;
import io.agentprofiler.agent.ring.Spans;
import io.agentprofiler.agent.stats.PipelineCounters;
import io.agentprofiler.agent.stats.TraceClock;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.path.root.PathRoots;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What fails in a sink, in a reader or at the end of the application's stack, and what goes on all the same. */
@Timeout(60)
class PipelineFaultsTest {
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
    void shouldCountWhatTheFirstSinkRefusesAndFailsAt() {
        RecordingSink other = new RecordingSink();
        pipeline = EventPipeline.open(settings(), TraceClock.now(), new ArgumentReader(), List.of(sink, other));
        sink.refuse = true;
        Span first = root(Spans.RULE);
        start(pipeline.events(), first, null);
        await().until(() -> other.lines.size() == 1);
        sink.fail = true;
        end(pipeline.events(), first, null);
        await().until(() -> other.lines.size() == 2);
        pipeline.close();
        assertThat(sink.last().dropped())
                .isEqualTo(Map.of("SPAN_START", Map.of("io", 1L), "SPAN_END", Map.of("sink_failed", 1L)));
        assertThat(other.lines).hasSize(2);
    }

    @Test
    void shouldLeaveASinkAloneAfterThreeFaultsInARow() {
        RecordingSink other = new RecordingSink();
        pipeline = EventPipeline.open(settings(), TraceClock.now(), new ArgumentReader(), List.of(other, sink));
        sink.fail = true;
        for (int i = 1; i <= 5; i++) {
            start(pipeline.events(), root(Spans.RULE), null);
            int taken = i;
            await().until(() -> other.lines.size() == taken);
            // what it is flushed in between makes up for nothing
            int flushes = other.flushes;
            await().until(() -> other.flushes > flushes);
        }
        sink.fail = false;
        start(pipeline.events(), root(Spans.RULE), null);
        pipeline.close();
        assertThat(other.lines).hasSize(6);
        assertThat(sink.lines).isEmpty();
        assertThat(other.last().droppedEvents()).isZero();
    }

    @Test
    void shouldWriteASpanWhoseAttributesCannotBeRead() {
        SpanReader broken = new SpanReader() {
            @Override
            public void readStart(PathRoots call, boolean payload, SpanStart into) {
                into.attributes.put("before", 1L);
                throw new StackOverflowError();
            }

            @Override
            public void readEnd(Rule rule, PathRoots call, boolean payload, SpanEnd into) {
                throw new IllegalStateException();
            }
        };
        pipeline = EventPipeline.open(settings(), TraceClock.now(), broken, List.of(sink));
        Span span = root(Spans.RULE);
        start(pipeline.events(), span, null);
        end(pipeline.events(), span, null);
        pipeline.close();
        assertThat(sink.lines)
                .containsExactly("start " + span.id + " parent 0 {before=1}", "end " + span.id + " ok {}");
    }

    @Test
    void shouldGoOnAfterTheApplicationsStackEndedInTheMiddleOfAnEvent() throws InterruptedException {
        open();
        offerAll(); // initializes all classes: an initializer that fails on a full stack fails for good
        Thread deep = new Thread(
                null,
                () -> {
                    for (int i = 0; i < 20; i++) {
                        offerAtTheEndOfTheStack();
                    }
                },
                "deep",
                256 * 1024);
        deep.start();
        deep.join();
        Span later = root(Spans.RULE);
        start(pipeline.events(), later, null);
        PipelineCounters.Snapshot counters = pipeline.drain(20_000);
        assertThat(sink.lines).contains("start " + later.id + " parent 0 {}");
        assertThat(counters.queued()).isEqualTo(Map.of("SPAN_START", 0L, "SPAN_CHUNK", 0L, "SPAN_END", 0L));
        assertThat(counters.dropped().values())
                .allSatisfy(reasons -> assertThat(reasons).containsOnlyKeys("stack_overflow"));
        for (String type : List.of("start ", "chunk ", "end ")) {
            assertThat(sink.lines.stream().filter(line -> line.startsWith(type)).count())
                    .isEqualTo(counters.written().get("SPAN_" + type.trim().toUpperCase(Locale.ROOT)));
        }
    }

    @Test
    void shouldCountWhatWasCutOffWhileItWasStoredAndGoOn() {
        open();
        // Stands in for a stack overflow at an exact place: without a rule storing fails, after the claim.
        Span cutOff = new Span(null, null, null, 7, 9, 4711, 0, false);
        assertThatThrownBy(() -> start(pipeline.events(), cutOff, null)).isInstanceOf(NullPointerException.class);
        assertThat(cutOff.startDropped).isTrue();
        Span span = root(Spans.RULE);
        start(pipeline.events(), span, null);
        end(pipeline.events(), span, null);
        Span other = new Span(null, null, null, 7, 9, 4712, 0, false);
        assertThatThrownBy(() -> end(pipeline.events(), other, null)).isInstanceOf(NullPointerException.class);
        pipeline.close();
        assertThat(sink.lines).containsExactly("start " + span.id + " parent 0 {}", "end " + span.id + " ok {}");
        assertThat(sink.last().dropped())
                .isEqualTo(Map.of(
                        "SPAN_START", Map.of("stack_overflow", 1L),
                        "SPAN_END", Map.of("stack_overflow", 1L)));
        assertThat(sink.last().emitted()).isEqualTo(Map.of("SPAN_START", 2L, "SPAN_CHUNK", 0L, "SPAN_END", 2L));
        assertThat(sink.last().open()).isZero();
    }

    @Test
    void shouldNotSpinWhenInterrupted() {
        open();
        Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals(EventPipeline.THREAD_NAME))
                .forEach(Thread::interrupt);
        Span span = root(Spans.RULE);
        start(pipeline.events(), span, null);
        await().until(() -> sink.lines.size() == 1);
    }

    @Test
    void shouldNeedASink() {
        assertThatThrownBy(() -> EventPipeline.open(settings(), TraceClock.now(), new ArgumentReader(), List.of()))
                .isInstanceOf(IllegalArgumentException.class);
    }

    /** Recurses to the end of the stack, and on the way back offers events until there is room for all three. */
    @SuppressWarnings("InfiniteRecursion") // meant
    private boolean offerAtTheEndOfTheStack() {
        boolean through = false;
        try {
            through = offerAtTheEndOfTheStack();
        } catch (StackOverflowError e) {
            // here is the end of the stack
        }
        if (!through) {
            offerAll();
        }
        return true;
    }

    private void offerAll() {
        Span span = root(Spans.RULE);
        start(pipeline.events(), span, null);
        pipeline.events().chunk(span, 1, 0, "text", 1);
        end(pipeline.events(), span, null);
    }

    private void open(String... namesAndValues) {
        pipeline = EventPipeline.open(settings(namesAndValues), TraceClock.now(), new ArgumentReader(), List.of(sink));
    }
}
