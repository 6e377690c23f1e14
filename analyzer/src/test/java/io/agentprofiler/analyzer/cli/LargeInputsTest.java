// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.testing.CommandRun;
import io.agentprofiler.analyzer.testing.TestRun;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Inputs that are large in one direction: every command gives a result, or one line that says what is too much. Work that
 * grows with the square of a direction takes minutes here, and what is written with it gigabytes.
 */
@Tag("slow")
class LargeInputsTest {
    private static final int DEPTH = 20_000;
    private static final int NAMES = 20_000;
    private static final int AGENTS = 20_000;

    @TempDir
    private Path directory;

    private final CommandRun analyzer = new CommandRun();

    private void assertAnswered(Path input) {
        for (String command : new String[] {
            "report",
            "tree",
            "waterfall",
            "flame",
            "tokens",
            "prefix",
            "whatif parallel-tools",
            "whatif early-tools",
            "whatif cache",
            "whatif parallel tool*",
            "whatif async tool*",
            "forecast"
        }) {
            assertThat(analyzer.run((command + " " + input).split(" ")))
                    .as(command + ": " + analyzer.err())
                    .isZero();
        }
        assertThat(analyzer.run("diff", input, input)).as(analyzer.err()).isZero();
    }

    @Test
    void shouldReadAChainOfManyCalls() throws IOException {
        TestRun run = TestRun.run("deep");
        String[] kinds = {"agent", "tool", "llm", "function"};
        for (int i = 0; i < DEPTH; i++) {
            run.start(
                    i + 1,
                    i,
                    i / 100.0,
                    kinds[i % 4],
                    "n" + i % 50,
                    i % 4 == 2 ? "\"gen_ai.request.model\":\"m\"" : "");
        }
        for (int i = DEPTH; i > 0; i--) {
            run.end(i, DEPTH / 50.0 - i / 100.0, i % 4 == 3 ? "\"gen_ai.usage.input_tokens\":10" : "");
        }
        Path input = run.footer()
                .write(directory.resolve("run/segment-000001.jsonl"))
                .getParent();
        Path out = directory.resolve("out");

        assertAnswered(input);
        assertThat(analyzer.run("size", input)).as(analyzer.err()).isZero();
        assertThat(analyzer.run("report", "--out", out, input))
                .as(analyzer.err())
                .isZero();
        assertThat(analyzer.run("report", "--out", out, "--format", "nat", input))
                .as(analyzer.err())
                .isZero();

        // 40 000 rows at most of a few hundred characters, and not a space for each call around each call
        assertThat(Files.size(out.resolve("workflow_profiling_report.txt"))).isLessThan(DEPTH * 500L);
        assertThat(Files.readString(out.resolve("workflow_profiling_report.txt")))
                .contains("[level " + (DEPTH / 2) + "]");
    }

    @Test
    void shouldReadManyNames() {
        TestRun run = TestRun.run("names");
        String[] kinds = {"agent", "tool", "llm", "function"};
        run.start(1, 0, 0, "workflow", "all");
        for (int i = 0; i < NAMES; i++) {
            String kind = kinds[i % 4];
            run.start(
                            i + 2,
                            1,
                            i,
                            kind,
                            kind + " " + i,
                            kind.equals("llm") ? "\"gen_ai.request.model\":\"m" + i + "\"" : "")
                    .end(i + 2, i + 1);
        }
        Path input = run.end(1, NAMES).footer().write(directory.resolve("run/segment-000001.jsonl"));

        assertAnswered(input.getParent());
        assertThat(analyzer.run("size", input)).as(analyzer.err()).isZero();

        assertThat(analyzer.run("report", "--all", input)).isZero();
        assertThat(analyzer.out())
                .contains("and " + String.format(java.util.Locale.ROOT, "%,d", NAMES / 4 - 500) + " more rows");
        assertThat(analyzer.out().lines().count()).isLessThan(5000);
    }

    @Test
    void shouldReadManyAgents() throws IOException {
        TestRun run = TestRun.run("agents");
        run.start(1, 0, 0, "workflow", "all");
        int id = 2;
        for (int agent = 0; agent < AGENTS; agent++) {
            int step = id++;
            run.start(step, 1, agent * 10, "agent", "step " + agent % 50, "\"gen_ai.agent.name\":\"Step\"");
            for (int call = 0; call < 9; call++, id++) {
                String name = "t" + call;
                run.start(id, step, agent * 10 + call, "tool", name, "\"gen_ai.tool.name\":\"" + name + "\"")
                        .end(id, agent * 10 + call + 1);
            }
            run.end(step, agent * 10 + 10);
        }
        Path input = run.end(1, AGENTS * 10).footer().write(directory.resolve("run/segment-000001.jsonl"));

        assertThat(analyzer.run("report", input)).as(analyzer.err()).isZero();
        assertThat(analyzer.out()).contains("180,000 tool calls · 200,001 spans");
    }

    @Test
    void shouldReadManyOpenSpans() {
        TestRun run = TestRun.run("open");
        for (int i = 0; i < 30_000; i++) {
            run.trace(i / 30 + 1)
                    .start(
                            i + 1,
                            i % 30 == 0 ? 0 : i / 30 * 30 + 1,
                            i,
                            i % 30 == 0 ? "workflow" : "tool",
                            "n" + i % 40);
        }
        Path input = run.write(directory.resolve("run/segment-000001.jsonl"));

        assertAnswered(input.getParent());
        analyzer.assertRefused(
                "the input holds no workflow whose start and end were both recorded", "size", input.getParent());
    }

    @Test
    void shouldSayThatACompressedFileExpandsTooMuch() throws IOException {
        Path bomb = directory.resolve("traces.json.gz");
        byte[] filler = " ".repeat(1 << 20).getBytes(StandardCharsets.UTF_8);
        try (GZIPOutputStream out = new GZIPOutputStream(Files.newOutputStream(bomb))) {
            out.write("[{\"request_number\":0,\"intermediate_steps\":[".getBytes(StandardCharsets.UTF_8));
            for (int i = 0; i < 300; i++) {
                out.write(filler);
            }
            out.write("]}]".getBytes(StandardCharsets.UTF_8));
        }

        analyzer.assertRefused(
                bomb + ": expands to more than 256 MB, which is over 200 times its size", "report", bomb);
    }
}
