// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.critical;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.answer.critical.CriticalPath.PathStretch;
import io.agentprofiler.analyzer.answer.critical.LatencySplit.LatencyPart;
import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.testing.RandomTraces;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.SpanFlag;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.operation.Operation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** What holds of every workflow, however its spans lie. */
class CriticalPropertiesTest {
    private static final int TRIES = 150;

    private static Trace trace(long seed) {
        return RandomTraces.one(new Random(seed));
    }

    @Property(tries = TRIES)
    void shouldCutTheRunTimeIntoPieces(@ForAll long seed) {
        Trace trace = trace(seed);
        long reached = trace.startNanos();
        Span before = null;
        for (PathStretch piece : CriticalPath.of(trace).pieces()) {
            assertThat(piece.startNanos()).isEqualTo(reached);
            assertThat(piece.nanos()).isPositive();
            assertThat(piece.span()).isNotSameAs(before == null ? trace : before);
            if (piece.span() != null) {
                assertThat(piece.startNanos())
                        .isGreaterThanOrEqualTo(piece.span().startNanos());
                assertThat(piece.endNanos()).isLessThanOrEqualTo(piece.span().endNanos());
            }
            reached = piece.endNanos();
            before = piece.span();
        }
        assertThat(reached).isEqualTo(trace.endNanos());
    }

    @Property(tries = TRIES)
    void shouldRepeatTheRecordingWhenNothingChanges(@ForAll long seed) {
        Trace trace = trace(seed);
        Schedule schedule = Schedule.of(trace);

        assertThat(schedule.wallNanos(Supposition.NONE)).isEqualTo(trace.durationNanos());
        long[] lengths = schedule.lengths(Supposition.NONE);
        assertThat(trace.spans())
                .allSatisfy(span -> assertThat(lengths[span.index()]).isEqualTo(span.durationNanos()));
        // the last: each goes through the whole workflow
        Span last = trace.spans().get(trace.spans().size() - 1);
        assertThat(schedule.beginNanos(Supposition.NONE, last)).isEqualTo(last.startNanos() - trace.startNanos());
    }

    @Property(tries = TRIES)
    void shouldSaveNoMoreThanTheSpanTook(@ForAll long seed) {
        Trace trace = trace(seed);
        CriticalPath path = CriticalPath.of(trace);
        for (Span span : trace.spans()) {
            assertThat(path.savedIfHalf(span)).isBetween(0L, span.durationNanos());
            long onPath = trace.spans().stream()
                    .filter(other -> Operation.of(other).equals(Operation.of(span)))
                    .mapToLong(path::onPathNanos)
                    .sum();
            assertThat(path.savedIfHalf(Operation.of(span))).isBetween(0L, onPath);
        }
    }

    @Property(tries = TRIES)
    void shouldNotGetLongerWithinTheSlackAndOnlyThere(@ForAll long seed) {
        Trace trace = trace(seed);
        CriticalPath path = CriticalPath.of(trace);
        for (Span span : trace.spans()) {
            if (span.has(SpanFlag.UNFINISHED)) {
                // of a span without an end nothing is supposed
                assertThat(path.saved(longer(span, 1_000_000_000_000L))).isZero();
                continue;
            }
            long slack = path.slackNanos(span);
            // a tool begun by a streaming call moves by a part of what the call takes longer, whichever part of it that
            // is
            boolean streams = Stream.iterate(span, above -> above != null, Span::parent)
                    .anyMatch(above -> above.chunks() != null);
            if (slack == CriticalPath.UNLIMITED) {
                assertThat(path.saved(longer(span, 1_000_000_000_000L))).isZero();
            } else {
                assertThat(path.saved(longer(span, slack))).isZero();
                assertThat(path.saved(longer(span, slack + 7))).isBetween(-7L, streams ? 0L : -7L);
            }
            if (path.onPathNanos(span) > 0) {
                assertThat(path.isOnPath(span)).isTrue();
                assertThat(streams || slack == 0).isTrue();
            }
        }
    }

    private static Supposition longer(Span span, long by) {
        return new Supposition() {
            @Override
            public long length(Span changed, long nanos) {
                return changed == span ? nanos + by : nanos;
            }
        };
    }

    @Property(tries = TRIES)
    void shouldSumSelfTimesToTheBusyTime(@ForAll long seed) {
        // every moment counts once for each of the innermost spans that run then
        Trace trace = trace(seed);
        long[] own = new long[trace.spans().size()];
        for (Span span : trace.spans()) {
            Span call = span.requestedBy() == null ? span : span.requestedBy();
            own[call.index()] = Math.min(call.durationNanos(), own[call.index()] + span.durationNanos() - union(span));
        }
        for (Span span : trace.spans()) {
            assertThat(span.selfNanos()).isEqualTo(own[span.index()]);
        }
    }

    private static long union(Span span) {
        List<Span> children = new ArrayList<>(span.children());
        children.sort(Comparator.comparingLong(Span::endNanos));
        long free = 0;
        for (long t = span.startNanos(); t < span.endNanos(); t += RandomTraces.GRID) {
            long moment = t;
            free += children.stream().noneMatch(child -> child.startNanos() <= moment && moment < child.endNanos())
                    ? RandomTraces.GRID
                    : 0;
        }
        return span.durationNanos() - free;
    }

    @Property(tries = TRIES)
    void shouldSplitModelCallsWithoutRest(@ForAll long seed) {
        for (Span span : trace(seed).spans()) {
            LatencySplit split = LatencySplit.of(span);
            long sum = 0;
            for (LatencyPart part : LatencyPart.values()) {
                sum += split.nanos(part) == Unknown.LONG ? 0 : split.nanos(part);
                assertThat(split.nanos(part) == Unknown.LONG || split.nanos(part) >= 0)
                        .isTrue();
            }
            assertThat(sum).isEqualTo(span.durationNanos());
        }
    }

    @Property(tries = 100)
    void shouldAddUpInAnyOrder(@ForAll long seed) {
        Random random = new Random(seed);
        List<Trace> traces = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            traces.add(RandomTraces.one(random));
        }
        String before = totals(traces);
        Collections.shuffle(traces, random);

        assertThat(totals(traces)).isEqualTo(before);
    }

    private static String totals(List<Trace> traces) {
        CriticalTotals left = CriticalTotals.ANALYSIS.empty();
        CriticalTotals right = CriticalTotals.ANALYSIS.empty();
        for (int i = 0; i < traces.size(); i++) {
            CriticalTotals.ANALYSIS.merge(i % 2 == 0 ? left : right, CriticalTotals.ANALYSIS.of(traces.get(i)));
        }
        CriticalTotals all = CriticalTotals.ANALYSIS.merge(left, right);
        long rows = all.byOperation().values().stream()
                .mapToLong(CriticalTotals.OperationPath::pathNanos)
                .sum();
        assertThat(rows + all.idleNanos()).isEqualTo(all.wallNanos());
        StringBuilder text = new StringBuilder();
        all.longestFirst()
                .forEach(row -> text.append(row.getKey())
                        .append(row.getValue().pathNanos())
                        .append(row.getValue().savedIfHalfNanos())
                        .append(row.getValue().spans())
                        .append(row.getValue().workflows()));
        return text.toString();
    }
}
