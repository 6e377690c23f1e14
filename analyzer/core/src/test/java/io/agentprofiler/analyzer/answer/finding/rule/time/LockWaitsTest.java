// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.time;

import static io.agentprofiler.analyzer.answer.finding.RuleRun.agent;
import static io.agentprofiler.analyzer.answer.finding.RuleRun.found;
import static io.agentprofiler.analyzer.answer.finding.rule.time.StoppedRun.stretch;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.answer.finding.Confidence;
import io.agentprofiler.analyzer.answer.finding.Impact;
import io.agentprofiler.analyzer.answer.finding.Saving;
import io.agentprofiler.analyzer.answer.finding.Thresholds;
import io.agentprofiler.analyzer.read.event.JvmEvents;
import io.agentprofiler.analyzer.read.event.JvmPauses;
import io.agentprofiler.analyzer.testing.TestRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What waits for locks took of what was waited for. */
class LockWaitsTest {
    private static final long MILLI = 1_000_000;

    @Test
    void shouldTellWhatLocksTookOfWhatWasWaitedFor() {
        assertThat(found(new LockWaits(), Thresholds.STANDARD, StoppedRun.JVM, StoppedRun.workflow()))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.subject()).isEqualTo("lock com.acme.Cache");
                    assertThat(finding.seen().occurrences()).isEqualTo(2);
                    assertThat(finding.saving().nanos()).isEqualTo(60 * MILLI);
                });
    }

    @Test
    void shouldNotTakeTheLoadingOfClassesForALock() {
        TestRun run = agent().span(2, 1, 0, 300, "tool", "t").end(1, 400);
        JvmEvents jvm = JvmEvents.of(List.of(), Map.of("main", List.of(stretch(50, 290, JvmPauses.CLASS_LOADING))));

        assertThat(found(new LockWaits(), Thresholds.STANDARD, jvm, run)).isEmpty();
    }

    /** Twenty workflows of 1 s, the first of which wait for one lock twice, 100 ms each time. */
    private static Impact impactOfWaitsIn(int workflows) {
        TestRun run = TestRun.bare();
        List<JvmEvents.JvmStretch> waits = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            double from = 2000 * i;
            run.trace(i + 1).start(1, 0, from, "workflow", "w").end(1, from + 1000);
            if (i < workflows) {
                waits.add(stretch(from + 100, from + 200, "com.acme.Cache"));
                waits.add(stretch(from + 500, from + 600, "com.acme.Cache"));
            }
        }
        return found(new LockWaits(), Thresholds.STANDARD, JvmEvents.of(List.of(), Map.of("main", waits)), run)
                .get(0)
                .impact();
    }

    @Test
    void shouldMakeLittleOfWaitsInTheFirstFewWorkflows() {
        assertThat(impactOfWaitsIn(4)).isEqualTo(Impact.LOW);
        assertThat(impactOfWaitsIn(5)).isEqualTo(Impact.MEDIUM);
    }

    /** A workflow of one call of a tool. */
    private static void call(TestRun run, int number, double from, double to, String more) {
        run.trace(number)
                .start(2 * number, 0, from, "workflow", "w")
                .start(2 * number + 1, 2 * number, from, "tool", "pay", "\"gen_ai.tool.name\":\"pay\"")
                .end(2 * number + 1, to, "ok", more)
                .end(2 * number, to);
    }

    /** Four clients pay, wait 40 ms and pay again; so many of them at a time get through, in 60 ms. */
    private static TestRun inTurn(int atOnce, String more) {
        TestRun run = TestRun.bare();
        double[] next = {0, 5, 10, 15};
        double[] free = new double[atOnce];
        for (int i = 0; i < 24; i++) {
            int client = i % 4;
            double begins = Math.max(next[client], free[i % atOnce]);
            double ends = begins + 60;
            free[i % atOnce] = ends;
            call(run, i + 1, next[client], ends, more);
            next[client] = ends + 40;
        }
        return run;
    }

    @Test
    void shouldTellWithoutARecordingThatCallsAreTakenInTurn() {
        assertThat(found(new LockWaits(), inTurn(1, ""))).singleElement().satisfies(finding -> {
            assertThat(finding.subject()).isEqualTo("tool pay");
            assertThat(finding.confidence()).isEqualTo(Confidence.STRONG);
            assertThat(finding.text().title())
                    .isEqualTo("calls of tool pay wait for each other: one of them at a time gets through, in 60.0 ms;"
                            + " those that wait for their turn take 200 ms");
            // 55, 110, 165, then 140 each
            assertThat(finding.saving()).isEqualTo(Saving.time((55 + 110 + 165 + 20 * 140) * MILLI));
            assertThat(finding.seen().occurrences()).isEqualTo(23);
            assertThat(finding.text().advice()).contains("-Dagentprofiler.jfr.file");
        });
    }

    @Test
    void shouldTellHowManyGetThroughAtATime() {
        assertThat(found(new LockWaits(), inTurn(2, ""))).isEmpty();
        TestRun run = TestRun.bare();
        double[] free = new double[2];
        for (int i = 0; i < 24; i++) {
            double from = 240 * (i / 8) + i % 8;
            double ends = Math.max(from, free[i % 2]) + 60;
            free[i % 2] = ends;
            call(run, i + 1, from, ends, "");
        }
        assertThat(found(new LockWaits(), run))
                .singleElement()
                .satisfies(finding ->
                        assertThat(finding.text().title()).contains(": only 2 of them at a time gets through"));
    }

    @Test
    void shouldNotSayItOfCallsThatAreOnlySlow() {
        // as long however many there are, evenly spaced
        TestRun even = TestRun.bare();
        for (int i = 0; i < 40; i++) {
            call(even, i + 1, 60 * i, 60 * i + 200, "");
        }
        assertThat(found(new LockWaits(), even)).isEmpty();
        // of any length, begun at any time
        for (int seed = 1; seed <= 200; seed++) {
            Random random = new Random(seed);
            TestRun any = TestRun.bare();
            double[] next = new double[2 + seed % 5];
            for (int i = 0; i < 60; i++) {
                int client = i % next.length;
                double from = next[client] + 20 + random.nextInt(30);
                double to = from + 50 + (seed % 2 == 0 ? random.nextInt(300) : -100 * Math.log(random.nextDouble()));
                next[client] = to;
                call(any, i + 1, from, to, "");
            }
            assertThat(found(new LockWaits(), any)).as("seed %d", seed).isEmpty();
        }
    }

    @Test
    void shouldNotSayItOfCallsThatShareAProcessor() {
        assertThat(found(new LockWaits(), inTurn(1, ",\"cpu_ns\":55000000"))).isEmpty();
    }

    @Test
    void shouldLeaveToTheRecordingWhatItTells() {
        TestRun run = inTurn(1, "");
        JvmEvents jvm = JvmEvents.of(List.of(), Map.of("main", List.of(stretch(100, 1600, "com.acme.Till"))));

        assertThat(found(new LockWaits(), Thresholds.STANDARD, jvm, run))
                .singleElement()
                .satisfies(finding -> assertThat(finding.subject()).isEqualTo("lock com.acme.Till"));
    }

    /** Threads that start together load the same classes. */
    @Test
    void shouldSayLittleOfFewWaits() {
        TestRun run = agent().span(2, 1, 0, 1000, "tool", "t").end(1, 1000);
        JvmEvents jvm = JvmEvents.of(List.of(), Map.of("main", List.of(stretch(10, 60, "[I"))));

        assertThat(found(new LockWaits(), Thresholds.STANDARD, jvm, run))
                .singleElement()
                .satisfies(finding -> assertThat(finding.impact()).isEqualTo(Impact.LOW));
    }
}
