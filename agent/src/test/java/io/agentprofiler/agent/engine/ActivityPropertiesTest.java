// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.agent.config.Settings;
import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.context.propagation.TaskPropagation;
import io.agentprofiler.agent.event.SpanChunk;
import io.agentprofiler.agent.event.SpanEnd;
import io.agentprofiler.agent.event.SpanStart;
import io.agentprofiler.agent.event.TraceSink;
import io.agentprofiler.agent.ring.SpanEvents;
import io.agentprofiler.agent.stats.PipelineCounters;
import io.agentprofiler.agent.stats.TraceClock;
import io.agentprofiler.agent.writer.EventPipeline;
import io.agentprofiler.agent.writer.NamingReader;
import io.agentprofiler.rules.model.Rule;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Whatever an application does: each span ends or is given up, once; what entered an activity has left it; the counters balance. */
class ActivityPropertiesTest {
    @Property(tries = 200, shrinking = ShrinkingMode.OFF)
    void shouldEndOrGiveUpEverySpanOnceAndLeaveNoActivity(
            @ForAll @Size(max = 300) List<@IntRange(max = 839) Integer> choices) {
        Ledger ledger = new Ledger(null);
        run(choices, ledger);

        ledger.check();
    }

    @Property(tries = 60, shrinking = ShrinkingMode.OFF)
    void shouldBalanceTheBooks(@ForAll @Size(max = 300) List<@IntRange(max = 839) Integer> choices) {
        Counts counts = new Counts();
        EventPipeline pipeline = EventPipeline.open(
                Settings.parse(new Properties()), TraceClock.now(), new NamingReader(), List.of(counts));
        Ledger ledger = new Ledger(pipeline.events());
        run(choices, ledger);
        pipeline.close();

        ledger.check();
        PipelineCounters.Snapshot counters = pipeline.counters();
        assertThat(counters.open()).isZero();
        assertThat(counters.started()).isEqualTo(counters.ended() + counters.abandoned());
        assertThat(counters.droppedEvents()).isZero();
        assertThat(counters.written())
                .containsEntry("SPAN_START", (long) counts.starts)
                .containsEntry("SPAN_END", (long) counts.ends);
        assertThat(counters.started() + counters.suppressed()).isEqualTo(ledger.spans.size());
        assertThat(counters.abandoned()).isEqualTo(ledger.of("abandoned"));
        assertThat(counters.ended()).isEqualTo(ledger.of("ended"));
    }

    @Property(tries = 30, shrinking = ShrinkingMode.OFF)
    void shouldBalanceTheBooksWhereWorkflowsAreKeptForHowTheyGo(
            @ForAll @Size(max = 300) List<@IntRange(max = 839) Integer> choices) {
        Counts counts = new Counts();
        Properties settings = new Properties();
        settings.setProperty("agentprofiler.sample", "0.3");
        settings.setProperty("agentprofiler.sample.keep", "errors");
        EventPipeline pipeline =
                EventPipeline.open(Settings.parse(settings), TraceClock.now(), new NamingReader(), List.of(counts));
        Ledger ledger = new Ledger(pipeline.events());
        run(choices, ledger, 0.3);
        pipeline.drain(30_000);
        PipelineCounters.Snapshot before = pipeline.counters();
        pipeline.close();

        ledger.check();
        assertThat(before.open()).isNotNegative();
        PipelineCounters.Snapshot counters = pipeline.counters();
        assertThat(counters.open()).isZero();
        assertThat(counters.started()).isEqualTo(counters.ended() + counters.abandoned());
        assertThat(counters.droppedEvents()).isZero();
        assertThat(counters.queuedEvents()).isZero();
        assertThat(counters.written())
                .containsEntry("SPAN_START", (long) counts.starts)
                .containsEntry("SPAN_END", (long) counts.ends);
        assertThat(counters.started()).isEqualTo(counts.starts);
        assertThat(counters.sampling().undecided()).isZero();
        assertThat(counters.sampling().unheld()).isZero();
    }

    private static void run(List<Integer> choices, Ledger ledger) {
        run(choices, ledger, 1);
    }

    private static void run(List<Integer> choices, Ledger ledger, double sample) {
        RandomWorkflow workflow = new RandomWorkflow(choices, ledger, sample);
        ledger.workflow = workflow;
        workflow.run();
        assertThat(RandomWorkflow.leftCurrent()).isNull();
        // what was forgotten goes layer by layer: a future with what it held, then what ended with that; and not before
        // the
        // ring's consumer is through with it
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (ledger.anythingUnderWay() && System.nanoTime() < deadline) {
            System.gc();
            TaskPropagation.sweep();
            workflow.engine().sweep();
        }
    }

    /** What was told of each span. */
    private static final class Ledger implements SpanEvents {
        final Map<Span, List<String>> spans = new IdentityHashMap<>();
        private final SpanEvents ring;
        RandomWorkflow workflow;

        /** Passes everything on to {@code ring}, if there is one. */
        Ledger(SpanEvents ring) {
            this.ring = ring;
        }

        boolean anythingUnderWay() {
            return spans.keySet().stream().anyMatch(span -> span.isOpen() || span.activity() != 0);
        }

        long of(String fate) {
            return spans.values().stream().filter(told -> told.contains(fate)).count();
        }

        void check() {
            spans.forEach((span, told) -> {
                String name = span.rule.id() + " " + told;
                assertThat(span.isOpen()).as(name + " is open").isFalse();
                assertThat(span.activity()).as("activity under " + name).isZero();
                assertThat(told)
                        .as(name)
                        .filteredOn(word -> !word.equals("chunk"))
                        .hasSize(span.state() == Span.SUPPRESSED ? 0 : 1);
            });
        }

        @Override
        public boolean start(
                Span span,
                Thread thread,
                Object self,
                Object a0,
                Object a1,
                Object a2,
                Object a3,
                Object a4,
                Object a5,
                Object a6,
                Object a7) {
            assertThat(spans.put(span, new ArrayList<>())).isNull();
            workflow.started(span);
            return ring == null || ring.start(span, thread, self, a0, a1, a2, a3, a4, a5, a6, a7);
        }

        @Override
        public boolean lateStart(Span span, Object[] held) {
            boolean told = ring == null ? span.keep() : ring.lateStart(span, held);
            if (told) {
                assertThat(spans.put(span, new ArrayList<>())).isNull();
            }
            return told;
        }

        @Override
        public void chunk(Span span, long nanos, int index, String type, int chars) {
            spans.get(span).add("chunk");
            if (ring != null) {
                ring.chunk(span, nanos, index, type, chars);
            }
        }

        @Override
        public void end(
                Span span,
                long nanos,
                SpanEnd.Status status,
                Thread thread,
                long cpuNanos,
                long allocatedBytes,
                Rule rule,
                Object[] held,
                Object result,
                Throwable thrown) {
            spans.get(span).add("ended");
            if (ring != null) {
                ring.end(span, nanos, status, thread, cpuNanos, allocatedBytes, rule, held, result, thrown);
            }
        }

        @Override
        public void abandoned(Span span) {
            spans.get(span).add("abandoned");
            if (ring != null) {
                ring.abandoned(span);
            }
        }
    }

    /** Counts what is written. */
    private static final class Counts implements TraceSink {
        int starts;
        int ends;

        @Override
        public boolean start(SpanStart start) {
            starts++;
            return true;
        }

        @Override
        public boolean chunk(SpanChunk chunk) {
            return true;
        }

        @Override
        public boolean end(SpanEnd end) {
            ends++;
            return true;
        }

        @Override
        public void counters(PipelineCounters.Snapshot counters) {}

        @Override
        public void flush() {}

        @Override
        public void close(PipelineCounters.Snapshot counters) {}
    }
}
