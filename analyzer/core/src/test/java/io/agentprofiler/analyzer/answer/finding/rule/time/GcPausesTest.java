// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.time;

import static io.agentprofiler.analyzer.answer.finding.RuleRun.agent;
import static io.agentprofiler.analyzer.answer.finding.RuleRun.found;
import static io.agentprofiler.analyzer.answer.finding.rule.time.StoppedRun.stretch;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.agentprofiler.analyzer.answer.finding.Confidence;
import io.agentprofiler.analyzer.answer.finding.Evidence;
import io.agentprofiler.analyzer.answer.finding.Impact;
import io.agentprofiler.analyzer.answer.finding.Saving;
import io.agentprofiler.analyzer.answer.finding.Thresholds;
import io.agentprofiler.analyzer.read.event.JvmEvents;
import io.agentprofiler.analyzer.read.event.RunEvent;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.process.ProcessLog;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What pauses took of what was waited for. */
class GcPausesTest {
    private static final long MILLI = 1_000_000;

    @Test
    void shouldTellWhatPausesTookOfWhatWasWaitedFor() {
        assertThat(found(new GcPauses(), Thresholds.STANDARD, StoppedRun.JVM, StoppedRun.workflow()))
                .singleElement()
                .satisfies(finding -> {
                    // 10 in the model call, 20 and 10 in the tool, 10 in the agent; the first is in two of them
                    assertThat(finding.text().title())
                            .isEqualTo(
                                    "garbage collection stopped workflows 3 times on the critical path, for 50.0 ms in all");
                    assertThat(finding.saving().nanos()).isEqualTo(40 * MILLI);
                    assertThat(finding.seen().evidence())
                            .extracting(Evidence::span, Evidence::weight)
                            .containsExactly(tuple(3L, 30 * MILLI), tuple(1L, 10 * MILLI), tuple(2L, 10 * MILLI));
                });
        assertThat(found(
                        new GcPauses(),
                        Thresholds.STANDARD.with(GcPauses.GC_SHARE, 0.2),
                        StoppedRun.JVM,
                        StoppedRun.workflow()))
                .isEmpty();
    }

    /** Five workflows of a tool that takes 600 ms and allocates much, and a model that takes 400 ms. */
    private static TestRun allocating() {
        TestRun run = TestRun.bare();
        for (int i = 0; i < 5; i++) {
            int at = 1000 * i;
            run.trace(i + 1)
                    .start(10 * i + 1, 0, at, "workflow", "w")
                    .start(10 * i + 2, 10 * i + 1, at, "tool", "t", "\"gen_ai.tool.name\":\"t\"")
                    .end(10 * i + 2, at + 600, "ok", ",\"cpu_ns\":1000000,\"alloc_bytes\":50000000")
                    .span(10 * i + 3, 10 * i + 1, at + 600, at + 1000, "llm", "l")
                    .end(10 * i + 1, at + 1000);
        }
        return run;
    }

    private static ProcessLog samples(long gcMillis) {
        ProcessLog log = new ProcessLog();
        log.add(new RunEvent.Sample("PROCESS", TestRun.at(0), Map.of("gc_ms", 70L)));
        log.add(new RunEvent.Sample("PROCESS", TestRun.at(2500), Map.of("gc_ms", 70 + gcMillis / 2)));
        log.add(new RunEvent.Sample("PROCESS", TestRun.at(5000), Map.of("gc_ms", 70 + gcMillis)));
        return log;
    }

    @Test
    void shouldTellBySamplesThatTheJvmCollects() {
        assertThat(found(new GcPauses(), allocating(), samples(1500)))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.text().title())
                            .isEqualTo(
                                    "the JVM collected garbage in 30.0 % of the workflows' time; tool t allocates most, 50.0 MB a call");
                    assertThat(finding.saving()).isEqualTo(Saving.time(1500 * MILLI));
                    assertThat(finding.confidence()).isEqualTo(Confidence.MEASURED);
                    assertThat(finding.impact()).isEqualTo(Impact.HIGH);
                    assertThat(finding.text().advice()).contains("-Dagentprofiler.jfr.file");
                    assertThat(finding.seen().evidence()).hasSize(5);
                });
        // no more than what is no wait for the model
        assertThat(found(new GcPauses(), allocating(), samples(4000)))
                .singleElement()
                .satisfies(finding -> assertThat(finding.saving()).isEqualTo(Saving.time(3000 * MILLI)));
    }

    private static ProcessLog log(long... momentsAndMillis) {
        ProcessLog log = new ProcessLog();
        for (int i = 0; i < momentsAndMillis.length; i += 2) {
            log.add(new RunEvent.Sample(
                    "PROCESS", TestRun.at(momentsAndMillis[i]), Map.of("gc_ms", momentsAndMillis[i + 1])));
        }
        return log;
    }

    /** Of 5 s of workflows the samples tell of 2 s, in which the JVM collected for 300 ms. */
    @Test
    void shouldClaimNoMoreThanWasCollected() {
        assertThat(found(new GcPauses(), allocating(), log(0, 0, 1000, 150, 2000, 300)))
                .isEmpty();
        // three workflows at a time: three times as long is the most there can be
        TestRun three = TestRun.bare();
        for (int i = 0; i < 3; i++) {
            three.trace(i + 1)
                    .start(10 * i + 1, 0, 0, "workflow", "w")
                    .span(10 * i + 2, 10 * i + 1, 0, 10_000, "tool", "t")
                    .end(10 * i + 1, 10_000);
        }
        assertThat(found(new GcPauses(), three, log(0, 0, 1000, 2000, 3000, 4000)))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.saving().nanos()).isEqualTo(3 * 4000 * MILLI);
                    assertThat(finding.text().title()).contains("in 40.0 % of the workflows' time");
                });
    }

    @Test
    void shouldConcludeNothingFromASingleCollection() {
        assertThat(found(new GcPauses(), allocating(), log(0, 0, 2500, 1500, 5000, 1500)))
                .isEmpty();
        assertThat(found(new GcPauses(), allocating(), log(0, 0, 5000, 1500))).isEmpty();
    }

    @Test
    void shouldBeQuietWhereTheJvmCollectsLittle() {
        assertThat(found(new GcPauses(), allocating(), samples(400))).isEmpty();
        assertThat(found(new GcPauses(), allocating(), new ProcessLog())).isEmpty();
    }

    /** A JVM that starts collects now and then, and a pause stops all workflows that run. */
    @Test
    void shouldSayLittleOfFewPauses() {
        TestRun run = agent().span(2, 1, 0, 1000, "tool", "t").end(1, 1000);

        assertThat(found(
                        new GcPauses(),
                        Thresholds.STANDARD,
                        JvmEvents.of(List.of(stretch(10, 60, "p")), Map.of()),
                        run))
                .singleElement()
                .satisfies(finding -> assertThat(finding.impact()).isEqualTo(Impact.LOW));
    }
}
