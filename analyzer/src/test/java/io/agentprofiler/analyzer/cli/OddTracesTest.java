// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.testing.CommandRun;
import io.agentprofiler.analyzer.testing.TestRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs that are legal and unlikely: every command gives a result, and its figures agree. */
class OddTracesTest {
    private static final String USAGE = "\"gen_ai.usage.input_tokens\":10,\"gen_ai.usage.output_tokens\":5";

    @TempDir
    private Path directory;

    private final CommandRun analyzer = new CommandRun();

    /** Runs the commands that look at whole traces; returns where the report's files are. */
    private Path read(TestRun run) {
        Path input = run.write(directory.resolve("run/segment-000001.jsonl")).getParent();
        Path out = directory.resolve("out");
        answered("report", "--out", out, input);
        for (String command : new String[] {"tree", "waterfall", "flame", "tokens", "prefix"}) {
            answered(command, input);
        }
        return out;
    }

    private void answered(Object... arguments) {
        int code = analyzer.run(arguments);
        assertThat(analyzer.err()).isEmpty();
        assertThat(code).isEqualTo(ExitCode.OK);
    }

    private static String compact(Path file) throws IOException {
        return Files.readString(file).replaceAll("\\s", "");
    }

    @Test
    void shouldReadChildrenThatBeginBeforeTheirParent() {
        Path out = read(TestRun.bare()
                .start(1, 0, 0, "agent", "answer")
                .span(2, 1, -5, -4, "tool", "early")
                .span(3, 1, -4.5, 2, "tool", "longer")
                .end(1, 10));

        assertThat(out.resolve("report.html")).isNotEmptyFile();
    }

    @Test
    void shouldReadTextThatWasCutInTheMiddleOfACharacter() throws IOException {
        Path out = read(TestRun.bare()
                .start(1, 0, 0, "llm", "chat \\ud83d", "\"gen_ai.request.model\":\"m\\ud83d\"")
                .end(1, 10, USAGE)
                .span(2, 0, 20, 30, "tool", "find \\ud83d"));

        assertThat(Files.readString(out.resolve("spans.csv"))).contains(",chat ?,");
        assertThat(out.resolve("report.html")).isNotEmptyFile();
    }

    @Test
    void shouldCallWhatHasNoNameByItsKind() throws IOException {
        Path out = read(TestRun.bare()
                .start(1, 0, 0, "agent", " ")
                .span(2, 1, 1, 2, "tool", "")
                .start(3, 1, 2, "llm", "")
                .end(3, 3, USAGE)
                .end(1, 10));

        assertThat(compact(out.resolve("tokens.json"))).contains("{\"agent\":\"agent\",\"runs\":1,");
        analyzer.run("report", "--all", directory.resolve("run"));
        assertThat(analyzer.out()).contains("\ntool ");
    }

    @Test
    void shouldNotTakeAnUnknownFirstChunkForOneAtOnce() throws IOException {
        Path out = read(TestRun.bare()
                .start(1, 0, 0, "workflow", "all")
                .start(2, 1, 1000, "llm", "chat")
                .end(2, 2000, "ok", ",\"chunks\":{\"count\":3,\"chars\":9}")
                .end(1, 10_000));

        assertThat(Files.readString(out.resolve("critical-path.json"))).doesNotContain("first_chunk");
        analyzer.run("waterfall", directory.resolve("run"));
        assertThat(analyzer.out().lines().filter(line -> line.contains("chat"))).noneMatch(line -> line.contains("┃"));
    }

    @Test
    void shouldPassOverHashesItCannotRead() {
        String blocks = "\"agentprofiler.prompt.blocks\":{\"hashes\":\"abcd\",\"hash_chars\":3000000000,"
                + "\"block_bytes\":64,\"bytes\":100}";
        read(TestRun.bare()
                .start(1, 0, 0, "llm", "chat", blocks)
                .end(1, 10, USAGE)
                .start(
                        2,
                        0,
                        20,
                        "llm",
                        "chat",
                        blocks.replace("3000000000", "4").replace("64", "0"))
                .end(2, 30, USAGE));
    }

    @Test
    void shouldNotLetATracePaintTheTerminalThroughAnError() {
        Path input = TestRun.bare()
                .start(1, 0, 0, "llm", "chat", "\"gen_ai.request.model\":\"m\\u001b[31mRED\\u0007\"")
                .end(1, 10, USAGE)
                .write(directory.resolve("run/segment-000001.jsonl"));

        assertThat(analyzer.run("whatif", "swap", "--from", "x", "--to", "y", input))
                .isEqualTo(ExitCode.BAD_INPUT);
        assertThat(analyzer.err()).contains("m [31mRED ").doesNotContain("\u001b", "\u0007");
    }

    @Test
    void shouldNotTakeARequestNumberThatCountsSomethingElseForRequestsLeftOut() throws IOException {
        String step =
                "{\"parent_id\":\"root\",\"function_ancestry\":{\"function_id\":\"root\",\"function_name\":\"root\","
                        + "\"parent_id\":null,\"parent_name\":null},\"payload\":{\"event_type\":\"TOOL_START\","
                        + "\"event_timestamp\":1,\"framework\":\"langchain\",\"name\":\"t\",\"UUID\":\"u\"}}";
        Path input = Files.writeString(
                directory.resolve("traces.json"),
                "[{\"request_number\":1750000000,\"intermediate_steps\":[" + step + "]},"
                        + "{\"request_number\":3,\"intermediate_steps\":[" + step + "]}]");
        Path out = directory.resolve("out");
        answered("report", "--out", out, "--format", "nat", input);

        assertThat(compact(out.resolve("all_requests_profiler_traces.json")).split("\"request_number\"", -1))
                .hasSize(1 + 4);
    }
}
