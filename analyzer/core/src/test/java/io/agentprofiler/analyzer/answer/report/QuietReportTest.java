// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.testing.CommandRun;
import io.agentprofiler.analyzer.testing.TestRun;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said where no finding is of more than low impact: only what was looked for. */
class QuietReportTest {
    @TempDir
    private Path directory;

    private final CommandRun command = new CommandRun();

    /** Thirty workflows of two agents, of which each has a model. */
    private Path agents(String one, String other) {
        TestRun run = TestRun.run("r");
        for (int i = 1; i <= 30; i++) {
            double at = 10_000.0 * i;
            run.trace(i).start(1, 0, at, "workflow", "ask");
            agent(run, 2, at, "Sorter", one, 900 + i);
            agent(run, 4, at + 1000, "Writer", other, 1000 + i);
            run.end(1, at + 2000);
        }
        return run.footer().write(directory.resolve("segment-000001.jsonl"));
    }

    private static void agent(TestRun run, int id, double at, String name, String model, int input) {
        run.start(id, 1, at, "agent", name, "\"gen_ai.agent.name\":\"" + name + "\"")
                .start(
                        id + 1,
                        id,
                        at,
                        "llm",
                        "chat " + model,
                        "\"gen_ai.provider.name\":\"openai\",\"gen_ai.request.model\":\"" + model + "\"")
                .end(id + 1, at + 900, "\"gen_ai.usage.input_tokens\":" + input + ",\"gen_ai.usage.output_tokens\":90")
                .end(id, at + 1000);
    }

    @Test
    void shouldNameTheChangeThatWhatIfKnows() {
        assertThat(command.run("report", agents("gpt-4o", "gpt-4o-mini"))).isZero();
        assertThat(command.out())
                .contains("No finding: none of ")
                .contains("whatif: use gpt-4o-mini instead of gpt-4o to save ")
                .contains(" of the cost. Quality unknown: ")
                .doesNotContainIgnoringCase("nothing stands out");
    }

    @Test
    void shouldSayThatNothingStandsOutWhereNothingIsKnown() {
        assertThat(command.run("report", agents("gpt-4o", "gpt-4o"))).isZero();
        assertThat(command.out())
                .contains("Nothing stands out: none of ")
                .contains("rules found a change that saves 2.0 % of the time or the cost, and no change that whatif")
                .doesNotContain("whatif: use");
    }

    /** One of its tools takes longer than the other, in one call: of low impact, but not nothing. */
    @Test
    void shouldNotStandAboveAFindingThatContradictsIt() {
        TestRun run = TestRun.run("r").start(1, 0, 0, "agent", "A", "\"gen_ai.agent.name\":\"A\"");
        run.span(2, 1, 0, 400, "tool", "pay")
                .span(3, 1, 400, 450, "tool", "find")
                .span(4, 1, 450, 2000, "llm", "m");
        Path file = run.end(1, 2000).footer().write(directory.resolve("segment-000001.jsonl"));
        assertThat(command.run("report", "--all", file)).isZero();
        assertThat(command.out())
                .contains("No finding has high or medium impact. Findings of low impact would save up to 17.5 %")
                .contains("would save up to 350 ms (17.5 %)")
                .doesNotContainIgnoringCase("nothing stands out");
    }
}
