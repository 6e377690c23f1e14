// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.repeat;

import static io.agentprofiler.analyzer.answer.finding.RuleRun.found;
import static io.agentprofiler.analyzer.answer.finding.RuleRun.hash;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.answer.finding.Confidence;
import io.agentprofiler.analyzer.answer.finding.Evidence;
import io.agentprofiler.analyzer.answer.finding.Finding;
import io.agentprofiler.analyzer.answer.finding.FindingRule;
import io.agentprofiler.analyzer.answer.finding.Impact;
import io.agentprofiler.analyzer.answer.finding.Saving;
import io.agentprofiler.analyzer.answer.finding.Thresholds;
import io.agentprofiler.analyzer.answer.finding.rule.repeat.Loops.Loop;
import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
import io.agentprofiler.analyzer.answer.whatif.scenario.CacheCommand.CachedCalls;
import io.agentprofiler.analyzer.read.event.JvmEvents;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.CacheSetting;
import io.agentprofiler.analyzer.trace.metric.RequestLog;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Calls that repeat calls of earlier workflows. */
class RepeatedAcrossTest {
    private static final long MILLI = 1_000_000;
    private static final List<FindingRule> RULES = List.of(new RepeatedCalls());

    private final TestRun run = TestRun.run("r");

    private int workflows;

    /** A workflow of 300 ms: a model call of 100 ms, a tool of 150 ms. */
    private void workflow(String question, String asked, String answer) {
        begin(question);
        tool(2, 1, 100, 250, asked, answer);
        end();
    }

    private void begin(String question) {
        run.trace(++workflows).start(1, 0, at(0), "agent", "A", "\"gen_ai.agent.name\":\"A\"");
        model(9, 0, 100, question, "");
    }

    private double at(double millis) {
        return 1000.0 * workflows + millis;
    }

    private void model(int id, double from, double to, String question, String more) {
        run.start(
                        id,
                        1,
                        at(from),
                        "llm",
                        "l",
                        "\"gen_ai.provider.name\":\"openai\",\"gen_ai.request.model\":\"gpt-4o-mini\"," + more
                                + hash("input.messages", question))
                .end(
                        id,
                        at(to),
                        hash("output.messages", "answer to " + question)
                                + ",\"gen_ai.usage.input_tokens\":1000,\"gen_ai.usage.output_tokens\":100");
    }

    private void tool(int id, int parent, double from, double to, String asked, String answer) {
        run.start(
                        id,
                        parent,
                        at(from),
                        "tool",
                        "find",
                        "\"gen_ai.tool.name\":\"find\"," + hash("tool.call.arguments", asked))
                .end(id, at(to), answer == null ? "" : hash("tool.call.result", answer));
    }

    private void end() {
        run.end(1, at(300));
    }

    private List<Finding> findings() {
        return findings(Thresholds.STANDARD);
    }

    private List<Finding> findings(Thresholds thresholds) {
        return found(RULES, thresholds, JvmEvents.NONE, run.traces());
    }

    @Test
    void shouldFindTheCallThatEveryWorkflowMakes() {
        for (int i = 0; i < 10; i++) {
            workflow("question " + i, "x", "r");
        }

        assertThat(findings()).singleElement().satisfies(finding -> {
            assertThat(finding.rule()).isEqualTo("repeated-calls");
            assertThat(finding.subject()).isEqualTo("tool find");
            assertThat(finding.confidence()).isEqualTo(Confidence.STRONG);
            assertThat(finding.impact()).isEqualTo(Impact.HIGH);
            assertThat(finding.seen().occurrences()).isEqualTo(9);
            assertThat(finding.seen().workflows()).isEqualTo(9);
            assertThat(finding.text().title())
                    .isEqualTo("9 calls of tool find repeated calls that earlier workflows already made");
            assertThat(finding.text().advice())
                    .isEqualTo("cache the answers across workflows, if the tool is read-only and its results stay valid"
                            + ": analyzer whatif cache");
            // 9 * 150 of 10 * 300 ms
            assertThat(finding.saving()).isEqualTo(Saving.time(1350 * MILLI));
            assertThat(finding.shares().timeShare()).isEqualTo(0.45);
            assertThat(finding.seen().evidence())
                    .hasSize(5)
                    .extracting(Evidence::span)
                    .containsOnly(2L);
        });
        assertThat(findings(Thresholds.STANDARD.withReadOnly(Set.of("find"))))
                .extracting(Finding::confidence)
                .containsExactly(Confidence.CERTAIN);
    }

    @Test
    void shouldSaveWhatTheWhatIfSavesWhateverTheOrder() {
        for (int i = 0; i < 12; i++) {
            begin("question " + i);
            tool(2, 1, 100, 200, "x" + i % 3, "r");
            // at the same time as a part of the first
            tool(3, 1, 150, 220, "y" + i % 4, "r");
            tool(4, 1, 230, 290, "x" + i % 3, "r");
            end();
        }
        List<Trace> traces = run.traces();
        RequestLog.CacheQuestion question =
                new RequestLog.CacheQuestion(EnumSet.allOf(SpanKind.class), false, Set.of());
        RequestLog log = question.empty();
        traces.forEach(trace -> question.merge(log, question.of(trace)));
        CachedCalls cached = new CachedCalls(question, log, CacheSetting.STANDARD, PriceList.bundled());
        long saved = traces.stream()
                .mapToLong(trace -> trace.durationNanos() - cached.of(trace).nanos())
                .sum();
        List<Trace> reversed = new ArrayList<>(traces);
        Collections.reverse(reversed);

        for (List<Trace> order : List.of(traces, reversed)) {
            assertThat(found(RULES, Thresholds.STANDARD, JvmEvents.NONE, order))
                    .singleElement()
                    .satisfies(finding -> {
                        assertThat(finding.saving()).isEqualTo(Saving.time(saved));
                        // 24 - 7 first calls of a workflow, and the second call of each
                        assertThat(finding.text().title())
                                .isEqualTo(
                                        "29 calls of tool find repeated an earlier call: 12 of the same workflow, 17 of another one");
                    });
        }
    }

    @Test
    void shouldLeaveToALoopWhatTheLoopExplains() {
        begin("question");
        for (int i = 0; i < 4; i++) {
            tool(10 + i, 1, 100 + 40 * i, 130 + 40 * i, "x", "r");
        }
        end();

        assertThat(found(List.of(new RepeatedCalls(), new Loop()), Thresholds.STANDARD, JvmEvents.NONE, run.traces()))
                .filteredOn(finding -> finding.saving().isClaimed())
                .singleElement()
                .satisfies(finding -> assertThat(finding.saving()).isEqualTo(Saving.time(90 * MILLI)));
    }

    @Test
    void shouldClaimNothingOfAnswersThatChange() {
        for (int i = 0; i < 10; i++) {
            workflow("question " + i, "x", "r" + i / 5);
        }

        assertThat(findings()).isEmpty();
    }

    @Test
    void shouldStillFindWhatOneWorkflowRepeatsOfAnswersThatChange() {
        for (int i = 0; i < 10; i++) {
            begin("question " + i);
            tool(2, 1, 100, 200, "x", "r" + i);
            tool(3, 1, 200, 290, "x", "r" + i);
            end();
        }

        assertThat(findings()).singleElement().satisfies(finding -> {
            assertThat(finding.rule()).isEqualTo("repeated-calls");
            assertThat(finding.saving()).isEqualTo(Saving.time(900 * MILLI));
        });
    }

    @Test
    void shouldNotMindWhatCostsNearlyNothing() {
        for (int i = 0; i < 10; i++) {
            begin("question " + i);
            tool(2, 1, 100, 129, "x", "r");
            end();
        }

        assertThat(findings()).isEmpty();
    }

    @Test
    void shouldDoubtWhatIsRepeatedInWorkflowsThatAskNothingNew() {
        for (int i = 0; i < 12; i++) {
            workflow("question " + i % 4, "x" + i % 4, "r");
        }

        assertThat(findings()).singleElement().satisfies(finding -> {
            assertThat(finding.confidence()).isEqualTo(Confidence.WEAK);
            assertThat(finding.impact()).isEqualTo(Impact.MEDIUM);
            assertThat(finding.seen().occurrences()).isEqualTo(8);
            assertThat(finding.saving()).isEqualTo(Saving.upTo(1200 * MILLI));
            assertThat(finding.text().advice())
                    .contains("if users repeat these questions and not only this recording does");
        });
    }

    @Test
    void shouldClaimNothingWhereAllWorkflowsAreAlike() {
        for (int i = 0; i < 12; i++) {
            workflow("question", "x", "r");
        }

        assertThat(findings()).isEmpty();
    }

    @Test
    void shouldSayThatTheRecordingCannotTellOfModelsThatMayAnswerOtherwise() {
        for (int i = 0; i < 10; i++) {
            begin("question " + i);
            model(3, 100, 200, "which plan", "");
            end();
        }

        assertThat(findings()).singleElement().satisfies(finding -> {
            assertThat(finding.subject()).isEqualTo("llm gpt-4o-mini");
            assertThat(finding.confidence()).isEqualTo(Confidence.WEAK);
            assertThat(finding.saving().nanos()).isZero();
            assertThat(finding.saving().mostNanos()).isEqualTo(900 * MILLI);
            // 1000 * $0.15 and 100 * $0.60 per million
            assertThat(finding.saving().usd()).isEqualByComparingTo("0.00189");
            assertThat(finding.text().advice())
                    .isEqualTo("cache the answers across workflows, if an old answer will do:"
                            + " analyzer whatif cache --any-temperature");
        });
    }

    @Test
    void shouldBeSureOfModelsAtTemperatureZero() {
        for (int i = 0; i < 10; i++) {
            begin("question " + i);
            model(3, 100, 200, "which plan", "\"gen_ai.request.temperature\":0.0,");
            end();
        }

        assertThat(findings()).singleElement().satisfies(finding -> {
            assertThat(finding.confidence()).isEqualTo(Confidence.STRONG);
            assertThat(finding.saving().nanos()).isEqualTo(900 * MILLI);
            assertThat(finding.saving().tokens()).isEqualTo(9900);
        });
    }
}
