// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.diff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.agentprofiler.analyzer.answer.diff.Change.ChangeVerdict;
import io.agentprofiler.analyzer.answer.diff.Gates.SyntaxException;
import io.agentprofiler.analyzer.answer.diff.side.Side;
import io.agentprofiler.analyzer.trace.Trace;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class DiffPropertiesTest {
    private static final int RESAMPLES = 200;
    private static final String ALL_GATES =
            "p50>+0%,time>+0%,each:time>+0%,cost>+0%,tokens<-0,errors>+0pp,tool:calls>+0";

    private static Diff diff(Side before, Side after) {
        return Comparison.of(before, after, RESAMPLES);
    }

    private static Runs runs(Random random, int from) {
        return new Runs().from(from).random(random, 1 + random.nextInt(20), 20 + random.nextInt(100));
    }

    private static String text(Diff diff) {
        return diff.rows() + "\n" + diff.paths();
    }

    @Property(tries = 15)
    void shouldFindNoDifferenceOfARunToItself(@ForAll long seed) throws SyntaxException {
        List<Trace> traces = runs(new Random(seed), 0).traces();

        Diff diff = diff(Runs.side(traces), Runs.side(traces));

        assertThat(diff.paths()).isEmpty();
        assertThat(diff.rows())
                .allSatisfy(row -> assertThat(row.all()).isNotEmpty().allSatisfy(change -> {
                    assertThat(change.difference()).isZero();
                    assertThat(change.verdict()).isEqualTo(ChangeVerdict.SAME);
                    assertThat(change.isOffZero()).isFalse();
                }));
        for (boolean strict : new boolean[] {true, false}) {
            assertThat(Gates.judge(Gates.parse(ALL_GATES), diff, strict))
                    .hasSize(7)
                    .allSatisfy(result -> assertThat(result.outcome()).isEqualTo(Gates.GateOutcome.PASSED));
        }
    }

    @Property(tries = 15)
    void shouldMirrorWhenTheSidesAreSwapped(@ForAll long seed) {
        Random random = new Random(seed);
        Side first = runs(random, 0).side();
        Side second = runs(random, 1000).side();

        Diff there = diff(first, second);
        Diff back = diff(second, first);

        assertThat(back.rows()).hasSameSizeAs(there.rows());
        for (int i = 0; i < there.rows().size(); i++) {
            RowChange row = there.rows().get(i);
            RowChange mirrored = back.rows().get(i);
            assertThat(mirrored.row()).isEqualTo(row.row());
            for (Change change : row.all()) {
                Change other = mirrored.get(change.metric());
                double tolerance = Math.max(
                        1e-9,
                        Math.abs(change.interval().high() - change.interval().low()) * 1e-9);
                assertThat(other.difference()).isEqualTo(-change.difference());
                assertThat(other.tested().rankP()).isCloseTo(change.tested().rankP(), within(1e-12));
                assertThat(other.tested().p()).isCloseTo(change.tested().p(), within(1e-12));
                if (change.hasInterval()) {
                    assertThat(other.interval().low())
                            .isCloseTo(-change.interval().high(), within(tolerance));
                    assertThat(other.interval().high())
                            .isCloseTo(-change.interval().low(), within(tolerance));
                }
                assertThat(other.verdict().isReal()).isEqualTo(change.verdict().isReal());
            }
        }
    }

    @Property(tries = 15)
    void shouldNotDependOnTheOrderOfMerging(@ForAll long seed) {
        Random random = new Random(seed);
        List<Trace> traces = runs(random, 0).traces();
        Side other = runs(random, 1000).side();
        List<Side> pieces = new ArrayList<>(List.of(Runs.SIDE.empty()));
        traces.forEach(trace -> pieces.add(Runs.SIDE.of(trace)));
        Collections.shuffle(pieces, random);
        while (pieces.size() > 1) {
            Side more = pieces.remove(random.nextInt(pieces.size()));
            int into = random.nextInt(pieces.size());
            pieces.set(into, Runs.SIDE.merge(pieces.get(into), more));
        }

        assertThat(text(diff(pieces.get(0), other))).isEqualTo(text(diff(Runs.side(traces), other)));
    }
}
