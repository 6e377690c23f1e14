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
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PendingWorkflowsTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final KeepRules BOTH = new KeepRules(true, 10_000);
    private static final long ROOM = 1 << 20;

    private final List<String> written = new ArrayList<>();
    private final PipelineCounters counters = new PipelineCounters();
    private PendingWorkflows workflows = held(BOTH, ROOM);

    @Test
    void shouldWriteAllOfAWorkflowInOrderOnceASpanOfItFails() {
        Span root = workflow(false);
        Span tool = Spans.child(root);
        start(root);
        start(tool);
        chunk(tool, 0);
        assertThat(written).isEmpty();
        assertThat(sampling().undecided()).isEqualTo(1);

        end(tool, Status.ERROR, 1);
        assertThat(written)
                .containsExactly(
                        "start " + root.id + " {agentprofiler.sample.kept_for=error}",
                        "start " + tool.id + " {}",
                        "chunk 0",
                        "end " + tool.id + " error {}");

        Span later = Spans.child(root);
        start(later);
        chunk(later, 1);
        end(later, Status.OK, 1);
        end(root, Status.OK, 2);
        assertThat(written.subList(4, written.size()))
                .containsExactly(
                        "start " + later.id + " {}",
                        "chunk 1",
                        "end " + later.id + " ok {}",
                        "end " + root.id + " ok {}");
        assertThat(sampling()).isEqualTo(new PipelineCounters.Sampling(0, 0, 0, 1, 1, 0, 0));
        assertThat(counters.snapshot().written()).isEqualTo(Map.of("SPAN_START", 3L, "SPAN_CHUNK", 2L, "SPAN_END", 3L));
    }

    @Test
    void shouldLetGoOfAWorkflowThatEndsWithoutAReasonAndOfWhatComesLater() {
        Span root = workflow(false);
        Span child = Spans.child(root);
        Span late = Spans.child(child);
        start(root);
        start(child);
        chunk(child, 0);
        assertThat(counters.snapshot().queued()).isEqualTo(Map.of("SPAN_START", 2L, "SPAN_CHUNK", 1L, "SPAN_END", 0L));
        end(root, Status.CANCELLED, 9.9);
        assertThat(counters.snapshot().open()).isEqualTo(1);
        start(late);
        chunk(late, 1);
        end(late, Status.ERROR, 20);
        end(child, Status.ERROR, 20);

        assertThat(written).isEmpty();
        assertThat(sampling()).isEqualTo(new PipelineCounters.Sampling(0, 1, 0));
        assertNothingAccounted();
    }

    @Test
    void shouldKeepAWorkflowThatTookLongEnough() {
        Span root = workflow(false);
        start(root);
        end(root, Status.OK, 10);

        assertThat(written)
                .containsExactly(
                        "start " + root.id + " {agentprofiler.sample.kept_for=slow}", "end " + root.id + " ok {}");
    }

    @Test
    void shouldWriteAWorkflowThatHangsWhileItHangs() {
        Span root = workflow(false);
        Span ended = workflow(false);
        start(root);
        start(ended);
        ended.end();
        assertThat(workflows.decideDue(root.startNanos + 9 * SECOND, 9, 9)).isFalse();
        // the other one is over, and its end will say how long it took
        assertThat(workflows.decideDue(ended.startNanos + 11 * SECOND, 9, 10)).isTrue();
        assertThat(written).containsExactly("start " + root.id + " {agentprofiler.sample.kept_for=slow}");
        end(ended, Status.OK, 1);
        end(root, Status.ERROR, 12);

        assertThat(written).hasSize(2).last().isEqualTo("end " + root.id + " error {}");
        assertThat(sampling()).isEqualTo(new PipelineCounters.Sampling(0, 1, 0, 1, 1, 0, 0));
    }

    @Test
    void shouldNotTakeTheEndOfAChildForThatOfTheWorkflow() {
        Span root = workflow(false);
        Span child = Spans.child(root);
        start(root);
        start(child);
        end(child, Status.OK, 11);
        assertThat(written).isEmpty();
        end(root, Status.OK, 9);
        assertThat(sampling().skipped()).isEqualTo(1);
    }

    @Test
    void shouldMarkThoseOfTheSampleThatAreKeptAnyway() {
        Span failing = workflow(true);
        Span child = Spans.child(failing);
        Span fine = workflow(true);
        start(failing);
        start(child);
        start(fine);
        end(child, Status.ERROR, 1);
        end(failing, Status.OK, 2);
        end(fine, Status.OK, 2);
        Span late = Spans.child(fine);
        start(late);
        end(late, Status.ERROR, 3);

        assertThat(written)
                .containsExactly(
                        "start " + failing.id + " {}",
                        "start " + child.id + " {}",
                        "start " + fine.id + " {}",
                        "end " + child.id + " error {}",
                        "end " + failing.id + " ok {agentprofiler.sample.kept_for=error}",
                        "end " + fine.id + " ok {}",
                        "start " + late.id + " {}",
                        "end " + late.id + " error {}");
        assertThat(sampling()).isEqualTo(new PipelineCounters.Sampling(2, 0, 0, 0, 1, 0, 0));
    }

    @Test
    void shouldMindOnlyWhatItIsToldTo() {
        workflows = held(new KeepRules(false, 10_000), ROOM);
        Span failing = workflow(false);
        start(failing);
        end(failing, Status.ERROR, 1);
        workflows = held(new KeepRules(true, 0), ROOM);
        Span slow = workflow(false);
        start(slow);
        workflows.decideDue(slow.startNanos + 3600 * SECOND, 1, 1);
        end(slow, Status.OK, 3600);

        assertThat(written).isEmpty();
        assertThat(sampling().skipped()).isEqualTo(2);
    }

    @Test
    void shouldLetGoOfTheOldestWhereThereIsNoRoom() {
        workflows = held(BOTH, 4000);
        Span oldest = workflow(false);
        Span newest = workflow(false);
        start(oldest);
        start(newest);
        Span child = Spans.child(newest);
        start(child, "x".repeat(1600));
        assertThat(sampling()).isEqualTo(new PipelineCounters.Sampling(0, 0, 0, 0, 0, 1, 1));
        end(oldest, Status.ERROR, 1);
        end(newest, Status.ERROR, 1);

        assertThat(written)
                .hasSize(3)
                .first()
                .isEqualTo("start " + newest.id + " {agentprofiler.sample.kept_for=error}");
        assertThat(sampling()).isEqualTo(new PipelineCounters.Sampling(0, 0, 0, 1, 1, 0, 1));
    }

    @Test
    void shouldLetGoOfAWorkflowThatAloneIsTooMuch() {
        workflows = held(BOTH, 4000);
        Span root = workflow(false);
        start(root, "x".repeat(4000));
        start(Spans.child(root));

        assertThat(sampling().unheld()).isEqualTo(1);
        end(root, Status.ERROR, 1);
        assertThat(written).isEmpty();
    }

    @Test
    void shouldHaveRoomAgainForWhatComesAfterThoseThatAreDecided() {
        workflows = held(BOTH, 4000);
        for (int i = 0; i < 100; i++) {
            Span root = workflow(false);
            start(root, "x".repeat(1000));
            end(root, i % 2 == 0 ? Status.OK : Status.ERROR, 1);
        }
        assertThat(sampling()).isEqualTo(new PipelineCounters.Sampling(0, 50, 0, 50, 50, 0, 0));
        assertThat(written).hasSize(100);
    }

    @Test
    void shouldDecideOnAllAtTheExit() {
        Span slow = workflow(false);
        Span quick = new Span(Spans.RULE, null, null, 7, 7, 7, slow.startNanos + 5 * SECOND, false);
        quick.workflow = new Workflow(false);
        start(slow);
        start(quick);
        workflows.decideAll(slow.startNanos + 10 * SECOND);

        assertThat(written).containsExactly("start " + slow.id + " {agentprofiler.sample.kept_for=slow}");
        assertThat(sampling()).isEqualTo(new PipelineCounters.Sampling(0, 1, 0, 1, 1, 0, 0));
        counters.finish();
        assertThat(counters.snapshot().droppedEvents()).isZero();
        assertThat(counters.snapshot().started()).isEqualTo(1);
    }

    @Test
    void shouldLetGoOfAWorkflowWhoseFirstSpanWasGivenUp() {
        workflows = held(new KeepRules(true, 0), ROOM);
        Span root = workflow(false);
        Span child = Spans.child(root);
        start(root);
        start(child);
        child.end();
        root.end();
        assertThat(root.workflow.abandon()).isEqualTo(Workflow.Decision.NONE);
        assertThat(root.workflow.abandon()).isEqualTo(Workflow.Decision.NONE);
        long now = root.startNanos;
        workflows.decideDue(now += SECOND, 5, 5);
        workflows.decideDue(now += 29 * SECOND, 5, 5);
        workflows.decideDue(now += SECOND, 5, 8);
        // what was put into the ring until then may hold a reason yet
        workflows.decideDue(now += SECOND, 7, 9);
        assertThat(sampling().undecided()).isEqualTo(1);
        workflows.decideDue(now + SECOND, 8, 9);

        assertThat(sampling()).isEqualTo(new PipelineCounters.Sampling(0, 1, 0));
        assertThat(root.workflow.abandon()).isEqualTo(Workflow.Decision.DROPPED);
        assertNothingAccounted();
    }

    @Test
    void shouldCountSpansAsAbandonedOnceTheirWorkflowIsKept() {
        Span root = workflow(false);
        Span child = Spans.child(root);
        start(root);
        start(child);
        child.end();
        assertThat(root.workflow.abandon()).isEqualTo(Workflow.Decision.NONE);
        assertThat(counters.snapshot().abandoned()).isZero();
        end(root, Status.ERROR, 1);

        assertThat(counters.snapshot().abandoned()).isEqualTo(1);
        assertThat(root.workflow.abandon()).isEqualTo(Workflow.Decision.KEPT);
    }

    private void assertNothingAccounted() {
        PipelineCounters.Snapshot now = counters.snapshot();
        assertThat(List.of(now.started(), now.ended(), now.open(), now.abandoned(), now.queuedEvents()))
                .containsOnly(0L);
        assertThat(now.emitted()).isEqualTo(Map.of("SPAN_START", 0L, "SPAN_CHUNK", 0L, "SPAN_END", 0L));
    }

    private PendingWorkflows held(KeepRules rules, long room) {
        return new PendingWorkflows(rules, room, counters, (event, now) -> {
            if (event instanceof SpanStart start) {
                counters.written(EventType.SPAN_START);
                written.add("start " + start.span.id + " " + start.attributes);
            } else if (event instanceof SpanChunk chunk) {
                counters.written(EventType.SPAN_CHUNK);
                written.add("chunk " + chunk.index);
            } else if (event instanceof SpanEnd end) {
                counters.written(EventType.SPAN_END);
                written.add("end " + end.span.id + " " + end.status.word() + " " + end.attributes);
            }
        });
    }

    private PipelineCounters.Sampling sampling() {
        return counters.snapshot().sampling();
    }

    private static Span workflow(boolean chosen) {
        Span root = Spans.root(Spans.RULE);
        root.workflow = new Workflow(chosen);
        return root;
    }

    private void start(Span span) {
        start(span, null);
    }

    private void start(Span span, String name) {
        counters.accepted(EventType.SPAN_START);
        if (workflows.leavesOut(span)) {
            workflows.leaveOutStart();
            return;
        }
        SpanStart start = new SpanStart();
        start.span = span;
        start.name = name;
        workflows.start(start, span.startNanos);
    }

    private void chunk(Span span, int index) {
        counters.accepted(EventType.SPAN_CHUNK);
        if (workflows.leavesOut(span)) {
            counters.leftOut(0, 1, 0);
            return;
        }
        SpanChunk chunk = new SpanChunk();
        chunk.span = span;
        chunk.index = index;
        workflows.chunk(chunk, span.startNanos);
    }

    private void end(Span span, Status status, double secondsAfterTheFirst) {
        counters.accepted(EventType.SPAN_END);
        span.end();
        if (workflows.leavesOut(span)) {
            workflows.leaveOutEnd();
            return;
        }
        Span root = span;
        while (root.parent != null) {
            root = root.parent;
        }
        SpanEnd end = new SpanEnd();
        end.span = span;
        end.status = status;
        long nanos = root.startNanos + (long) (secondsAfterTheFirst * SECOND);
        workflows.end(end, nanos, nanos);
    }
}
