// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.finding.rule.jvm;

import static io.agentprofiler.analyzer.finding.RuleRun.agent;
import static io.agentprofiler.analyzer.finding.RuleRun.found;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.agentprofiler.analyzer.finding.Evidence;
import io.agentprofiler.analyzer.finding.Thresholds;
import io.agentprofiler.analyzer.input.event.JvmEvents;
import io.agentprofiler.analyzer.input.event.JvmEvents.Stretch;
import io.agentprofiler.analyzer.testing.TestRun;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What pauses took of what was waited for. */
class GcPausesTest {
    private static final long MILLI = 1_000_000;

    private static Stretch stretch(double from, double to, String what) {
        return new Stretch(TestRun.at(from), TestRun.at(to), what);
    }

    @Test
    void shouldTellWhatPausesTookOfWhatWasWaitedFor() {
        TestRun run = agent().span(2, 1, 0, 100, "llm", "l")
                .span(3, 1, 100, 300, "tool", "t")
                .span(4, 1, 100, 200, "tool", "not waited for")
                .end(1, 400);
        JvmEvents jvm = JvmEvents.of(
                List.of(
                        stretch(-20, -10, "early"),
                        stretch(90, 120, "p"),
                        stretch(250, 260, "p"),
                        stretch(390, 500, "p")),
                Map.of(
                        "main", List.of(stretch(150, 190, "com.acme.Cache"), stretch(290, 310, "com.acme.Cache")),
                        "other", List.of(stretch(0, 400, "com.acme.Cache"))));

        assertThat(found(new GcPauses(), Thresholds.STANDARD, jvm, run))
                .singleElement()
                .satisfies(finding -> {
                    // 10 in the model call, 20 and 10 in the tool, 10 in the agent; the first is in two of them
                    assertThat(finding.title())
                            .isEqualTo(
                                    "garbage collection stopped workflows 3 times on the critical path, for 50.0 ms in all");
                    assertThat(finding.saving().nanos()).isEqualTo(40 * MILLI);
                    assertThat(finding.evidence())
                            .extracting(Evidence::span, Evidence::weight)
                            .containsExactly(tuple(3L, 30 * MILLI), tuple(1L, 10 * MILLI), tuple(2L, 10 * MILLI));
                });
        assertThat(found(new GcPauses(), Thresholds.STANDARD.with(GcPauses.GC_SHARE, 0.2), jvm, run))
                .isEmpty();
    }
}
