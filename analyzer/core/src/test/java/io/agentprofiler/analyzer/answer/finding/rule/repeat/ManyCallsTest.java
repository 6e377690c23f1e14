// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.repeat;

import static io.agentprofiler.analyzer.answer.finding.RuleRun.agent;
import static io.agentprofiler.analyzer.answer.finding.RuleRun.found;
import static io.agentprofiler.analyzer.answer.finding.RuleRun.tool;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.answer.finding.Saving;
import io.agentprofiler.analyzer.answer.finding.Thresholds;
import io.agentprofiler.analyzer.answer.finding.rule.answer.AnsweredRun;
import io.agentprofiler.analyzer.testing.TestRun;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Many calls of one operation. */
class ManyCallsTest {
    private static final List<String> TOOLS = List.of("readFile", "editFile", "runTests");
    private static final long MILLI = 1_000_000;

    @Test
    void shouldFindOneCallForEachThing() {
        TestRun run = agent();
        for (int i = 0; i < 10; i++) {
            run.span(10 + i, 1, 30 * i, 30 * i + 14 + i % 2, "tool", "t");
        }
        run.end(1, 300);

        assertThat(found(new ManyCalls(), run)).singleElement().satisfies(finding -> {
            assertThat(finding.text().title()).isEqualTo("tool t was called 10 times in one workflow");
            // five of 14 and four of 15 ms: but the longest
            assertThat(finding.saving()).isEqualTo(Saving.upTo(130 * MILLI));
        });
        assertThat(found(new ManyCalls(), Thresholds.STANDARD.with(ManyCalls.CALLS_PER_WORKFLOW, 11), run))
                .isEmpty();
        assertThat(found(new ManyCalls(), Thresholds.STANDARD.with(ManyCalls.MANY_CALLS_SHARE, 0.44), run))
                .isEmpty();
    }

    @Test
    void shouldSaveTheTurnsThatAskForTheNextThing() {
        TestRun run = agent();
        for (int i = 0; i < 10; i++) {
            run.span(10 + i, 1, 30 * i, 30 * i + 10, "tool", "t");
            run.span(30 + i, 1, 30 * i + 10, 30 * i + 30, "llm", "m");
        }
        run.end(1, 300);

        // nine calls, and the turns between the ten; the answer after them stays
        assertThat(found(new ManyCalls(), run))
                .singleElement()
                .satisfies(finding -> assertThat(finding.saving()).isEqualTo(Saving.upTo(270 * MILLI)));
    }

    /** Each turn of a conversation continues the one before, so that no call can stand for several. */
    @Test
    void shouldLeaveTheTurnsOfAConversation() {
        assertThat(found(new ManyCalls(), turns("\"gen_ai.conversation.id\":\"c-1\"")))
                .isEmpty();
        assertThat(found(new ManyCalls(), turns("\"gen_ai.agent.name\":\"Writer\"")))
                .hasSize(1);
    }

    private static TestRun turns(String attribute) {
        TestRun run = TestRun.run("turns").start(1, 0, 0, "workflow", "chat");
        for (int i = 0; i < 12; i++) {
            run.start(10 + i, 1, 30 * i, "agent", "Assistant", attribute);
            run.span(30 + i, 10 + i, 30 * i, 30 * i + 28, "llm", "m");
            run.end(10 + i, 30 * i + 28);
        }
        return run.end(1, 360);
    }

    /** A program that keeps the history itself may name no conversation. Only that an answer comes back tells. */
    @Test
    void shouldLeaveCallsThatAreAskedWithTheAnswerBefore() {
        assertThat(found(new ManyCalls(), history(true))).isEmpty();
        assertThat(found(new ManyCalls(), history(false)))
                .singleElement()
                .satisfies(finding -> assertThat(finding.text().title())
                        .isEqualTo("llm gpt-4o-mini was called 12 times in one workflow"));
    }

    private static TestRun history(boolean kept) {
        AnsweredRun answered = new AnsweredRun().around();
        for (int i = 10; i < 22; i++) {
            if (kept && i > 10) {
                answered.call("stop", "ab" + i, "user:aa" + (i - 1), "assistant:ab" + (i - 1), "user:aa" + i);
            } else {
                answered.call("stop", "ab" + i, "user:aa" + i);
            }
            answered.again();
        }
        return answered.endAround().run();
    }

    @Test
    void shouldLeaveTheStepsOfAnAgentsLoop() {
        TestRun run = agent();
        for (int i = 0; i < 20; i++) {
            run.span(10 + i, 1, 30 * i, 30 * i + 20, "llm", "m");
            run.span(40 + i, 1, 30 * i + 20, 30 * i + 30, "tool", "t" + i);
        }

        assertThat(found(new ManyCalls(), run.end(1, 600))).isEmpty();
    }

    /** A tool that is called again and again between others looks at what they did, with other arguments each time. */
    @Test
    void shouldLeaveAToolThatAnAgentCallsBetweenOthers() {
        TestRun run = agent();
        for (int i = 0; i < 60; i++) {
            run.span(10 + i, 1, 100 * i, 100 * i + 30, "llm", "m");
            tool(run, 100 + i, 100 * i + 30, 100 * i + 90, TOOLS.get(i % TOOLS.size()), "a" + i, "r" + i);
        }

        assertThat(found(new ManyCalls(), run.end(1, 6000))).isEmpty();
    }

    @Test
    void shouldFindAgentsThatAreAskedOneThingEach() {
        TestRun run = TestRun.bare().start(1, 0, 0, "workflow", "w");
        for (int i = 0; i < 12; i++) {
            run.start(10 + i, 1, 30 * i, "agent", "writer")
                    .span(30 + i, 10 + i, 30 * i, 30 * i + 20, "llm", "m")
                    .end(10 + i, 30 * i + 20);
        }

        assertThat(found(new ManyCalls(), run.end(1, 360))).singleElement().satisfies(finding -> {
            assertThat(finding.text().title()).isEqualTo("llm (unknown model) was called 12 times in one workflow");
            assertThat(finding.saving()).isEqualTo(Saving.upTo(220 * MILLI));
        });
    }
}
