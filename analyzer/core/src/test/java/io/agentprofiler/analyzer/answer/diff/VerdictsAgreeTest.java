// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.diff;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.answer.diff.Change.ChangeVerdict;
import io.agentprofiler.analyzer.answer.diff.Gates.Gate;
import io.agentprofiler.analyzer.answer.diff.side.Row;
import io.agentprofiler.analyzer.answer.diff.side.Side;
import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.testing.CommandRun;
import io.agentprofiler.analyzer.testing.TestRun;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Headline, rows and gates of a comparison tell one story. */
class VerdictsAgreeTest {
    @TempDir
    private Path directory;

    private final CommandRun command = new CommandRun();

    /** Workflows of one model call each; of two, where there are two models. */
    private static TestRun calls(String id, int first, List<String> models, int tokens, double... millis) {
        TestRun run = TestRun.run(id);
        double now = 0;
        int span = first * 100;
        for (int i = 0; i < millis.length; i++) {
            run.trace(first + i);
            int agent = ++span;
            run.start(agent, 0, now, "agent", "answer", "\"gen_ai.agent.name\":\"answer\"");
            for (String model : models) {
                int call = ++span;
                run.start(call, agent, now, "llm", "chat " + model, "\"gen_ai.request.model\":\"" + model + "\"");
                now += millis[i] / models.size();
                run.end(call, now, "\"gen_ai.usage.input_tokens\":" + tokens + ",\"gen_ai.usage.output_tokens\":10");
            }
            run.end(agent, now);
            now += 1;
        }
        return run;
    }

    /** So many workflows near a length, and two very long ones. */
    private static double[] lengths(int workflows, double usual, double... slow) {
        double[] lengths = new double[workflows + slow.length];
        for (int i = 0; i < workflows; i++) {
            lengths[i] = usual + i * 0.1;
        }
        System.arraycopy(slow, 0, lengths, workflows, slow.length);
        return lengths;
    }

    private Path file(TestRun run, String name) {
        return run.write(directory.resolve(name + ".jsonl"));
    }

    @Test
    void shouldNotSayAsFastOfAMedianThatFell() {
        Path before = file(calls("a", 1, List.of("m"), 100, lengths(30, 100, 4000, 9000)), "before");
        Path after = file(calls("b", 1001, List.of("m"), 100, lengths(30, 62, 5000, 9000)), "after");

        assertThat(command.run("diff", before, after, "--width", 160)).isEqualTo(ExitCode.OK);
        assertThat(command.out())
                .contains("same program, faster: median run time -3", " is noise")
                .doesNotContain("as fast");
    }

    @Test
    void shouldSayThatMeanAndMedianMovedApart() {
        Path before = file(calls("a", 1, List.of("m"), 100, lengths(40, 100)), "before");
        double[] fast = lengths(28, 80);
        double[] after = Arrays.copyOf(fast, 40);
        Arrays.fill(after, 28, 40, 900);

        command.run("diff", before, file(calls("b", 1001, List.of("m"), 100, after), "after"), "--width", 160);

        assertThat(command.out()).contains("same program, faster and slower: run time +", "median run time -");
    }

    @Test
    void shouldSayHowLittleNoiseTells() {
        Path before = file(calls("a", 1, List.of("m"), 100, 100, 300, 500, 900, 120), "before");
        Path after = file(calls("b", 1001, List.of("m"), 100, 110, 280, 520, 850, 130), "after");

        command.run("diff", before, after, "--width", 160);

        assertThat(command.out()).contains("same program, no change of run time beyond noise, 95 % interval -");
    }

    @Test
    void shouldNotCallATinyDifferenceWorse() {
        TestRun before = calls("a", 1, List.of("m"), 1000, lengths(12, 100));
        TestRun after = calls("b", 1001, List.of("m"), 1002, lengths(12, 100));
        Diff diff = Comparison.of(Runs.side(before.traces()), Runs.side(after.traces()), 400);

        assertThat(diff.all().get(Metric.TOKENS).relative()).isBetween(0.0019, 0.002);
        assertThat(diff.all().get(Metric.TOKENS).tested().adjustedP()).isLessThan(0.001);
        assertThat(diff.all().get(Metric.TOKENS).verdict()).isEqualTo(ChangeVerdict.NEGLIGIBLE);
        command.run("diff", file(before, "before"), file(after, "after"), "--format", "markdown");
        assertThat(command.out()).contains("only negligible changes").doesNotContain("worse");
    }

    @Test
    void shouldCompareAModelWithItsSuccessor() {
        TestRun before = calls("a", 1, List.of("gpt-4o"), 1000, lengths(12, 900));
        TestRun after = calls("b", 1001, List.of("gpt-4o-mini"), 1000, lengths(12, 300));
        Diff diff = Comparison.of(Runs.side(before.traces()), Runs.side(after.traces()), 400);

        RowChange model = diff.rows(Row.RowGroup.OPERATION).stream()
                .filter(row -> row.row().label().startsWith("llm"))
                .findFirst()
                .orElseThrow();
        assertThat(model.row().label()).isEqualTo("llm chat gpt-4o → gpt-4o-mini");
        assertThat(model.callsBefore()).isEqualTo(12);
        assertThat(model.callsAfter()).isEqualTo(12);
        assertThat(model.get(Metric.TIME).verdict()).isEqualTo(ChangeVerdict.BETTER);
        assertThat(model.get(Metric.TOKENS).verdict()).isEqualTo(ChangeVerdict.SAME);
        assertThat(model.get(Metric.CALLS).verdict()).isEqualTo(ChangeVerdict.SAME);
        assertThat(diff.rows(Row.RowGroup.OPERATION)).hasSize(2);
        command.run(
                "diff",
                file(before, "before"),
                file(after, "after"),
                "--width",
                160,
                "--fail-on",
                "llm chat gpt-4o:time>+10%,llm chat gpt-4o-mini:tokens>+10%");
        assertThat(command.out())
                .contains("program changed: model gpt-4o → gpt-4o-mini", "passed ")
                .doesNotContain("no such figure", "-100");
    }

    @Test
    void shouldNotPairModelsOfDifferentPlaces() {
        TestRun before = TestRun.run("a");
        TestRun after = TestRun.run("b");
        for (int i = 0; i < 6; i++) {
            place(before, 1 + i, "plan", "gpt-4o");
            place(after, 1001 + i, "judge", "gpt-4o-mini");
        }
        Diff diff = Comparison.of(Runs.side(before.traces()), Runs.side(after.traces()), 400);

        assertThat(diff.rows(Row.RowGroup.OPERATION))
                .extracting(row -> row.row().label())
                .containsExactly("agent judge", "agent plan", "llm chat gpt-4o", "llm chat gpt-4o-mini");
        // neither better nor worse: there is nothing to hold them against
        assertThat(diff.rows(Row.RowGroup.OPERATION))
                .allSatisfy(row -> assertThat(row.all())
                        .extracting(Change::verdict)
                        .doesNotContain(ChangeVerdict.BETTER, ChangeVerdict.WORSE));
    }

    private static void place(TestRun run, int trace, String agent, String model) {
        run.trace(trace)
                .start(10 * trace, 0, 10 * trace, "agent", agent)
                .start(
                        10 * trace + 1,
                        10 * trace,
                        10 * trace,
                        "llm",
                        "chat " + model,
                        "\"gen_ai.request.model\":\"" + model + "\"")
                .end(10 * trace + 1, 10 * trace + 5)
                .end(10 * trace, 10 * trace + 5);
    }

    @Test
    void shouldNotCallAProgramTheSameThatLostAModel() {
        Path before = file(calls("a", 1, List.of("gpt-4o", "gpt-4o-mini"), 1000, lengths(6, 900)), "before");
        Path after = file(calls("b", 1001, List.of("gpt-4o-mini"), 1000, lengths(6, 900)), "after");

        command.run("diff", before, after, "--width", 160);

        assertThat(command.out()).contains("program changed: model gone: gpt-4o at agent answer > llm");
    }

    /** A gate and the row that it is about say the same of a figure beyond its limit, and no gate knows more than the rows. */
    @Property(tries = 40)
    void shouldJudgeAGateAsItsRow(@ForAll long seed) throws Exception {
        Random random = new Random(seed);
        Side before = new Runs().random(random, 4 + random.nextInt(20), 40).side();
        Side after = new Runs()
                .from(1000)
                .random(random, 4 + random.nextInt(20), 40 + random.nextInt(60))
                .side();
        Diff compared = Comparison.of(before, after, 200);
        List<Gate> gates = Gates.parse("time>+0%,p50>+0%,tokens>+0%,llm:time>+0%,tool search:time>+0%,tool:calls>+0");

        List<Gates.GateResult> results = Gates.judge(gates, compared, false);
        Diff diff = Gates.judged(compared, results);

        for (Gates.GateResult result : results) {
            for (Gates.JudgedGate judged : result.rows()) {
                Change shown = diff.rows().stream()
                        .filter(row -> row.row().equals(judged.row()))
                        .findFirst()
                        .orElseThrow()
                        .get(result.gate().metric());
                boolean real = shown.verdict().isReal() || shown.verdict() == ChangeVerdict.NEGLIGIBLE;
                assertThat(judged.outcome() == Gates.GateOutcome.BROKEN)
                        .as(result.gate().text() + " " + shown)
                        .isEqualTo(real && shown.difference() > 0);
            }
        }
    }
}
