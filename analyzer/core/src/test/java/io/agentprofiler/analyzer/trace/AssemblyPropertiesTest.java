// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace;

import static io.agentprofiler.analyzer.testing.TestRun.at;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.read.event.AttributeSet;
import io.agentprofiler.analyzer.read.event.SpanEvent;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.assembly.Assembler;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class AssemblyPropertiesTest {
    /** Which records of a span exist, and where it hangs. */
    private record Shape(int parent, int start, int length, boolean started, boolean ended) {}

    @Provide
    Arbitrary<List<Shape>> anyRun() {
        return Combinators.combine(
                        Arbitraries.integers().between(0, 12),
                        Arbitraries.integers().between(0, 50),
                        Arbitraries.integers().between(-5, 50),
                        Arbitraries.of(true, true, true, false),
                        Arbitraries.of(true, true, true, false))
                .as(Shape::new)
                .list()
                .ofMinSize(1)
                .ofMaxSize(12);
    }

    private static List<SpanEvent> events(List<Shape> shapes) {
        List<SpanEvent> events = new ArrayList<>();
        for (int i = 0; i < shapes.size(); i++) {
            Shape shape = shapes.get(i);
            int id = i + 1;
            TraceId trace = new TraceId(0, 1 + i % 2);
            if (shape.started()) {
                events.add(new SpanEvent.Start(
                        trace, id, shape.parent(), at(shape.start()), SpanKind.TOOL, "s" + id, AttributeSet.EMPTY));
            }
            if (shape.ended()) {
                events.add(new SpanEvent.End(
                        trace,
                        id,
                        at(shape.start() + shape.length()),
                        null,
                        SpanStatus.OK,
                        null,
                        0,
                        0,
                        null,
                        null,
                        null,
                        AttributeSet.EMPTY));
            }
        }
        return events;
    }

    private static String text(List<Trace> traces) {
        return traces.stream()
                .sorted((left, right) -> left.id().compareTo(right.id()))
                .map(trace -> trace.id() + " " + trace.startNanos() + " " + trace.endNanos() + "\n"
                        + trace.spans().stream()
                                .map(span -> " ".repeat(span.depth()) + span.id() + " " + span.startNanos() + " "
                                        + span.endNanos() + " " + span.selfNanos() + " " + span.status() + "\n")
                                .collect(Collectors.joining()))
                .collect(Collectors.joining());
    }

    @Property
    void shouldNotDependOnTheOrderOfEvents(@ForAll("anyRun") List<Shape> shapes, @ForAll long seed) {
        List<SpanEvent> events = events(shapes);
        String inOrder = text(TestRun.assemble(events));
        Collections.shuffle(events, new Random(seed));

        assertThat(text(TestRun.assemble(events))).isEqualTo(inOrder);
    }

    @Property
    void shouldNotDependOnWhereARunIsCut(@ForAll("anyRun") List<Shape> shapes, @ForAll int seed) {
        List<SpanEvent> events = events(shapes);
        int cut = Math.floorMod(seed, events.size() + 1);
        List<Trace> joined = new ArrayList<>();
        Assembler first = new Assembler(joined::add, new SpanBudget(Long.MAX_VALUE));
        Assembler second = new Assembler(joined::add, new SpanBudget(Long.MAX_VALUE));
        events.subList(0, cut).forEach(first::accept);
        events.subList(cut, events.size()).forEach(second::accept);
        first.absorb(second);
        first.finish(first.lastNanos());

        assertThat(text(joined)).isEqualTo(text(TestRun.assemble(events)));
    }

    @Property
    void shouldKeepEverySpanOnceWithAConsistentSelfTime(@ForAll("anyRun") List<Shape> shapes) {
        List<SpanEvent> events = events(shapes);
        List<Trace> traces = TestRun.assemble(events);

        long spans = shapes.stream()
                .filter(shape -> shape.started() || shape.ended())
                .count();
        assertThat(traces.stream().mapToLong(trace -> trace.spans().size()).sum())
                .isEqualTo(spans);
        for (Trace trace : traces) {
            for (Span span : trace.spans()) {
                assertThat(span.selfNanos()).isBetween(0L, span.durationNanos());
                assertThat(span.selfNanos()).isEqualTo(milliseconds(span));
            }
        }
    }

    /** Self time the slow way: the milliseconds in which the span runs and none of its children does. */
    private static long milliseconds(Span span) {
        long self = 0;
        for (long t = span.startNanos(); t < span.endNanos(); t += 1_000_000) {
            long now = t;
            boolean covered =
                    span.children().stream().anyMatch(child -> child.startNanos() <= now && now < child.endNanos());
            self += covered ? 0 : 1_000_000;
        }
        return self;
    }
}
