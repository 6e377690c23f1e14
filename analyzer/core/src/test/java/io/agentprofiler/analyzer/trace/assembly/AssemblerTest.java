// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.assembly;

import static io.agentprofiler.analyzer.testing.TestRun.at;
import static io.agentprofiler.analyzer.testing.TestRun.chunks;
import static io.agentprofiler.analyzer.testing.TestRun.traceId;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.read.event.ChunkStats;
import io.agentprofiler.analyzer.read.event.SpanEvent;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.SpanBudget;
import io.agentprofiler.analyzer.trace.SpanFlag;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.assembly.AssemblyCounts.EventsRead;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class AssemblerTest {
    private static final long MILLI = 1_000_000;

    private final List<Trace> traces = new ArrayList<>();
    private final Assembler assembler = new Assembler(traces::add, new SpanBudget(Long.MAX_VALUE));

    private void feed(TestRun run) {
        run.events().forEach(assembler::accept);
    }

    private Trace assemble(TestRun run) {
        feed(run);
        assembler.finish(assembler.lastNanos());
        assertThat(traces).hasSize(1);
        return traces.get(0);
    }

    /** The tree as text: a line a span, indented by depth. */
    static String tree(Trace trace) {
        return trace.spans().stream()
                .map(span -> " ".repeat(span.depth()) + span.name())
                .collect(Collectors.joining("\n"));
    }

    private static Span span(Trace trace, String name) {
        return trace.spans().stream()
                .filter(span -> span.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void shouldTakeASpanThatAnotherProcessAskedForForTheRootOfAWorkflow() {
        Trace trace = TestRun.bare()
                .start(1, 99, 0, "agent", "serve", "\"agentprofiler.remote_parent\":true")
                .span(2, 1, 1, 2, "llm", "chat")
                .end(1, 3)
                .trace();

        assertThat(trace.root().has(SpanFlag.REMOTE_PARENT)).isTrue();
        assertThat(trace.root().has(SpanFlag.PARENT_MISSING)).isFalse();
        assertThat(trace.root().parentId()).isEqualTo(99);
        assertThat(trace.spans()).hasSize(2);
        assertThat(trace.isFragment()).isFalse();
    }

    @Test
    void shouldHangASpanUnderItsCallerWhereThatIsInTheSameRun() {
        Trace trace = TestRun.bare()
                .start(1, 0, 0, "agent", "caller")
                .start(2, 1, 1, "agent", "serve", "\"agentprofiler.remote_parent\":true")
                .end(2, 2)
                .end(1, 3)
                .trace();

        assertThat(trace.root().children())
                .singleElement()
                .satisfies(span -> assertThat(span.hasFlags()).isFalse());
    }

    @Test
    void shouldBuildTheTree() {
        Trace trace = assemble(TestRun.bare()
                .start(1, 0, 0, "agent", "root")
                .span(2, 1, 10, 20, "llm", "first")
                .start(3, 1, 30, "tool", "second")
                .span(4, 3, 35, 40, "http", "inner")
                .end(3, 50)
                .end(1, 100));

        assertThat(trace.id()).hasToString(traceId(1));
        assertThat(tree(trace)).isEqualTo("root\n first\n second\n  inner");
        assertThat(trace.durationNanos()).isEqualTo(100 * MILLI);
        assertThat(trace.root().selfNanos()).isEqualTo(70 * MILLI);
        // a request is its call's own time
        assertThat(span(trace, "second").selfNanos()).isEqualTo(20 * MILLI);
        assertThat(span(trace, "inner").selfNanos()).isZero();
        assertThat(span(trace, "inner").parent()).isSameAs(span(trace, "second"));
        assertThat(span(trace, "second").children()).containsExactly(span(trace, "inner"));
        assertThat(trace.spans()).noneMatch(Span::hasFlags);
        assertThat(trace.spans()).extracting(Span::index).containsExactly(0, 1, 2, 3);
    }

    @Test
    void shouldSubtractTheUnionOfParallelChildren() {
        Trace trace = assemble(TestRun.bare()
                .start(1, 0, 0, "agent", "root")
                .span(2, 1, 10, 40, "tool", "a")
                .span(3, 1, 20, 30, "tool", "b")
                .span(4, 1, 35, 60, "tool", "c")
                .span(5, 1, 80, 90, "tool", "d")
                .end(1, 100));

        assertThat(trace.root().selfNanos()).isEqualTo((100 - 50 - 10) * MILLI);
    }

    @Test
    void shouldClipChildrenThatOutliveTheirParent() {
        Trace trace = assemble(TestRun.bare()
                .start(1, 0, 10, "agent", "root")
                .start(2, 1, 30, "llm", "late")
                .end(1, 50)
                .start(3, 1, 60, "memory", "after")
                .end(2, 90)
                .end(3, 95));

        assertThat(trace.root().selfNanos()).isEqualTo(20 * MILLI);
        assertThat(trace.durationNanos()).isEqualTo(40 * MILLI);
        assertThat(span(trace, "late").durationNanos()).isEqualTo(60 * MILLI);
        assertThat(tree(trace)).isEqualTo("root\n late\n after");
    }

    @Test
    void shouldMergeStartAndEndAttributesAndLetTheEndWin() {
        Trace trace = assemble(
                TestRun.bare().start(1, 0, 0, "llm", "chat", "\"a\":1,\"b\":2").end(1, 5, "\"b\":3,\"c\":4"));

        assertThat(trace.root().attributes()).isEqualTo(TestRun.attributes("a", 1L, "b", 3L, "c", 4L));
    }

    @Test
    void shouldCloseASpanWithoutEndAtTheRunsLastTime() {
        Trace trace = assemble(TestRun.bare()
                .start(1, 0, 0, "agent", "root")
                .start(2, 1, 10, "llm", "stuck")
                .chunk(2, 70, 0));

        assertThat(trace.root().status()).isEqualTo(SpanStatus.UNFINISHED);
        assertThat(trace.root().has(SpanFlag.UNFINISHED)).isTrue();
        assertThat(trace.root().isMeasured()).isFalse();
        assertThat(trace.durationNanos()).isEqualTo(70 * MILLI);
        assertThat(span(trace, "stuck").durationNanos()).isEqualTo(60 * MILLI);
        assertThat(span(trace, "stuck").chunks()).isEqualTo(new ChunkStats(1, at(70), at(70), Unknown.LONG));
    }

    @Test
    void shouldKeepAnEndWithoutStartAsASpanOfNoLength() {
        Trace trace = assemble(
                TestRun.bare().end(7, 50, "\"gen_ai.operation.name\":\"chat\",\"gen_ai.usage.input_tokens\":12"));

        assertThat(trace.isFragment()).isTrue();
        assertThat(trace.root().has(SpanFlag.START_MISSING)).isTrue();
        assertThat(trace.root().kind()).isEqualTo(SpanKind.LLM);
        assertThat(trace.root().name()).isEqualTo("llm");
        assertThat(trace.root().durationNanos()).isZero();
        assertThat(trace.root().tokens().input()).isEqualTo(12);
        assertThat(assembler.counts().orphanEnds()).isEqualTo(1);
    }

    @Test
    void shouldTakeCallsWhoseParentHasOnlyItsEndForAWorkflow() {
        Trace trace = assemble(TestRun.bare()
                .span(2, 1, 10, 20, "llm", "first")
                .span(3, 1, 30, 45, "llm", "second")
                .span(4, 3, 35, 40, "http", "inner")
                .end(1, 60));

        assertThat(trace.isFragment()).isFalse();
        assertThat(tree(trace)).isEqualTo("first\nsecond\n inner\nfunction");
        assertThat(span(trace, "first").has(SpanFlag.PARENT_MISSING)).isTrue();
        assertThat(span(trace, "function").has(SpanFlag.START_MISSING)).isTrue();
        assertThat(trace.startNanos()).isEqualTo(at(10));
        assertThat(trace.durationNanos()).as("its end is known").isEqualTo(50 * MILLI);
        assertThat(assembler.counts().orphanEnds()).isEqualTo(1);
    }

    @Test
    void shouldPutASpanWithoutParentAtTheTopAndFlagIt() {
        Trace trace =
                assemble(TestRun.bare().span(1, 0, 0, 100, "agent", "root").span(3, 2, 10, 20, "llm", "lost child"));

        assertThat(tree(trace)).isEqualTo("root\nlost child");
        assertThat(span(trace, "lost child").has(SpanFlag.PARENT_MISSING)).isTrue();
        assertThat(trace.root().name()).isEqualTo("root");
        assertThat(trace.roots()).hasSize(2);
        assertThat(trace.durationNanos()).isEqualTo(100 * MILLI);
    }

    @Test
    void shouldCutCircles() {
        Trace trace = assemble(TestRun.bare()
                .span(1, 3, 10, 40, "agent", "a")
                .span(2, 1, 20, 30, "agent", "b")
                .span(3, 2, 30, 40, "agent", "c")
                .span(4, 3, 31, 32, "tool", "leaf")
                .span(5, 5, 50, 60, "agent", "own parent"));

        assertThat(tree(trace)).isEqualTo("a\n b\n  c\n   leaf\nown parent");
        assertThat(span(trace, "a").has(SpanFlag.PARENT_CYCLE)).isTrue();
        assertThat(span(trace, "own parent").has(SpanFlag.PARENT_CYCLE)).isTrue();
        assertThat(span(trace, "b").hasFlags()).isFalse();
    }

    @Test
    void shouldTakeANegativeDurationAsZero() {
        Trace trace = assemble(TestRun.bare().start(1, 0, 50, "llm", "odd").end(1, 40));

        assertThat(trace.root().durationNanos()).isZero();
        assertThat(trace.root().has(SpanFlag.NEGATIVE_DURATION)).isTrue();
        assertThat(trace.root().isMeasured()).isFalse();
    }

    @Test
    void shouldCountDuplicatesAndKeepOneSpan() {
        TestRun run = TestRun.bare().span(1, 0, 0, 100, "agent", "root");
        Trace trace = assemble(TestRun.bare().lines(run.lines()).lines(run.lines()));

        assertThat(trace.spans()).hasSize(1);
        assertThat(assembler.counts().duplicates()).isEqualTo(2);
    }

    @Test
    void shouldKeepTracesApartThatShareASpanId() {
        feed(TestRun.bare()
                .trace(1)
                .start(1, 0, 0, "agent", "one")
                .trace(2)
                .start(1, 0, 5, "agent", "two")
                .span(2, 1, 6, 7, "llm", "in two")
                .trace(1)
                .span(2, 1, 8, 9, "llm", "in one")
                .end(1, 10)
                .trace(2)
                .end(1, 20));
        assembler.finish(assembler.lastNanos());

        assertThat(traces).extracting(AssemblerTest::tree).containsExactlyInAnyOrder("one\n in one", "two\n in two");
        assertThat(traces).extracting(Trace::durationNanos).containsExactlyInAnyOrder(10 * MILLI, 15 * MILLI);
        assertThat(assembler.counts().duplicates()).isZero();
    }

    @Test
    void shouldFindTheSpanOfAnEndThatNamesNoTrace() {
        Trace trace = assemble(TestRun.bare()
                .start(1, 0, 0, "agent", "root")
                .line("{\"event\":\"SPAN_END\",\"span\":\"0000000000000001\",\"t\":" + at(5) + ",\"status\":\"ok\"}"));

        assertThat(trace.durationNanos()).isEqualTo(5 * MILLI);
    }

    @Test
    void shouldJoinAnEndThatComesBeforeItsStart() {
        Trace trace = assemble(TestRun.bare()
                .line("{\"event\":\"SPAN_END\",\"span\":\"0000000000000001\",\"t\":" + at(5) + ",\"status\":\"ok\"}")
                .chunk(1, 3, 0)
                .start(1, 0, 0, "agent", "root"));

        assertThat(trace.durationNanos()).isEqualTo(5 * MILLI);
        assertThat(trace.root().chunks().count()).isEqualTo(1);
        assertThat(assembler.counts().orphanEnds()).isZero();
    }

    @Test
    void shouldPreferTheEndsChunkStatisticsToCountedChunks() {
        Trace trace = assemble(TestRun.bare()
                .start(1, 0, 0, "llm", "chat")
                .chunk(1, 3, 0)
                .end(
                        1,
                        9,
                        "ok",
                        ",\"chunks\":{\"count\":4,\"first_t\":" + at(3) + ",\"last_t\":" + at(8)
                                + ",\"max_gap_ns\":2000000}"));

        assertThat(trace.root().chunks()).isEqualTo(chunks(4, 3, 8, 2));
    }

    @Test
    void shouldCountChunksOneByOneWithTheLongestGap() {
        Trace trace = assemble(TestRun.bare()
                .start(1, 0, 0, "llm", "chat")
                .chunk(1, 3, 0)
                .chunk(1, 4, 1)
                .chunk(1, 9, 2)
                .chunk(1, 11, 3)
                .end(1, 12));

        assertThat(trace.root().chunks()).isEqualTo(chunks(4, 3, 11, 5));
    }

    @Test
    void shouldCountChunksOfUnknownSpans() {
        feed(TestRun.bare().span(1, 0, 0, 5, "agent", "root").chunk(9, 3, 0).chunk(9, 4, 1));
        assembler.finish(assembler.lastNanos());

        assertThat(assembler.counts()).isEqualTo(new AssemblyCounts(new EventsRead(1, 2, 1), 0, 0, 2, 0, 0, 0));
    }

    @Test
    void shouldBuildATreeDeeperThanAStack() {
        TestRun run = TestRun.bare();
        int depth = 50_000;
        for (int i = 1; i <= depth; i++) {
            run.start(i, i - 1, i, "function", "f" + i);
        }
        for (int i = depth; i >= 1; i--) {
            run.end(i, 2 * depth - i + 1);
        }

        Trace trace = assemble(run);

        assertThat(trace.spans()).hasSize(depth);
        assertThat(trace.spans().get(depth - 1).depth()).isEqualTo(depth - 1);
        assertThat(trace.spans().stream().mapToLong(Span::selfNanos).sum()).isEqualTo(trace.durationNanos());
    }

    @Test
    void shouldJoinWhatTwoPartsOfARunHold() {
        List<SpanEvent> events = TestRun.bare()
                .start(1, 0, 0, "agent", "root")
                .start(2, 1, 10, "llm", "stream")
                .chunk(2, 20, 0)
                .chunk(2, 25, 1)
                .end(2, 30)
                .start(3, 1, 40, "tool", "tool")
                .end(3, 50)
                .end(1, 100)
                .events();
        for (int cut = 0; cut <= events.size(); cut++) {
            List<Trace> joined = new ArrayList<>();
            Assembler first = new Assembler(joined::add, new SpanBudget(Long.MAX_VALUE));
            Assembler second = new Assembler(joined::add, new SpanBudget(Long.MAX_VALUE));
            events.subList(0, cut).forEach(first::accept);
            events.subList(cut, events.size()).forEach(second::accept);
            first.absorb(second);
            first.finish(first.lastNanos());

            assertThat(joined).hasSize(1);
            assertThat(tree(joined.get(0))).isEqualTo("root\n stream\n tool");
            assertThat(joined.get(0).root().selfNanos()).isEqualTo(70 * MILLI);
            assertThat(span(joined.get(0), "stream").chunks()).isEqualTo(chunks(2, 20, 25, 5));
            assertThat(first.counts()).isEqualTo(new AssemblyCounts(new EventsRead(3, 2, 3), 0, 0, 0, 0, 0, 0));
        }
    }
}
