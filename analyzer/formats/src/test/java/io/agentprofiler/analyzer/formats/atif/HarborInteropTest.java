// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.atif;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.testing.CommandRun;
import io.agentprofiler.analyzer.testing.FullRun;
import io.agentprofiler.analyzer.testing.Interop;
import io.agentprofiler.analyzer.testing.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The reference implementation of the format, Harbor, validates what we write, and reads our figures from it. */
@Tag("interop")
class HarborInteropTest {
    private static final String[] PACKAGES = {
        "harbor==0.25.0",
        "pydantic==2.12.3",
        "pydantic-core==2.41.4",
        "typing-extensions==4.15.0",
        "typing-inspection==0.4.2",
        "annotated-types==0.7.0"
    };
    private static final Path SAMPLES = Path.of("src/test/resources/atif");

    @TempDir
    private Path directory;

    private final CommandRun analyzer = new CommandRun();

    /** Returns what Harbor says of each trajectory of an export. */
    private List<Json> read(Path input, int minor, boolean content) throws IOException, InterruptedException {
        Path file = directory.resolve("out.jsonl");
        Object[] command = content
                ? new Object[] {"export", "atif", "--content", "--atif-version", "1." + minor, "--out", file, input}
                : new Object[] {"export", "atif", "--atif-version", "1." + minor, "--out", file, input};
        assertThat(analyzer.run(command)).as(analyzer.err()).isEqualTo(ExitCode.OK);
        return Interop.run(List.of(
                        "python3",
                        SAMPLES.resolve("validate.py").toString(),
                        Interop.python("harbor", PACKAGES).toString(),
                        file.toString()))
                .lines()
                .map(Json::of)
                .toList();
    }

    private static long sum(List<Json> answers, String figure) {
        return answers.stream()
                .mapToLong(answer -> answer.get(figure).amount().longValueExact())
                .sum();
    }

    @Test
    void shouldValidateEveryVersionAndReadOurFigures() throws IOException, InterruptedException {
        Interop.need("Harbor's validator on exported trajectories", "python3");
        for (boolean content : List.of(false, true)) {
            Path run = FullRun.of(content).write(directory.resolve("run-" + content + "/segment-000001.jsonl"));
            assertThat(analyzer.run("report", "--format", "json", run)).isZero();
            Json workflows = Json.of(analyzer.out()).get("workflows");
            for (int minor = 0; minor <= 8; minor++) {
                String what = "1." + minor + (content ? " with content" : "");
                List<Json> answers = read(run, minor, content);

                assertThat(answers).as(what).hasSize(17).allSatisfy(answer -> {
                    assertThat(answer.get("errors").items()).as(what).isEmpty();
                    assertThat(answer.get("valid").value()).isEqualTo(true);
                });
                assertThat(answers.get(0).get("version").text()).isEqualTo("ATIF-v1." + minor);
                Json tokens = workflows.get("tokens");
                assertThat(sum(answers, "input"))
                        .as(what)
                        .isEqualTo(tokens.get("input").amount().longValueExact());
                assertThat(sum(answers, "output"))
                        .isEqualTo(tokens.get("output").amount().longValueExact());
                assertThat(sum(answers, "cached"))
                        .isEqualTo(tokens.get("cache_read").amount().longValueExact());
                assertThat(sum(answers, "tools"))
                        .isEqualTo(workflows.get("tool_calls").amount().longValueExact());
                if (minor >= 7) {
                    assertThat(sum(answers, "models"))
                            .isEqualTo(workflows.get("model_calls").amount().longValueExact());
                    assertThat(sum(answers, "agents")).isEqualTo(1);
                    assertThat(sum(answers, "asked"))
                            .as("tools that a model asked for")
                            .isEqualTo(3);
                }
                assertThat(sum(answers, "definitions")).isEqualTo(content && minor >= 5 ? 15 : 0);
                // a text and an image
                assertThat(sum(answers, "media")).isEqualTo(content && minor >= 6 ? 2 : 0);
            }
        }
        for (String sample : List.of("nat-v17-exmp02.json", "phoenix-multimodal_trajectory.json", "continued")) {
            assertThat(read(SAMPLES.resolve(sample), 8, true))
                    .as(sample)
                    .isNotEmpty()
                    .allSatisfy(
                            answer -> assertThat(answer.get("errors").items()).isEmpty());
        }
        Interop.passed("harbor", "Harbor's validator read every version");
    }
}
