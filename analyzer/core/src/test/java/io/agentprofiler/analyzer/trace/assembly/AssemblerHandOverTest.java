// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.assembly;

import static io.agentprofiler.analyzer.testing.TestRun.at;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.read.event.SpanEvent;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.SpanBudget;
import io.agentprofiler.analyzer.trace.SpanFlag;
import io.agentprofiler.analyzer.trace.Trace;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** When traces are handed over, and what is known of those that are not. */
class AssemblerHandOverTest {
    private static final long MILLI = 1_000_000;

    private final List<Trace> traces = new ArrayList<>();
    private final Assembler assembler = new Assembler(traces::add, new SpanBudget(Long.MAX_VALUE));

    private void feed(TestRun run) {
        run.events().forEach(assembler::accept);
    }

    @Test
    void shouldHandATraceOverOnceItsGraceHasPassed() {
        feed(TestRun.bare().trace(1).span(1, 0, 0, 100, "agent", "done"));
        feed(TestRun.bare().trace(2).start(2, 0, 50, "agent", "open"));
        feedUnrelated(Assembler.GRACE_EVENTS - 2, 200);

        assertThat(traces).isEmpty();

        feedUnrelated(1, 200 + 1000 * Assembler.GRACE_SECONDS);

        assertThat(traces).extracting(AssemblerTest::tree).containsExactly("done");
    }

    @Test
    void shouldWaitForChildrenThatStartAfterTheWorkflow() {
        feed(TestRun.bare().span(1, 0, 0, 100, "agent", "root"));
        feedUnrelated(Assembler.GRACE_EVENTS / 2, 5000);
        feed(TestRun.bare().start(2, 1, 5000, "memory", "late"));
        feedUnrelated(Assembler.GRACE_EVENTS, 60_000);

        assertThat(traces).isEmpty();

        feed(TestRun.bare().end(2, 60_000));
        feedUnrelated(Assembler.GRACE_EVENTS, 90_000);

        assertThat(traces).extracting(AssemblerTest::tree).containsExactly("root\n late");
    }

    @Test
    void shouldNotHandOverATraceWhoseParentIsStillToCome() {
        feed(TestRun.bare().span(2, 1, 10, 20, "llm", "child"));
        feedUnrelated(Assembler.GRACE_EVENTS + 1, 60_000);

        assertThat(traces).isEmpty();

        feed(TestRun.bare().span(1, 0, 0, 60_000, "agent", "root"));
        feedUnrelated(Assembler.GRACE_EVENTS, 90_000);

        assertThat(traces).extracting(AssemblerTest::tree).containsExactly("root\n child");
    }

    /** Chunks of a span that no trace of the test has. */
    private void feedUnrelated(int events, double millis) {
        for (int i = 0; i < events; i++) {
            assembler.accept(new SpanEvent.Chunk(999, at(millis), i, "text", 1));
        }
    }

    @Test
    void shouldGiveUpTheOldestWhenTooMuchIsOpen() {
        Assembler tight = new Assembler(traces::add, new SpanBudget(100));
        TestRun run = TestRun.bare();
        for (int i = 1; i <= 4096; i++) {
            run.trace(i).start(i, 0, i, "agent", "a" + i);
        }
        run.events().forEach(tight::accept);

        assertThat(traces).isNotEmpty();
        assertThat(traces.get(0).root().name()).isEqualTo("a1");

        tight.finish(tight.lastNanos());

        assertThat(traces).hasSize(4096);
        assertThat(tight.counts().givenUp()).isGreaterThan(3000);
    }

    @Test
    void shouldCountWorkflowsClosedEarlyThatWaitForTheirParents() {
        Assembler tight = new Assembler(traces::add, new SpanBudget(100));
        TestRun run = TestRun.bare();
        for (int i = 2; i <= 4096; i++) {
            run.span(i, 1, i, i + 1, "llm", "call");
        }
        run.events().forEach(tight::accept);

        assertThat(traces).isNotEmpty();
        assertThat(tight.counts().givenUp()).isEqualTo(traces.size());
    }

    /** Takes snapshots, those of small traces at once, larger ones never. */
    private List<String> changes(int mostSpans) {
        List<String> changes = new ArrayList<>();
        assembler.forEachChanged(new Assembler.SnapshotConsumer() {
            @Override
            public boolean wants(TraceId id, int spans) {
                return spans <= mostSpans;
            }

            @Override
            public void accept(Trace trace, boolean complete) {
                changes.add(AssemblerTest.tree(trace).replace("\n", ",") + (complete ? "" : "..."));
            }
        });
        return changes;
    }

    @Test
    void shouldShowWhatIsKnownOfATraceOnceAChange() {
        assembler.watch();
        feed(TestRun.bare().start(1, 0, 0, "agent", "plan").start(2, 1, 1, "llm", "chat"));
        assertThat(changes(9)).containsExactly("plan, chat...");
        assertThat(changes(9)).isEmpty();
        feed(TestRun.bare().end(2, 2).end(1, 3));
        assertThat(changes(1)).as("asked for again").isEmpty();
        assertThat(changes(2)).containsExactly("plan, chat");
        feed(TestRun.bare().trace(2).span(3, 0, 4, 5, "agent", "answer"));
        assembler.finish(assembler.lastNanos());
        assertThat(changes(9)).as("handed over").isEmpty();
        assertThat(traces).hasSize(2);
    }

    @Test
    void shouldNotChangeASnapshotLater() {
        assembler.watch();
        feed(TestRun.bare().start(1, 0, 0, "llm", "chat").chunk(1, 1, 0));
        List<Trace> seen = new ArrayList<>();
        assembler.forEachChanged(new Assembler.SnapshotConsumer() {
            @Override
            public boolean wants(TraceId id, int spans) {
                return true;
            }

            @Override
            public void accept(Trace trace, boolean complete) {
                seen.add(trace);
            }
        });
        feed(TestRun.bare().chunk(1, 2, 1).end(1, 3));

        assertThat(seen.get(0).root().chunkTimes().recorded()).isEqualTo(1);
        assertThat(seen.get(0).root().has(SpanFlag.UNFINISHED)).isTrue();
        assembler.finish(assembler.lastNanos());
        assertThat(traces.get(0).root().chunkTimes().recorded()).isEqualTo(2);
    }

    @Test
    void shouldHandOverWhatHasBeenCompleteForSomeTimeWhenAsked() {
        feed(TestRun.bare().span(1, 0, 0, 1, "agent", "plan").trace(2).start(2, 0, 2, "agent", "answer"));
        assembler.finishComplete(at(10_000), 10_000 * MILLI);
        assertThat(traces).isEmpty();
        assembler.finishComplete(at(10_001), 10_000 * MILLI);
        assertThat(traces).extracting(AssemblerTest::tree).containsExactly("plan");
        feed(TestRun.bare().trace(2).end(2, 10_002));
        assembler.finishComplete(at(20_002), 10_000 * MILLI);
        assertThat(traces).extracting(AssemblerTest::tree).containsExactly("plan", "answer");
    }
}
