// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.time;

import static io.agentprofiler.analyzer.answer.finding.RuleRun.agent;
import static io.agentprofiler.analyzer.answer.finding.RuleRun.found;
import static io.agentprofiler.analyzer.answer.finding.RuleRun.tool;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.answer.finding.Confidence;
import io.agentprofiler.analyzer.answer.finding.Finding;
import io.agentprofiler.analyzer.answer.finding.FindingRules;
import io.agentprofiler.analyzer.answer.finding.Thresholds;
import io.agentprofiler.analyzer.testing.TestRun;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tools of one turn, and what speaks for and against running them at once. */
class SequentialToolsTest {
    private static final long MILLI = 1_000_000;

    /** Adds a model call of 100 that ends with a request for tools. */
    private static TestRun requests(TestRun run, int id, double from) {
        return run.start(id, 1, from, "llm", "l")
                .end(id, from + 100, "\"gen_ai.response.finish_reasons\":[\"tool_calls\"]");
    }

    private static TestRun tools(TestRun run, String firstId, String secondId) {
        return run.start(3, 1, 100, "tool", "a", firstId)
                .end(3, 200)
                .start(4, 1, 200, "tool", "b", secondId)
                .end(4, 300);
    }

    private static TestRun next(TestRun run, String roles, String parts) {
        return run.start(
                        5,
                        1,
                        300,
                        "llm",
                        "l",
                        "\"agentprofiler.prompt.blocks\":{\"messages\":{\"roles\":" + roles + ",\"parts\":" + parts
                                + "}}")
                .end(5, 400)
                .end(1, 400);
    }

    @Test
    void shouldClaimNothingWhereNothingShowsThatOneAnswerAskedForTheTools() {
        TestRun bare = tools(agent().span(2, 1, 0, 100, "llm", "l"), "", "").end(1, 300);
        TestRun stopped = tools(
                        agent().start(2, 1, 0, "llm", "l").end(2, 100, "\"gen_ai.response.finish_reasons\":[\"stop\"]"),
                        "",
                        "")
                .end(1, 300);

        assertThat(found(new SequentialTools(), bare)).isEmpty();
        assertThat(found(new SequentialTools(), stopped)).isEmpty();
    }

    @Test
    void shouldTellFromTheIdsThatAModelGives() {
        String first = "\"gen_ai.tool.call.id\":\"1\"";
        String second = "\"gen_ai.tool.call.id\":\"2\"";

        assertThat(found(
                        new SequentialTools(),
                        tools(agent().span(2, 1, 0, 100, "llm", "l"), first, second)
                                .end(1, 300)))
                .hasSize(1);
        // the program called the second by itself
        assertThat(found(
                        new SequentialTools(),
                        tools(requests(agent(), 2, 0), first, "").end(1, 300)))
                .isEmpty();
    }

    @Test
    void shouldTellFromTheResultsInTheNextPrompt() {
        assertThat(found(
                        new SequentialTools(),
                        next(
                                tools(agent().span(2, 1, 0, 100, "llm", "l"), "", ""),
                                "[\"user\",\"assistant\",\"tool\"]",
                                "[1,2,2]")))
                .hasSize(1);
        // the answer asked for one tool, the program called the other
        assertThat(found(
                        new SequentialTools(),
                        next(tools(requests(agent(), 2, 0), "", ""), "[\"user\",\"assistant\",\"tool\"]", "[1,1,1]")))
                .isEmpty();
    }

    @Test
    void shouldRunToolsOfOneTurnAtOnce() {
        TestRun run = requests(agent(), 2, 0)
                .span(3, 1, 100, 200, "tool", "a")
                .span(4, 1, 200, 260, "tool", "b")
                .span(5, 1, 270, 300, "tool", "c")
                .span(6, 1, 300, 400, "llm", "l")
                .end(1, 400);

        assertThat(found(new SequentialTools(), run)).singleElement().satisfies(finding -> {
            assertThat(finding.saving().nanos()).isEqualTo(100 * MILLI);
            assertThat(finding.confidence()).isEqualTo(Confidence.STRONG);
        });
        // two at a time: c waits for b
        assertThat(found(
                        new SequentialTools(),
                        Thresholds.STANDARD.with(FindingRules.threshold("parallel-tools"), 2),
                        run))
                .extracting(finding -> finding.saving().nanos() / MILLI)
                .containsExactly(100L);
        assertThat(found(new SequentialTools(), Thresholds.STANDARD.withReadOnly(Set.of("a", "b", "c")), run))
                .extracting(Finding::confidence)
                .containsExactly(Confidence.CERTAIN);
    }

    @Test
    void shouldNotRunAToolAtOnceThatMayChangeOneThingTwice() {
        TestRun run = requests(agent(), 2, 0);
        tool(run, 3, 100, 200, "pay", "x", "r1");
        tool(run, 4, 200, 300, "pay", "x", "r2");
        run.end(1, 300);

        assertThat(found(new SequentialTools(), run)).isEmpty();
        assertThat(found(new SequentialTools(), Thresholds.STANDARD.withReadOnly(Set.of("pay")), run))
                .hasSize(1);
    }

    @Test
    void shouldNotTakeToolsForATurnThatTheModelDidNotAskFor() {
        TestRun asked = agent().start(2, 1, 0, "llm", "l")
                .end(2, 100, "\"gen_ai.output.messages\":\"call weather and time\"")
                .start(3, 1, 100, "tool", "weather")
                .end(3, 200)
                .start(4, 1, 200, "tool", "time")
                .end(4, 300)
                .end(1, 300);
        // as in a trace of which the second model call is missing: what it was asked for was one tool
        TestRun missing = agent().start(2, 1, 0, "llm", "l")
                .end(2, 100, "\"gen_ai.output.messages\":\"call weather\"")
                .start(3, 1, 100, "tool", "weather")
                .end(3, 200)
                .start(4, 1, 200, "tool", "weather")
                .end(4, 300)
                .end(1, 300);

        assertThat(found(new SequentialTools(), asked)).hasSize(1);
        assertThat(found(new SequentialTools(), missing)).isEmpty();
    }

    @Test
    void shouldNotTakeAToolAfterAnotherModelCallForTheSameTurn() {
        TestRun chain = agent().span(2, 1, 0, 100, "llm", "l")
                .span(3, 1, 100, 200, "tool", "a")
                .span(4, 1, 200, 300, "llm", "l")
                .span(5, 1, 300, 400, "tool", "b")
                .end(1, 400);

        assertThat(found(new SequentialTools(), chain)).isEmpty();
        assertThat(found(new SequentialCalls(), chain)).isEmpty();
    }
}
