// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.analysis.Oddities;
import io.agentprofiler.analyzer.analysis.RunSummary;
import io.agentprofiler.analyzer.backend.Backends;
import io.agentprofiler.analyzer.read.RunEvent;
import io.agentprofiler.analyzer.run.Outcome;
import io.agentprofiler.analyzer.run.RunFacts;
import io.agentprofiler.analyzer.trace.AssemblyCounts;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LossSectionTest {
    @Test
    void shouldSayThatARecordingOfTheSameProcessCountsTwice() {
        assertThat(LossSection.notes(outcome(
                        run("shop-7-20261121T100000.000Z", "shop-7-20261121T100000.000Z", "shop", 7),
                        run("shop.jfr", "shop-7", "shop", 7))))
                .containsExactly(
                        "shop (pid 7) is counted twice, from its segments and from shop.jfr: leave the recording"
                                + " out, or give it to report with --jfr");
    }

    @Test
    void shouldTakeRunsAndRecordingsOfSeveralProcessesAsTheyAre() {
        assertThat(LossSection.notes(outcome(
                        run("shop-1-20261121T100000.000Z", "shop-1-20261121T100000.000Z", "shop", 1),
                        run("shop-1-20261121T110000.000Z", "shop-1-20261121T110000.000Z", "shop", 1),
                        run("shop.jfr", "shop-8", "shop", 8))))
                .isEmpty();
    }

    private static RunFacts run(String run, String header, String service, long pid) {
        return new RunFacts(
                run,
                new RunEvent.Header(header, service, pid, null, Map.of()),
                true,
                null,
                true,
                1,
                List.of(),
                AssemblyCounts.NONE,
                0,
                0);
    }

    private static Outcome outcome(RunFacts... runs) {
        return new Outcome(
                List.of(runs),
                new RunSummary(List.of(Oddities.ANALYSIS)),
                new Backends(),
                List.of(),
                List.of(),
                List.of());
    }
}
