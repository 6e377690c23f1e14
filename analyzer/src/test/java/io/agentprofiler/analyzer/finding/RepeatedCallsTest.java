// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.finding;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.critical.CriticalTotals;
import io.agentprofiler.analyzer.metric.operation.Operation;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.schema.SpanKind;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Calls that ask again, in time, and what goes with them. */
class RepeatedCallsTest {
    private static final long MILLI = 1_000_000;
    private static final String USAGE = "\"gen_ai.usage.input_tokens\":1000,\"gen_ai.usage.output_tokens\":100";
    private static final String MODEL = "\"gen_ai.provider.name\":\"openai\",\"gen_ai.request.model\":\"gpt-4o-mini\"";

    private static String hash(String name, String hash) {
        return "\"agentprofiler.content." + name + "\":{\"chars\":9,\"hash\":\"" + hash + "\"}";
    }

    private static List<Finding> found(Rule rule, Trace trace) {
        return Findings.standard().of(trace).ranked(CriticalTotals.ANALYSIS.of(trace), Thresholds.STANDARD).stream()
                .filter(finding -> finding.rule() == rule)
                .toList();
    }

    private static TestRun find(TestRun run, int id, int parent, double from, double to) {
        return run.start(id, parent, from, "tool", "find", hash("tool.call.arguments", "x"))
                .end(id, to, hash("tool.call.result", "r"));
    }

    @Test
    void shouldTakeTheCallThatBeganLaterForTheRepeatedOne() {
        // the agent that stands first in the tree asks last
        TestRun run = TestRun.bare()
                .start(1, 0, 0, "workflow", "w")
                .start(2, 1, 0, "agent", "a")
                .start(3, 1, 1, "agent", "b");
        find(run, 5, 3, 10, 29);
        run.end(3, 50);
        find(run, 4, 2, 80, 99);
        Trace trace = run.end(2, 100).end(1, 100).trace();

        assertThat(found(Rule.REPEATED_CALLS, trace)).singleElement().satisfies(finding -> {
            assertThat(finding.savedNanos()).isEqualTo(19 * MILLI);
            assertThat(finding.evidence()).extracting(Evidence::span).containsExactly(4L);
        });
    }

    @Test
    void shouldCountAnEmbeddingOnceThatIsWrapped() {
        TestRun run = TestRun.bare().start(1, 0, 0, "workflow", "w");
        String asked = "\"gen_ai.request.model\":\"text-embedding-3-small\",\"gen_ai.provider.name\":\"openai\","
                + hash("agentprofiler.embeddings.input", "e");
        for (int i = 0; i < 2; i++) {
            run.start(10 + i, 1, 40 * i, "embedding", "outer", asked)
                    .start(20 + i, 10 + i, 40 * i + 1, "embedding", "inner", asked)
                    .end(20 + i, 40 * i + 29, "\"gen_ai.usage.input_tokens\":100")
                    .end(10 + i, 40 * i + 30, "\"agentprofiler.wrapper\":true");
        }
        Trace trace = run.end(1, 100).trace();

        assertThat(found(Rule.REPEATED_CALLS, trace)).singleElement().satisfies(finding -> {
            assertThat(finding.occurrences()).isEqualTo(1);
            assertThat(finding.savedTokens()).isEqualTo(100);
            assertThat(finding.evidence()).extracting(Evidence::span).containsExactly(21L);
        });
        assertThat(Findings.standard()
                        .of(trace)
                        .facts()
                        .get(new Operation(SpanKind.EMBEDDING, "text-embedding-3-small"))
                        .calls())
                .isEqualTo(2);
    }

    @Test
    void shouldSaveWhatARepeatedToolUsed() {
        TestRun run = TestRun.bare().start(1, 0, 0, "workflow", "w");
        for (int i = 0; i < 2; i++) {
            run.start(10 * i + 10, 1, 100 * i, "tool", "find", hash("tool.call.arguments", "x"))
                    .start(10 * i + 11, 10 * i + 10, 100 * i + 10, "llm", "l", MODEL)
                    .end(10 * i + 11, 100 * i + 90, USAGE)
                    .end(10 * i + 10, 100 * i + 100, hash("tool.call.result", "r"));
        }

        assertThat(found(Rule.REPEATED_CALLS, run.end(1, 200).trace()))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.savedTokens()).isEqualTo(1100);
                    // 1000 * $0.15 and 100 * $0.60 per million
                    assertThat(finding.savedUsd()).isEqualByComparingTo("0.00021");
                });
    }

    @Test
    void shouldSaveWhatAFailingToolUsed() {
        TestRun run = TestRun.bare().start(1, 0, 0, "workflow", "w");
        for (int i = 0; i < 3; i++) {
            run.start(10 * i + 10, 1, 100 * i, "tool", "find", "")
                    .start(10 * i + 11, 10 * i + 10, 100 * i + 10, "llm", "l", MODEL)
                    .end(10 * i + 11, 100 * i + 90, USAGE)
                    .end(10 * i + 10, 100 * i + 100, "error", "");
        }

        assertThat(found(Rule.REPEATED_FAILURES, run.end(1, 300).trace()))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.savedTokens()).isEqualTo(2200);
                    assertThat(finding.savedUsd()).isEqualByComparingTo("0.00042");
                });
    }

    @Test
    void shouldNotTakeFailuresAtOnceForARow() {
        TestRun run = TestRun.bare().start(1, 0, 0, "agent", "A");
        for (int i = 0; i < 3; i++) {
            run.start(10 + i, 1, 500 + i, "tool", "find");
        }
        for (int i = 0; i < 3; i++) {
            run.end(10 + i, 1500 + i, "error", "");
        }

        assertThat(found(Rule.REPEATED_FAILURES, run.end(1, 2000).trace())).isEmpty();
    }
}
