// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.repeat;

import static io.agentprofiler.analyzer.answer.finding.RuleRun.agent;
import static io.agentprofiler.analyzer.answer.finding.RuleRun.found;
import static io.agentprofiler.analyzer.answer.finding.RuleRun.hash;
import static io.agentprofiler.analyzer.answer.finding.RuleRun.tool;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.answer.finding.Confidence;
import io.agentprofiler.analyzer.answer.finding.Evidence;
import io.agentprofiler.analyzer.answer.finding.Finding;
import io.agentprofiler.analyzer.answer.finding.Impact;
import io.agentprofiler.analyzer.answer.finding.Saving;
import io.agentprofiler.analyzer.answer.finding.Thresholds;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.Trace;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Calls that ask again, in time, and what goes with them. */
class RepeatedCallsTest {
    private static final long MILLI = 1_000_000;

    private static final String USAGE = "\"gen_ai.usage.input_tokens\":1000,\"gen_ai.usage.output_tokens\":100";
    private static final String MODEL = "\"gen_ai.provider.name\":\"openai\",\"gen_ai.request.model\":\"gpt-4o-mini\"";

    private static TestRun find(TestRun run, int id, int parent, double from, double to) {
        return run.start(id, parent, from, "tool", "find", hash("tool.call.arguments", "x"))
                .end(id, to, hash("tool.call.result", "r"));
    }

    @Test
    void shouldFindWhatWasAskedBefore() {
        TestRun run = agent();
        tool(run, 2, 0, 100, "find", "x", "r");
        tool(run, 3, 100, 200, "find", "y", "r");
        tool(run, 4, 200, 260, "find", "x", "r");
        run.end(1, 400);

        List<Finding> found = found(new RepeatedCalls(), run);

        assertThat(found).singleElement().satisfies(finding -> {
            assertThat(finding.subject()).isEqualTo("tool find");
            assertThat(finding.confidence()).isEqualTo(Confidence.STRONG);
            assertThat(finding.seen().occurrences()).isEqualTo(1);
            assertThat(finding.saving().nanos()).isEqualTo(60 * MILLI);
            assertThat(finding.shares().timeShare()).isEqualTo(0.15);
            assertThat(finding.impact()).isEqualTo(Impact.HIGH);
            assertThat(finding.seen().evidence()).extracting(Evidence::span).containsExactly(4L);
        });
        assertThat(found(new RepeatedCalls(), Thresholds.STANDARD.withReadOnly(Set.of("find")), run))
                .extracting(Finding::confidence)
                .containsExactly(Confidence.CERTAIN);
    }

    @Test
    void shouldSayThatTheModelNeedNotHaveAskedAgain() {
        TestRun run = agent().span(10, 1, 0, 100, "llm", "chat");
        tool(run, 2, 100, 150, "find", "x", "r");
        run.span(11, 1, 150, 250, "llm", "chat");
        tool(run, 3, 250, 300, "find", "y", "r2");
        tool(run, 4, 300, 350, "find", "x", "r");
        run.span(12, 1, 350, 450, "llm", "chat");
        tool(run, 5, 450, 500, "find", "y", "r2");
        run.span(13, 1, 500, 600, "llm", "chat");

        assertThat(found(new RepeatedCalls(), run.end(1, 600)))
                .singleElement()
                // the turn that asked for something new as well would have been needed
                .satisfies(finding -> assertThat(finding.saving()).isEqualTo(Saving.between(100 * MILLI, 200 * MILLI)));
    }

    @Test
    void shouldNotSuggestToCacheWhatChanges() {
        TestRun run = agent();
        tool(run, 2, 0, 100, "time", "x", "r1");
        tool(run, 3, 100, 200, "time", "x", "r2");

        assertThat(found(new RepeatedCalls(), run.end(1, 200))).isEmpty();
    }

    @Test
    void shouldPriceRepeatedQuestionsAndDoubtThemUnlessTheModelIsCold() {
        String asked = "\"gen_ai.provider.name\":\"openai\",\"gen_ai.request.model\":\"gpt-4o-mini\","
                + hash("input.messages", "m");
        String usage = "\"gen_ai.usage.input_tokens\":1000,\"gen_ai.usage.output_tokens\":100";
        TestRun warm = agent().start(2, 1, 0, "llm", "l", asked)
                .end(2, 100, usage)
                .start(3, 1, 100, "llm", "l", asked)
                .end(3, 200, usage)
                .end(1, 200);
        TestRun cold = agent().start(2, 1, 0, "llm", "l", asked + ",\"gen_ai.request.temperature\":0.0")
                .end(2, 100, usage)
                .start(3, 1, 100, "llm", "l", asked + ",\"gen_ai.request.temperature\":0.0")
                .end(3, 200, usage)
                .end(1, 200);

        assertThat(found(new RepeatedCalls(), warm)).singleElement().satisfies(finding -> {
            assertThat(finding.confidence()).isEqualTo(Confidence.WEAK);
            // 1000 * $0.15 and 100 * $0.60 per million
            assertThat(finding.saving().usd()).isEqualByComparingTo("0.00021");
            assertThat(finding.saving().tokens()).isEqualTo(1100);
            assertThat(finding.shares().costShare()).isEqualTo(0.5);
        });
        assertThat(found(new RepeatedCalls(), cold))
                .extracting(Finding::confidence)
                .containsExactly(Confidence.STRONG);
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

        assertThat(found(new RepeatedCalls(), trace)).singleElement().satisfies(finding -> {
            assertThat(finding.saving().nanos()).isEqualTo(19 * MILLI);
            assertThat(finding.seen().evidence()).extracting(Evidence::span).containsExactly(4L);
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

        assertThat(found(new RepeatedCalls(), trace)).singleElement().satisfies(finding -> {
            assertThat(finding.seen().occurrences()).isEqualTo(1);
            assertThat(finding.saving().tokens()).isEqualTo(100);
            assertThat(finding.seen().evidence()).extracting(Evidence::span).containsExactly(21L);
        });
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

        assertThat(found(new RepeatedCalls(), run.end(1, 200).trace()))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.saving().tokens()).isEqualTo(1100);
                    // 1000 * $0.15 and 100 * $0.60 per million
                    assertThat(finding.saving().usd()).isEqualByComparingTo("0.00021");
                });
    }

    @Test
    void shouldMakeNoSavingOfRepeatedCallsWithoutAnEnd() {
        String asked = "\"gen_ai.tool.name\":\"t\",\"agentprofiler.content.tool.call.arguments\":"
                + "{\"chars\":1,\"hash\":\"h\"}";
        TestRun run = agent();
        for (int i = 0; i < 3; i++) {
            run.start(2 + i, 1, 100 * i, "tool", "t", asked);
            if (i < 2) {
                run.end(
                        2 + i,
                        100 * i + 100,
                        "\"agentprofiler.content.tool.call.result\":{\"chars\":1,\"hash\":\"r\"}");
            }
        }
        Trace trace = run.start(9, 1, 90_000, "memory", "last event").trace();

        assertThat(found(new RepeatedCalls(), trace))
                .allSatisfy(finding -> assertThat(finding.saving().nanos()).isLessThanOrEqualTo(100 * MILLI));
    }
}
