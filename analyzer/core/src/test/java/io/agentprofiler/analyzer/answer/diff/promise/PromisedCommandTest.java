// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.diff.promise;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.testing.CommandRun;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.testing.Golden;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A report promises, a change is made, {@code diff} and {@code verify} tell what it brought. */
class PromisedCommandTest {
    private static final int WORKFLOWS = 12;

    @TempDir
    private Path directory;

    private final CommandRun analyzer = new CommandRun();

    /** Workflows of a model call of about 300 ms, a lookup of 50 ms, and a search that takes longer than it should. */
    private Path run(String name, int from, double search, String model) {
        TestRun run = TestRun.run(name);
        double now = 0;
        for (int i = 0; i < WORKFLOWS; i++) {
            int span = from + 10 * i;
            double answer = 300 + 4 * (i % 3);
            run.trace(from + i)
                    .start(span, 0, now, "agent", "answer", "\"gen_ai.agent.name\":\"answer\"")
                    .start(span + 1, span, now, "llm", "chat", "\"gen_ai.request.model\":\"" + model + "\"")
                    .end(
                            span + 1,
                            now + answer,
                            "\"gen_ai.usage.input_tokens\":1000,\"gen_ai.usage.output_tokens\":100")
                    .start(span + 2, span, now + answer, "tool", "lookup", "\"gen_ai.tool.name\":\"lookup\"")
                    .end(span + 2, now + answer + 50)
                    .start(span + 3, span, now + answer + 50, "tool", "search", "\"gen_ai.tool.name\":\"search\"")
                    .end(span + 3, now + answer + 50 + search)
                    .end(span, now + answer + 50 + search);
            now += 2000;
        }
        return run.footer()
                .write(directory.resolve(name + "/segment-000001.jsonl"))
                .getParent();
    }

    /** JSON without what makes it readable. */
    private String oneLine() {
        return analyzer.out().replaceAll("\\n *", "").replace(" : ", ":").replace("[ ]", "[]");
    }

    @Test
    void shouldVerifyWhatWasPromised() throws IOException {
        Path before = run("before", 1, 650, "gpt-4o-mini");
        Path after = run("after", 1001, 60, "gpt-4o-mini");

        int code = analyzer.run("verify", before, after, "--expect", "time<=-50%,tool search:p50<=-500ms,errors<=+0pp");

        Golden.of(PromisedCommandTest.class, "verify.txt").assertIs(analyzer.out());
        assertThat(code).isEqualTo(ExitCode.OK);
        assertThat(analyzer.err()).isEmpty();
        // the page shows what the command prints
        assertThat(Files.readString(Path.of("../../docs/questions/verify.md")))
                .contains(analyzer.out().replaceAll("(?m)^(?=.)", "    "));

        analyzer.run("verify", before, after, "--expect", "time<=-50%,cost<=-10%", "--format", "markdown");
        Golden.of(PromisedCommandTest.class, "verify.md").assertIs(analyzer.out());
    }

    @Test
    void shouldSayOfEachFindingWhatBecameOfIt() {
        Path before = run("before", 1, 650, "gpt-4o-mini");

        assertThat(analyzer.run("diff", before, run("after", 1001, 60, "gpt-4o-mini")))
                .isEqualTo(ExitCode.OK);
        assertThat(analyzer.out()).contains("Promises  what became of the findings of the first side", "gone [high] ");
        assertThat(analyzer.out())
                .containsPattern("promised up to \\d\\d\\.\\d % of the run time, measured 58\\.\\d % ");

        analyzer.run("diff", before, run("same", 2001, 650, "gpt-4o-mini"));
        assertThat(analyzer.out()).contains("still there [high] ").doesNotContain("gone [");

        analyzer.run("diff", run("after", 1001, 60, "gpt-4o-mini"), before);
        assertThat(analyzer.out()).contains("new [high] ");
    }

    @Test
    void shouldTakeTheFindingsOfAnEarlierReport() throws IOException {
        Path before = run("before", 1, 650, "gpt-4o-mini");
        Path after = run("after", 1001, 60, "gpt-4o-mini");
        Path report = directory.resolve("report");
        assertThat(analyzer.run("report", "--out", report, before))
                .as(analyzer.err())
                .isEqualTo(ExitCode.OK);
        analyzer.run("verify", before, after, "--expect", "time<=-50%", "--format", "json");
        String own = oneLine();

        Path findings = report.resolve("findings.json");
        assertThat(analyzer.run(
                        "verify", before, after, "--expect", "time<=-50%", "--promised", findings, "--format", "json"))
                .isEqualTo(ExitCode.OK);

        assertThat(oneLine())
                .contains("\"format\":\"agent-profiler-verify/1\"", "\"from\":\"" + findings + "\"")
                .contains("\"state\":\"gone\"", "\"verdict\":\"kept\"")
                .isEqualTo(own.replace("\"from\":\"the first side\"", "\"from\":\"" + findings + "\""));
        analyzer.assertRefused(
                "--promised " + directory.resolve("none") + " cannot be read",
                "diff",
                before,
                after,
                "--promised",
                directory.resolve("none"));
        Path other = Files.writeString(directory.resolve("other.json"), "{}");
        analyzer.assertRefused(
                "--promised " + other + ":1:1: this is no findings.json of a report",
                "diff",
                before,
                after,
                "--promised",
                other);
    }

    @Test
    void shouldExitAsGatesDo() {
        Path before = run("before", 1, 650, "gpt-4o-mini");
        Path after = run("after", 1001, 560, "gpt-4o-mini");

        assertThat(analyzer.run("verify", before, after, "--expect", "time<=-5%"))
                .isEqualTo(ExitCode.OK);
        assertThat(analyzer.run("verify", before, after, "--expect", "time<=-20%"))
                .isEqualTo(ExitCode.GATE_FAILED);
        assertThat(analyzer.out()).contains("not reached  time<=-20%", "; short of it by more than noise");
        assertThat(analyzer.run("verify", before, after, "--expect", "first<=-20%"))
                .isEqualTo(ExitCode.GATE_FAILED);
        assertThat(analyzer.run("verify", before, after, "--expect", "p99<=-5%", "--width", 160))
                .isEqualTo(ExitCode.WARNED);
        assertThat(analyzer.out())
                .contains("undecided  p99<=-5%", "too few workflows to tell: about 100 workflows a side would tell");
        assertThat(analyzer.run("diff", before, after, "--expect", "time<=-20%"))
                .isEqualTo(ExitCode.GATE_FAILED);
        assertThat(analyzer.run("diff", before, after, "--expect", "time<=-5%", "--fail-on", "time<-1%"))
                .isEqualTo(ExitCode.GATE_FAILED);
        assertThat(analyzer.out()).contains("Gates", "broken  time<-1%", "reached  time<=-5%");

        analyzer.assertRefused("verify needs the changes to expect: --expect", "verify", before, after);
        analyzer.assertRefused(
                "--expect, at '-20%' (character 6): expected = and a change, as in time<=-20%",
                "verify", before, after, "--expect", "time<-20%");
        analyzer.assertRefused("--strict says how gates are judged: add --fail-on", "diff", before, after, "--strict");
    }
}
