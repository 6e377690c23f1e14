// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.whatif.suppose;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.testing.CommandRun;
import io.agentprofiler.analyzer.testing.TestRun;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code whatif parallel}, {@code stream}, {@code async} and {@code batch} as a user meets them. */
class SupposeCommandTest {
    private static final String MODEL = "\"gen_ai.provider.name\":\"openai\",\"gen_ai.request.model\":\"gpt-4o\"";
    private static final int WORKFLOWS = 30;

    @TempDir
    private Path directory;

    private final CommandRun analyzer = new CommandRun();
    private Path run;

    /** 195 ms of context with 120 of memory, classify 450, search_kb 200, synthesize 350, format 55: 1,250 ms. */
    @BeforeEach
    void writeTheExercise() {
        TestRun exercise = TestRun.run("exercise");
        for (int i = 0; i < WORKFLOWS; i++) {
            double t = 2000.0 * i;
            int span = 10 * i + 1;
            exercise.trace(i + 1)
                    .start(span, 0, t, "function", "workflow")
                    .start(span + 1, span, t, "function", "context_assembly")
                    .span(span + 2, span + 1, t, t + 120, "memory", "memory retrieve")
                    .span(span + 3, span + 1, t + 120, t + 195, "function", "build_prompt")
                    .end(span + 1, t + 195)
                    .start(span + 4, span, t + 195, "llm", "classify", MODEL)
                    .end(span + 4, t + 645, usage(400, 3))
                    .start(span + 5, span, t + 645, "tool", "execute_tool search_kb", tool("search_kb"))
                    .end(span + 5, t + 845)
                    .start(span + 6, span, t + 845, "llm", "synthesize", MODEL)
                    .end(span + 6, t + 1195, usage(900, 120))
                    .start(span + 7, span, t + 1195, "tool", "execute_tool format", tool("format"))
                    .end(span + 7, t + 1250)
                    .end(span, t + 1250);
        }
        run = exercise.footer().write(directory.resolve("exercise/segment-000001.jsonl"));
    }

    private static String tool(String name) {
        return "\"gen_ai.tool.name\":\"" + name + "\"";
    }

    private static String usage(int input, int output) {
        return "\"gen_ai.response.finish_reasons\":[\"stop\"],\"gen_ai.usage.input_tokens\":" + input
                + ",\"gen_ai.usage.output_tokens\":" + output;
    }

    /** JSON without what makes it readable. */
    private String oneLine() {
        return analyzer.out().replaceAll("\\n *", "").replace(" : ", ":");
    }

    /** The exercise: search_kb and classify do not depend on each other; together they take 650 ms, at once 450. */
    @Test
    void shouldSolveTheExercise() {
        assertThat(analyzer.run("whatif", "parallel", "search_kb,classify", run))
                .isEqualTo(ExitCode.OK);

        assertThat(analyzer.out())
                .contains("What if  search_kb and classify in parallel")
                .contains("Workflows  30 · 30 of them changed")
                .contains("Time       37.5 s recorded → 31.5 s simulated · 6.00 s saved, 16.0 % · speed-up 1.2x")
                .contains("Group      search_kb and classify: 650 → 450 ms, 1.4x · mean of 30 groups")
                .contains(
                        "for: the answer of classify did not ask for search_kb in 30 of 30 groups (it ended with stop)")
                .contains("for: search_kb ran wherever classify did (30 times)")
                .contains("not known: whether text of classify's result is in search_kb's input")
                .doesNotContain("against:");
        assertThat(analyzer.err()).isEmpty();

        analyzer.run("whatif", "parallel", "search_kb,classify", "--format", "json", run);
        assertThat(oneLine())
                .contains("\"supposed\":\"search_kb and classify in parallel\"")
                .contains("\"wall_ns\":37500000000", "\"supposed_wall_ns\":31500000000")
                .contains("\"group\":\"search_kb and classify\",\"groups\":30,\"group_ns\":19500000000,"
                        + "\"supposed_group_ns\":13500000000");
    }

    @Test
    void shouldTakeAnOperationIntoTheBackground() {
        assertThat(analyzer.run("whatif", "async", "memory*", run)).isEqualTo(ExitCode.OK);

        assertThat(analyzer.out())
                .contains("What if  memory* in the background")
                .contains("37.5 s recorded → 33.9 s simulated · 3.60 s saved, 9.6 % · speed-up 1.1x")
                .contains("Group      what holds memory*: 195 → 75.0 ms, 2.6x · mean of 30 groups")
                .contains("for: none of 30 calls failed");
    }

    @Test
    void shouldSayWhenAStreamedAnswerWouldBegin() {
        assertThat(analyzer.run("whatif", "stream", "synthesize", "--first-chunk", "100ms", run))
                .isEqualTo(ExitCode.OK);

        assertThat(analyzer.out())
                .contains("What if  the answer of synthesize is streamed")
                .contains("Workflows  30 · 30 of them changed")
                .contains("nothing saved")
                .contains(
                        "the answer of synthesize begins after 1.20 s recorded → 945 ms simulated · mean of 30 workflows")
                .contains("Group      the answer of synthesize: 350 → 100 ms, 3.5x · mean of 30 groups")
                .contains("against: tool format began after the answer in 30 of 30 answers");

        analyzer.run("whatif", "stream", "synthesize", run);
        assertThat(analyzer.out())
                .contains("0 of them changed")
                .contains("not known: when a streamed answer of gpt-4o begins: fewer than five were recorded");
    }

    @Test
    void shouldMakeOneCallOfARow() {
        TestRun embeddings = TestRun.run("embeddings").start(1, 0, 0, "agent", "A");
        for (int i = 0; i < 10; i++) {
            embeddings.span(2 + i, 1, 20 * i, 20 * i + 20, "embedding", "embed");
        }
        Path file = embeddings.end(1, 200).footer().write(directory.resolve("embeddings.jsonl"));

        assertThat(analyzer.run("whatif", "batch", "embed", "--batch-size", "5", file))
                .isEqualTo(ExitCode.OK);
        assertThat(analyzer.out())
                .contains("What if  calls of embed in a row as one call, at most 5 at once")
                .contains("200 ms recorded → 40.0 ms simulated · 160 ms saved, 80.0 % · speed-up 5.0x")
                .contains("Group      embed: 200 → 40.0 ms, 5.0x · mean of 1 group")
                .contains("each further call adds 10 % of its time");
        analyzer.run("whatif", "batch", "embed", "--adds", "25", file);
        assertThat(analyzer.out()).contains("Group      embed: 200 → 65.0 ms, 3.1x");
    }

    @Test
    void shouldRefuseWhatIsNotThere() {
        analyzer.assertRefused(
                "search_bk: no call has that name; did you mean search_kb?",
                "whatif",
                "parallel",
                "search_bk,classify",
                run);
        analyzer.assertRefused(
                "xxxxxxxxxx: no call has that name; 'tree' and 'report --all' show the names",
                "whatif",
                "async",
                "xxxxxxxxxx",
                run);
        analyzer.assertRefused("'a,': a name is missing", "whatif", "parallel", "a,", run);
        analyzer.assertRefused("'a,a' names a twice", "whatif", "parallel", "a,a", run);
        analyzer.assertRefused("batch takes one name", "whatif", "batch", "classify,synthesize", run);
        analyzer.assertRefused(
                "--batch-size takes a number of 1 or more", "whatif", "batch", "classify", "--batch-size", "0", run);
        analyzer.assertRefused(
                "--adds takes percent from 0 to 100", "whatif", "batch", "classify", "--adds", "101", run);
        analyzer.assertRefused(
                "--first-chunk soon: expected a time such as 400ms",
                "whatif",
                "stream",
                "classify",
                "--first-chunk",
                "soon",
                run);
        analyzer.assertRefused(
                "no INPUT was given, and there is no directory agent-profile",
                "whatif",
                "parallel",
                "search_kb,classify");
    }
}
