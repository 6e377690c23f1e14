// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.repeat;

import static io.agentprofiler.analyzer.answer.finding.RuleRun.found;
import static io.agentprofiler.analyzer.answer.finding.RuleRun.hash;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.answer.finding.Confidence;
import io.agentprofiler.analyzer.answer.finding.Finding;
import io.agentprofiler.analyzer.answer.finding.Impact;
import io.agentprofiler.analyzer.answer.finding.Thresholds;
import io.agentprofiler.analyzer.read.event.JvmEvents;
import io.agentprofiler.analyzer.testing.TestRun;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;

/** Models that are asked first and fail, always or rarely. */
class FailingFirstChoiceTest {
    private static final long MILLI = 1_000_000;

    /** Workflows, from 0, that ask a large model for 300 ms and, where it fails, a small one for 100 ms. */
    private static TestRun run(int workflows, IntPredicate fails, IntFunction<String> second) {
        TestRun run = TestRun.bare();
        for (int i = 0; i < workflows; i++) {
            double from = 10_000.0 * i;
            run.trace(i + 1).start(1, 0, from, "workflow", "w");
            model(run, 2, "gpt-4o", from, 300, "q" + i, fails.test(i));
            if (fails.test(i)) {
                model(run, 3, "gpt-4o-mini", from + 300, 100, second.apply(i), false);
            }
            run.end(1, from + (fails.test(i) ? 400 : 300));
        }
        return run;
    }

    private static void model(
            TestRun run, int id, String model, double from, double millis, String asked, boolean fails) {
        run.start(
                        id,
                        1,
                        from,
                        "llm",
                        "l",
                        "\"gen_ai.request.model\":\"" + model + "\"," + hash("input.messages", asked))
                .end(id, from + millis, fails ? "error" : "ok", fails ? ",\"error\":{\"type\":\"NotFound\"}" : "");
    }

    private static List<Finding> all(TestRun run) {
        return found(
                List.of(new FailingCalls(), new FailingFirstChoice()),
                Thresholds.STANDARD,
                JvmEvents.NONE,
                run.traces());
    }

    @Test
    void shouldFindAFirstChoiceThatAlwaysFails() {
        assertThat(all(run(6, i -> true, i -> "q" + i))).singleElement().satisfies(finding -> {
            assertThat(finding.rule()).isEqualTo("failing-first-choice");
            assertThat(finding.subject()).isEqualTo("llm gpt-4o");
            assertThat(finding.text().title())
                    .isEqualTo("llm gpt-4o failed in 6 of 6 calls before llm gpt-4o-mini answered the same; most often"
                            + " NotFound");
            assertThat(finding.text().advice())
                    .isEqualTo("ask llm gpt-4o-mini first, or repair llm gpt-4o: workflows wait for each failure");
            assertThat(finding.confidence()).isEqualTo(Confidence.STRONG);
            assertThat(finding.impact()).isEqualTo(Impact.HIGH);
            assertThat(finding.saving().nanos()).isEqualTo(1800 * MILLI);
            assertThat(finding.saving().mostNanos()).isEqualTo(1800 * MILLI);
            assertThat(finding.seen().evidence())
                    .hasSize(5)
                    .allMatch(evidence -> evidence.span() == 2 && evidence.weight() == 300 * MILLI);
        });
    }

    @Test
    void shouldCountTheAgentAroundTheFailedCall() {
        TestRun run = TestRun.bare();
        for (int i = 0; i < 6; i++) {
            double from = 10_000.0 * i;
            run.trace(i + 1)
                    .start(1, 0, from, "workflow", "w")
                    .start(4, 1, from, "agent", "A", "\"gen_ai.agent.name\":\"A\"")
                    .start(
                            2,
                            4,
                            from + 50,
                            "llm",
                            "l",
                            "\"gen_ai.request.model\":\"gpt-4o\"," + hash("input.messages", "q" + i))
                    .end(2, from + 350, "error", ",\"error\":{\"type\":\"NotFound\"}")
                    .end(4, from + 400, "error", ",\"error\":{\"type\":\"NotFound\"}");
            model(run, 3, "gpt-4o-mini", from + 400, 100, "q" + i, false);
            run.end(1, from + 500);
        }

        assertThat(all(run)).singleElement().satisfies(finding -> {
            assertThat(finding.subject()).isEqualTo("llm gpt-4o");
            assertThat(finding.saving().nanos()).isEqualTo(2400 * MILLI);
            assertThat(finding.seen().evidence()).allMatch(evidence -> evidence.span() == 4);
        });
    }

    /** A model asks for the reviews and for the price of an item. */
    @Test
    void shouldNotTakeAToolThatAModelAsksForNextForAFallback() {
        TestRun run = TestRun.bare();
        for (int i = 0; i < 6; i++) {
            double from = 10_000.0 * i;
            run.trace(i + 1).start(1, 0, from, "workflow", "w");
            tool(run, 2, "reviews", from, i, "error");
            tool(run, 3, "price", from + 300, i, "ok");
            run.end(1, from + 600);
        }

        assertThat(all(run)).singleElement().extracting(Finding::rule).isEqualTo("failing-calls");
    }

    private static void tool(TestRun run, int id, String name, double from, int item, String status) {
        String attributes = "\"gen_ai.tool.name\":\"" + name + "\",\"gen_ai.tool.call.id\":\"c" + id + "\",";
        run.start(id, 1, from, "tool", name, attributes + hash("tool.call.arguments", "item" + item))
                .end(id, from + 300, status, status.equals("ok") ? "" : ",\"error\":{\"type\":\"NotFound\"}");
    }

    @Test
    void shouldLeaveOneThatFailsRarelyToFailingCalls() {
        assertThat(all(run(20, i -> i == 7, i -> "q" + i)))
                .extracting(Finding::rule)
                .containsExactly("failing-calls");
    }

    @Test
    void shouldFindNoFirstChoiceWhereTheNextIsAskedSomethingElse() {
        assertThat(all(run(6, i -> true, i -> "other" + i)))
                .extracting(Finding::rule)
                .containsExactly("failing-calls");
    }

    @Test
    void shouldFindNoFirstChoiceInFewCalls() {
        assertThat(all(run(4, i -> true, i -> "q" + i)))
                .extracting(Finding::rule)
                .containsExactly("failing-calls");
    }
}
