// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.repeat;

import static io.agentprofiler.analyzer.answer.finding.RuleRun.found;
import static io.agentprofiler.analyzer.answer.finding.RuleRun.hash;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.answer.finding.Confidence;
import io.agentprofiler.analyzer.answer.finding.Finding;
import io.agentprofiler.analyzer.answer.finding.Saving;
import io.agentprofiler.analyzer.testing.TestRun;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a failure costs that is followed by the same call again. */
class AskedAgainTest {
    private static final long MILLI = 1_000_000;

    private final TestRun run = TestRun.run("r").start(1, 0, 0, "agent", "A", "\"gen_ai.agent.name\":\"A\"");

    private int id = 1;
    private double now;

    private void model(double length) {
        model(length, "ok", "q" + id);
    }

    private void model(double length, String status, String question) {
        run.start(++id, 1, now, "llm", "chat", "\"gen_ai.request.model\":\"m\"," + hash("input.messages", question))
                .end(
                        id,
                        now += length,
                        status,
                        ",\"attributes\":{\"gen_ai.usage.input_tokens\":7,\"gen_ai.usage.output_tokens\":1}");
    }

    private void tool(String name, String arguments, double length, String status) {
        String asked = arguments == null ? "" : "," + hash("tool.call.arguments", arguments);
        run.start(++id, 1, now, "tool", name, "\"gen_ai.tool.name\":\"" + name + "\"" + asked)
                .end(id, now += length, status, "");
    }

    private List<Finding> findings() {
        return found(new FailingCalls(), run.end(1, now));
    }

    @Test
    void shouldSaveTheFailedCallAndTheTurnThatAskedAgain() {
        model(100);
        tool("pay", "a", 80, "error");
        model(90);
        tool("pay", "a", 70, "ok");
        model(100);
        tool("pay", "b", 70, "ok");
        model(100);

        assertThat(findings()).singleElement().satisfies(finding -> {
            assertThat(finding.confidence()).isEqualTo(Confidence.STRONG);
            assertThat(finding.saving().nanos()).isEqualTo(170 * MILLI);
            assertThat(finding.saving().isExact()).isTrue();
            assertThat(finding.saving().tokens()).isEqualTo(8);
            assertThat(finding.text().title())
                    .isEqualTo(
                            "tool pay failed in 1 of 3 calls (33.3 %), in 1 of 1 workflow, and was asked again 1 time; most often error");
        });
    }

    @Test
    void shouldSaveAllOfARowAndSayHowLongItIs() {
        for (int i = 0; i < 4; i++) {
            model(100);
            tool("pay", "a", 50, i < 3 ? "error" : "ok");
        }
        model(100);

        assertThat(findings()).singleElement().satisfies(finding -> {
            assertThat(finding.saving()).isEqualTo(new Saving(450 * MILLI, 450 * MILLI, null, null, 24));
            assertThat(finding.text().title())
                    .contains(", and was asked again 3 times, up to 3 times in a row; most often error");
            assertThat(finding.text().advice()).startsWith("fix this first; stop after the second failure");
        });
    }

    @Test
    void shouldKeepTheTurnThatAskedForSomethingElseToo() {
        model(100);
        tool("pay", "a", 80, "error");
        tool("stock", "l", 10, "ok");
        model(90);
        tool("pay", "a", 70, "ok");
        tool("price", "l", 10, "ok");
        model(100);

        assertThat(findings())
                .singleElement()
                .satisfies(finding -> assertThat(finding.saving()).isEqualTo(Saving.time(80 * MILLI)));
    }

    @Test
    void shouldNotTellWhetherOtherArgumentsAreTheSameAgain() {
        model(100);
        tool("pay", "a", 80, "error");
        model(90);
        tool("pay", "a2", 70, "ok");
        model(100);

        assertThat(findings())
                .singleElement()
                .satisfies(finding -> assertThat(finding.saving()).isEqualTo(Saving.upTo(170 * MILLI)));
    }

    @Test
    void shouldSaveNothingWhereNobodyAskedAgain() {
        model(100);
        tool("reviews", "a", 80, "error");
        model(90);
        tool("price", "a", 70, "ok");
        model(100);

        assertThat(findings()).singleElement().satisfies(finding -> {
            assertThat(finding.saving()).isEqualTo(Saving.NONE);
            assertThat(finding.confidence()).isEqualTo(Confidence.MEASURED);
            assertThat(finding.text().title()).doesNotContain("again");
        });
    }

    @Test
    void shouldSaveAFailedModelCallThatTheProgramMadeAgain() {
        model(300, "error", "q");
        model(100, "ok", "q");
        tool("price", "a", 70, "ok");
        model(200, "error", "q2");
        model(100, "ok", "q3");

        assertThat(findings())
                .singleElement()
                .satisfies(finding ->
                        assertThat(finding.saving()).isEqualTo(new Saving(300 * MILLI, 300 * MILLI, null, null, 8)));
    }

    @Test
    void shouldSayNothingOfACallThatHadBegunBeforeTheFailure() {
        run.start(5, 1, 0, "tool", "pay", "\"gen_ai.tool.name\":\"pay\"," + hash("tool.call.arguments", "a"))
                .start(6, 1, 10, "tool", "pay", "\"gen_ai.tool.name\":\"pay\"," + hash("tool.call.arguments", "a"))
                .end(5, 100, "error", "")
                .end(6, now = 110, "ok", "");

        assertThat(findings())
                .singleElement()
                .satisfies(finding -> assertThat(finding.saving()).isEqualTo(Saving.NONE));
    }
}
