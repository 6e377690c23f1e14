// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.peer;

import static io.agentprofiler.analyzer.answer.finding.RuleRun.found;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.answer.finding.Confidence;
import io.agentprofiler.analyzer.answer.finding.Finding;
import io.agentprofiler.analyzer.answer.finding.Impact;
import io.agentprofiler.analyzer.answer.finding.Thresholds;
import io.agentprofiler.analyzer.read.event.JvmEvents;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.ServerLoad;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

/** Calls of a model whose server was sampled. */
class FullServerTest {
    private static final long MILLI = 1_000_000;
    private static final ServerLoad FREE = new ServerLoad(2, 0, 0.4, 5);

    /** Workflows, from 0, ten seconds apart, each with one model call that met a load. */
    private static List<Finding> findings(int workflows, IntToDoubleFunction millis, IntFunction<ServerLoad> load) {
        TestRun run = TestRun.bare();
        for (int i = 0; i < workflows; i++) {
            double from = 10_000.0 * i;
            run.trace(i + 1)
                    .start(1, 0, from, "agent", "A", "\"gen_ai.agent.name\":\"A\"")
                    .start(2, 1, from, "llm", "l", "\"gen_ai.request.model\":\"m\"")
                    .end(
                            2,
                            from + millis.applyAsDouble(i),
                            "\"gen_ai.usage.input_tokens\":100,\"gen_ai.usage.output_tokens\":50")
                    .end(1, from + millis.applyAsDouble(i));
        }
        List<Trace> traces = run.traces();
        for (int i = 0; i < workflows; i++) {
            ServerLoad met = load.apply(i);
            traces.get(i).spans().stream()
                    .filter(span -> span.kind() == SpanKind.LLM)
                    .forEach(span -> span.met(met));
        }
        return found(List.of(new FullServer()), Thresholds.STANDARD, JvmEvents.NONE, traces);
    }

    private static boolean isMiddle(int workflow) {
        return workflow >= 8 && workflow < 16;
    }

    private static double slowInTheMiddle(int workflow) {
        return (isMiddle(workflow) ? 2000 : 500) + workflow % 5;
    }

    @Test
    void shouldSayWhenTheServerWasFullAndHowFull() {
        assertThat(findings(
                        24,
                        FullServerTest::slowInTheMiddle,
                        i -> isMiddle(i) ? new ServerLoad(8, 7 + i % 8, 0.90 + 0.01 * (i % 8), 5 + i % 4) : FREE))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.subject()).isEqualTo("llm m");
                    assertThat(finding.text().title())
                            .isEqualTo(
                                    "llm m takes 4.0 times as long while its server is full, from 2025-06-15 15:08:00"
                                            + " to 2025-06-15 15:09:12: queue 14, KV cache 97 %, 3 preemptions; 2.00 s against"
                                            + " 502 ms (median, n=8 and 16)");
                    assertThat(finding.confidence()).isEqualTo(Confidence.MEASURED);
                    assertThat(finding.impact()).isEqualTo(Impact.HIGH);
                    assertThat(finding.seen().occurrences()).isEqualTo(8);
                    assertThat(finding.seen().evidence()).hasSize(5);
                    assertThat(finding.saving().nanos()).isBetween(8 * 1490 * MILLI, 8 * 1500 * MILLI);
                    assertThat(finding.saving().mostNanos()).isBetween(8 * 1500 * MILLI, 8 * 1510 * MILLI);
                });
    }

    @Test
    void shouldCountTheTimesThatItWasFull() {
        assertThat(findings(
                        24, i -> (i % 6 < 2 ? 2000 : 500) + i % 5, i -> i % 6 < 2 ? new ServerLoad(8, 0, 0.99) : FREE))
                .singleElement()
                .satisfies(
                        finding -> assertThat(finding.text().title())
                                .contains(
                                        "from 2025-06-15 15:06:40 to 2025-06-15 15:06:52 and 3 other times: KV cache 99 %; 2.00 s"));
    }

    /** What a call met was sampled before it began: the first slow one met a free server, and the first quick one after them a full one. */
    @Test
    void shouldNotBeMisledByLoadsThatAreKnownLate() {
        assertThat(findings(
                        24, FullServerTest::slowInTheMiddle, i -> isMiddle(i - 1) ? new ServerLoad(8, 14, 0.97) : FREE))
                .singleElement()
                .satisfies(finding -> assertThat(finding.text().title())
                        .startsWith("llm m takes 4.0 times as long while its server is full")
                        .endsWith("2.00 s against 502 ms (median, n=8 and 16)"));
    }

    @Test
    void shouldFindNothingWhereAFullServerIsAsFast() {
        assertThat(findings(24, i -> 500 + i % 5, i -> isMiddle(i) ? new ServerLoad(8, 9, 0.99) : FREE))
                .isEmpty();
    }

    @Test
    void shouldFindNothingWhereSlowCallsMetAServerWithRoom() {
        assertThat(findings(24, FullServerTest::slowInTheMiddle, i -> FREE)).isEmpty();
    }

    @Test
    void shouldFindNothingWithoutSamples() {
        assertThat(findings(24, FullServerTest::slowInTheMiddle, i -> null)).isEmpty();
    }
}
