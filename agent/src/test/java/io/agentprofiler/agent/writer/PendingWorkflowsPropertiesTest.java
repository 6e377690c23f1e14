// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.writer;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.agent.config.KeepRules;
import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.context.Workflow;
import io.agentprofiler.agent.event.SpanChunk;
import io.agentprofiler.agent.event.SpanEnd;
import io.agentprofiler.agent.event.SpanEnd.Status;
import io.agentprofiler.agent.event.SpanStart;
import io.agentprofiler.agent.ring.Spans;
import io.agentprofiler.agent.stats.EventType;
import io.agentprofiler.agent.stats.PipelineCounters;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** However workflows interleave: the counters balance after each event, and each workflow is written whole or not at all. */
class PendingWorkflowsPropertiesTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final int SLOW = 10;

    @Property(tries = 500)
    void shouldBalanceTheBooksAndWriteWhatIsToBeKept(
            @ForAll @Size(max = 400) List<@IntRange(max = 9999) Integer> choices) {
        Run run = new Run(1 << 30);
        choices.forEach(run::step);
        run.finish();

        for (Story story : run.stories) {
            List<String> all = story.keeps() ? story.told : List.of();
            assertThat(run.written.getOrDefault(story.root.workflow, List.of())).isEqualTo(all);
        }
        PipelineCounters.Sampling sampling = run.counters.snapshot().sampling();
        assertThat(sampling.seen()).isEqualTo(run.stories.size());
        assertThat(sampling.kept()).isEqualTo(run.count(story -> story.chosen));
        assertThat(sampling.matched()).isEqualTo(run.count(story -> story.reason != null && story.isMarked()));
        assertThat(sampling.keptByRule()).isEqualTo(run.count(story -> !story.chosen && story.reason != null));
        assertThat(sampling.unheld()).isZero();
    }

    @Property(tries = 200)
    void shouldBalanceTheBooksWhereThereIsLittleRoom(
            @ForAll @Size(max = 400) List<@IntRange(max = 9999) Integer> choices) {
        Run run = new Run(5000);
        choices.forEach(run::step);
        run.finish();

        PipelineCounters.Sampling sampling = run.counters.snapshot().sampling();
        assertThat(sampling.seen()).isEqualTo(run.stories.size());
        assertThat(sampling.kept()).isEqualTo(run.count(story -> story.chosen));
    }

    /** What happens in a workflow, and what is to become of it, told without the class under test. */
    private static final class Story {
        final Span root;
        final boolean chosen;
        final List<Span> open = new ArrayList<>();
        final List<String> told = new ArrayList<>();
        boolean over;
        String reason;

        Story(boolean chosen, long nanos) {
            this.root = new Span(Spans.RULE, null, null, 7, 7, 7, nanos, false);
            this.root.workflow = new Workflow(chosen);
            this.chosen = chosen;
            this.open.add(root);
        }

        boolean keeps() {
            return chosen || reason != null;
        }

        /** One of the sample has its mark at the end of its first span. */
        boolean isMarked() {
            return !chosen || over;
        }
    }

    private static final class Run {
        final PipelineCounters counters = new PipelineCounters();
        final Map<Workflow, List<String>> written = new LinkedHashMap<>();
        final PendingWorkflows held;
        final List<Story> stories = new ArrayList<>();
        final long[] accepted = new long[EventType.values().length];
        long now = 1000 * SECOND;

        Run(long room) {
            held = new PendingWorkflows(new KeepRules(true, SLOW * 1000), room, counters, (event, at) -> write(event));
        }

        long count(Predicate<Story> which) {
            return stories.stream().filter(which).count();
        }

        private void write(Object event) {
            if (event instanceof SpanStart start) {
                counters.written(EventType.SPAN_START);
                tell(start.span, "start");
            } else if (event instanceof SpanChunk chunk) {
                counters.written(EventType.SPAN_CHUNK);
                tell(chunk.span, "chunk");
            } else if (event instanceof SpanEnd end) {
                counters.written(EventType.SPAN_END);
                tell(end.span, "end " + end.status);
            }
        }

        private void tell(Span span, String what) {
            written.computeIfAbsent(span.workflow, any -> new ArrayList<>()).add(span.id + " " + what);
        }

        void step(int choice) {
            int what = choice % 10;
            int which = choice / 10;
            now += SECOND / 4;
            List<Story> under = stories.stream().filter(s -> !s.open.isEmpty()).toList();
            if (what == 0 || under.isEmpty()) {
                Story story = new Story(which % 4 == 0, now);
                stories.add(story);
                start(story, story.root);
            } else {
                Story story = under.get(which % under.size());
                Span span = story.open.get(which / 7 % story.open.size());
                if (what <= 3) {
                    Span child = Spans.child(span);
                    story.open.add(child);
                    start(story, child);
                } else if (what <= 5) {
                    chunk(story, span);
                } else if (what == 6 && span != story.root) {
                    abandon(story, span);
                } else if (what == 7) {
                    held.decideDue(now, 0, 0);
                    stories.forEach(this::slowNow);
                } else {
                    end(story, span, which % 9 == 0 ? Status.ERROR : Status.OK);
                }
            }
            check();
        }

        private void slowNow(Story story) {
            if (!story.chosen
                    && !story.over
                    && story.reason == null
                    && story.root.isOpen()
                    && now - story.root.startNanos >= SLOW * SECOND) {
                story.reason = "slow";
            }
        }

        void start(Story story, Span span) {
            story.told.add(span.id + " start");
            accept(EventType.SPAN_START);
            if (held.leavesOut(span)) {
                held.leaveOutStart();
                return;
            }
            SpanStart start = new SpanStart();
            start.span = span;
            held.start(start, now);
        }

        void chunk(Story story, Span span) {
            story.told.add(span.id + " chunk");
            accept(EventType.SPAN_CHUNK);
            if (held.leavesOut(span)) {
                counters.leftOut(0, 1, 0);
                return;
            }
            SpanChunk chunk = new SpanChunk();
            chunk.span = span;
            held.chunk(chunk, now);
        }

        void abandon(Story story, Span span) {
            span.end();
            story.open.remove(span);
            switch (span.workflow.abandon()) {
                case KEPT -> counters.abandoned();
                case DROPPED -> counters.leftOutAbandoned();
                case NONE -> {
                    // counted when it is decided
                }
            }
        }

        void end(Story story, Span span, Status status) {
            span.end();
            story.open.remove(span);
            story.told.add(span.id + " end " + status);
            if (!story.over && story.reason == null) {
                boolean slow = span == story.root && now - span.startNanos >= SLOW * SECOND;
                story.reason = status == Status.ERROR ? "error" : slow ? "slow" : null;
            }
            story.over |= span == story.root;
            accept(EventType.SPAN_END);
            if (held.leavesOut(span)) {
                held.leaveOutEnd();
                return;
            }
            SpanEnd end = new SpanEnd();
            end.span = span;
            end.status = status;
            held.end(end, now, now);
        }

        private void accept(EventType type) {
            accepted[type.ordinal()]++;
            counters.accepted(type);
        }

        void finish() {
            held.decideAll(now);
            stories.forEach(this::slowNow);
            PipelineCounters.Snapshot last = counters.snapshot();
            assertThat(last.queuedEvents()).isZero();
            check();
        }

        void check() {
            PipelineCounters.Snapshot now = counters.snapshot();
            for (EventType type : List.of(EventType.SPAN_START, EventType.SPAN_CHUNK, EventType.SPAN_END)) {
                long written = now.written().get(type.word());
                long queued = now.queued().get(type.word());
                assertThat(now.emitted().get(type.word())).isEqualTo(written + queued);
                assertThat(queued).isBetween(0L, accepted[type.ordinal()] - written);
            }
            assertThat(now.started()).isEqualTo(now.ended() + now.open() + now.abandoned());
            assertThat(now.open()).isNotNegative();
            assertThat(now.droppedEvents()).isZero();
        }
    }
}
