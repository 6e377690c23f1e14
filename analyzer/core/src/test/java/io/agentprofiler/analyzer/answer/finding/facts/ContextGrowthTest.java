// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.facts;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.answer.critical.CriticalTotals;
import io.agentprofiler.analyzer.answer.finding.Finding;
import io.agentprofiler.analyzer.answer.finding.Findings;
import io.agentprofiler.analyzer.answer.finding.Thresholds;
import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.Trace;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Prompts that grow over a conversation or a run of an agent, and when they will not fit. */
class ContextGrowthTest {
    private static final Findings.FindingsQuestion QUESTION =
            new Findings.FindingsQuestion(Thresholds.STANDARD, PriceList.bundled());

    private final TestRun run = TestRun.run("r");

    private int workflows;

    /** A workflow of one call of gpt-4, whose window takes 8 192 tokens, in a conversation. */
    private void ask(String conversation, long input, int reserved, String model) {
        int id = ++workflows;
        run.trace(id)
                .start(
                        1,
                        0,
                        100 * id,
                        "agent",
                        "A",
                        "\"gen_ai.agent.name\":\"A\",\"gen_ai.conversation.id\":\"" + conversation + "\"")
                .start(
                        2,
                        1,
                        100 * id,
                        "llm",
                        "l",
                        "\"gen_ai.provider.name\":\"openai\",\"gen_ai.request.model\":\"" + model + "\""
                                + (reserved > 0 ? ",\"gen_ai.request.max_tokens\":" + reserved : ""))
                .end(2, 100 * id + 50, "\"gen_ai.usage.input_tokens\":" + input)
                .end(1, 100 * id + 60);
    }

    private static List<Finding> growing(List<Trace> traces) {
        return ranked(traces).stream()
                .filter(finding -> finding.rule().equals("growing-context"))
                .toList();
    }

    private static List<Finding> ranked(List<Trace> traces) {
        CriticalTotals totals = CriticalTotals.ANALYSIS.empty();
        traces.forEach(trace -> CriticalTotals.ANALYSIS.merge(totals, CriticalTotals.ANALYSIS.of(trace)));
        return seen(traces).ranked(totals, Thresholds.STANDARD);
    }

    private static Findings seen(List<Trace> traces) {
        Findings findings = QUESTION.empty();
        traces.forEach(trace -> QUESTION.merge(findings, QUESTION.of(trace)));
        return findings;
    }

    @Test
    void shouldForetellTheCallThatWillNotFit() {
        for (int call = 0; call < 6; call++) {
            ask("ada", 1500 + 1000 * call, 400, "gpt-4");
        }

        assertThat(growing(run.traces())).singleElement().satisfies(finding -> {
            // 6500 + 400 of 8192; the seventh has 7900, the eighth 8900
            assertThat(finding.text().title())
                    .isEqualTo(
                            "prompts of agent A grow by 1,000 tokens a call, from 1,500 to 6,500, 84.2 % of the context window of gpt-4 in 6 calls; call 8 would not fit (1 conversation)");
            assertThat(finding.text().advice()).startsWith("it will soon be full");
            assertThat(finding.confidenceWord()).isEqualTo("measured");
            assertThat(finding.seen().workflows()).isEqualTo(6);
        });
    }

    @Test
    void shouldNotBeSwayedBySingleCalls() {
        long[] inputs = {1000, 1100, 7000, 1300, 1400, 1500, 1600, 1700, 200, 1900, 2000, 2100};
        for (long input : inputs) {
            ask("ada", input, 0, "gpt-4");
        }

        assertThat(seen(run.traces()).growth().all()).singleElement().satisfies(growth -> {
            assertThat(growth.tokensPerCall()).isEqualTo(100);
            // 2100 + 100 * 61 is more than 8192
            assertThat(growth.overflowingCall()).isEqualTo(12 + 61);
        });
    }

    @Test
    void shouldForetellNothingWhereItCannot() {
        for (int call = 0; call < 4; call++) {
            ask("few calls", 1500 + 1000 * call, 0, "gpt-4");
        }
        for (int call = 0; call < 6; call++) {
            ask("not growing", 7000, 0, "gpt-4");
            ask("unknown window", 1500 + 1000 * call, 0, "house-model");
            ask("in a thousand calls", 100 + call, 0, "gpt-4");
        }

        // that prompts grow much is said all the same
        assertThat(growing(run.traces()))
                .extracting(finding -> finding.text().title())
                .containsExactly(
                        "prompts of agent A grow by 1,000 tokens a call, from 1,500 to 6,500 in 6 calls (1 conversation)");
        assertThat(seen(run.traces()).growth().all())
                .filteredOn(growth -> growth.model().equals("house-model"))
                .singleElement()
                .satisfies(growth -> {
                    assertThat(growth.tokensPerCall()).isEqualTo(1000);
                    assertThat(growth.share()).isNaN();
                    assertThat(growth.overflowingCall()).isZero();
                });
    }

    @Test
    void shouldSeeAnAgentsRunGrowWithoutAConversation() {
        run.trace(1).start(1, 0, 0, "agent", "A", "\"gen_ai.agent.name\":\"A\"");
        for (int call = 0; call < 5; call++) {
            run.start(
                            2 + call,
                            1,
                            100 * call,
                            "llm",
                            "l",
                            "\"gen_ai.provider.name\":\"openai\",\"gen_ai.request.model\":\"gpt-4\","
                                    + "\"agentprofiler.content.tool.definitions\":{\"chars\":9000},"
                                    + "\"agentprofiler.content.input.messages\":{\"chars\":" + 400 * call + "}")
                    .end(2 + call, 100 * call + 90, "\"gen_ai.usage.input_tokens\":" + (4000 + 1000 * call));
        }
        run.end(1, 500);

        assertThat(growing(run.traces())).singleElement().satisfies(finding -> {
            assertThat(finding.text().title())
                    .isEqualTo(
                            "prompts of agent A grow by 1,000 tokens a call (messages), from 4,000 to 8,000, 97.7 % of the context window of gpt-4 in 5 calls; call 6 would not fit (1 run)");
            assertThat(finding.text().advice()).startsWith("it is almost full");
        });
    }

    @Test
    void shouldNotDependOnTheOrderOfMerging() {
        Random random = new Random(7);
        for (int call = 0; call < 50; call++) {
            ask("c" + random.nextInt(3), 1000 + random.nextInt(500) + 100L * call, 0, "gpt-4");
        }
        List<Trace> traces = new ArrayList<>(run.traces());
        List<Growth> expected = seen(traces).growth().all();
        assertThat(expected).hasSize(3).allMatch(growth -> growth.latest().size() <= Growth.KEPT);
        for (int i = 0; i < 5; i++) {
            Collections.shuffle(traces, random);
            Findings left = seen(traces.subList(0, 20));
            Findings right = seen(traces.subList(20, 50));
            assertThat(QUESTION.merge(right, left).growth().all()).isEqualTo(expected);
        }
    }
}
