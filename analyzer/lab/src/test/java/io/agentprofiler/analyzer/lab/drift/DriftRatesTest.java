// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.drift;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.answer.diff.Runs;
import io.agentprofiler.analyzer.lab.drift.Judged.Verdict;
import io.agentprofiler.analyzer.trace.Trace;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How often runs that differ by chance alone drift, and how often a drift is found: the figures of {@code docs/questions/drift.md}. */
@Tag("slow")
class DriftRatesTest {
    private static final int COMPARISONS = 100;

    private static List<Trace> runs(Random random, int from, int workflows, double slowness) {
        Runs runs = new Runs().from(from);
        for (int i = 0; i < workflows; i++) {
            double model = 200 * slowness * Math.exp(0.4 * random.nextGaussian());
            runs.workflow(model, 1000 + random.nextInt(100), 40 * Math.exp(0.6 * random.nextGaussian()));
        }
        return runs.traces();
    }

    private static Map<Verdict, Integer> verdicts(int workflows, double slowness) {
        Random random = new Random(workflows);
        Map<Verdict, Integer> verdicts = new EnumMap<>(Verdict.class);
        for (int i = 0; i < COMPARISONS; i++) {
            verdicts.merge(
                    DriftTest.drift(runs(random, 0, workflows, 1), runs(random, 5000, workflows, slowness), false)
                            .verdict(),
                    1,
                    Integer::sum);
        }
        return verdicts;
    }

    @Test
    void shouldSeldomTakeNoiseForDriftAndFindWhatDrifted() {
        List<String> lines = new ArrayList<>();
        for (int workflows : new int[] {12, 20, 40}) {
            Map<Verdict, Integer> same = verdicts(workflows, 1);
            Map<Verdict, Integer> slower = verdicts(workflows, 1.5);
            lines.add(workflows + ": " + same + " and " + slower);
            assertThat(same.getOrDefault(Verdict.DRIFTED, 0))
                    .as(lines.toString())
                    .isLessThanOrEqualTo(8);
        }
        assertThat(verdicts(40, 1.5).getOrDefault(Verdict.DRIFTED, 0))
                .as(lines.toString())
                .isGreaterThanOrEqualTo(90);
    }
}
