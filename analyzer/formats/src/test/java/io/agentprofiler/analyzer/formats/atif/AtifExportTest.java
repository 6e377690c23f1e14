// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.atif;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.testing.CommandRun;
import io.agentprofiler.analyzer.testing.Json;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AtifExportTest {
    private static final Path SAMPLES = Path.of("src/test/resources/atif");

    @TempDir
    private Path directory;

    private final CommandRun analyzer = new CommandRun();

    /** The tree holds every span with its times, tokens and state. */
    @ParameterizedTest
    @ValueSource(
            strings = {"nat-v17-exmp02.json", "phoenix-multi_tool_trajectory.json", "harbor-v15-openhands-hello.json"})
    void shouldReadBackWhatItWrites(String sample) throws Exception {
        analyzer.run("tree", SAMPLES.resolve(sample));
        String before = analyzer.out();
        for (String version : new String[] {"1.8", "1.5", "1.1"}) {
            Path file = directory.resolve(version + ".jsonl");
            int code =
                    analyzer.run("export", "atif", "--atif-version", version, "--out", file, SAMPLES.resolve(sample));

            assertThat(code).isEqualTo(ExitCode.OK);
            assertThat(Files.readString(file)).startsWith("{\"schema_version\":\"ATIF-v" + version + "\"");
            analyzer.run("tree", file);
            assertThat(analyzer.out()).isEqualTo(before);
        }
    }

    @Test
    void shouldWriteTextsOnlyWhereTheyAreAskedFor() throws Exception {
        Path sample = SAMPLES.resolve("nat-v17-exmp02.json");
        Path file = directory.resolve("out.jsonl");
        analyzer.run("export", "atif", "--out", file, sample);
        assertThat(Files.readString(file)).doesNotContain("3 + 4");
        analyzer.run("export", "atif", "--content", "--out", file, sample);
        assertThat(Files.readString(file)).contains("3 + 4");
    }

    /** The oldest version has no place for our own records: what is read back is what anyone reads. */
    private Json written(Path input) {
        Path file = directory.resolve("oldest.jsonl");
        assertThat(analyzer.run("export", "atif", "--atif-version", "1.0", "--out", file, input))
                .isEqualTo(ExitCode.OK);
        return Json.read(file);
    }

    private Json cost(Object input) {
        assertThat(analyzer.run("tokens", "--format", "json", input)).isEqualTo(ExitCode.OK);
        return Json.of(analyzer.out()).get("total").get("cost");
    }

    @Test
    void shouldWriteWhatWasReportedToHaveBeenPaid() {
        Json trajectory = written(SAMPLES.resolve("phoenix-multi_tool_trajectory.json"));

        Json totals = trajectory.get("final_metrics");
        assertThat(totals.get("total_cost_usd").amount()).isEqualByComparingTo("0.0074");
        assertThat(totals.has("extra")).isFalse();
        assertThat(cost(directory.resolve("oldest.jsonl"))
                        .get("reported")
                        .get("usd")
                        .amount())
                .isEqualByComparingTo("0.0074");
    }

    @Test
    void shouldSayOfComputedCostsThatNobodyReportedThem() throws Exception {
        String step = "{\"step_id\": %d, \"source\": \"agent\", \"message\": \"yes\", \"model_name\": \"%s\","
                + " \"metrics\": {\"prompt_tokens\": 1000, \"completion_tokens\": 10 %s}}";
        String trajectory = "{\"schema_version\": \"ATIF-v1.4\", \"session_id\": \"s\","
                + " \"agent\": {\"name\": \"a\", \"version\": \"1\"}, \"steps\": [%s, %s]}";
        Path input = directory.resolve("input.json");
        String first = step.formatted(1, "gpt-4o-mini", "");
        Files.writeString(input, trajectory.formatted(first, step.formatted(2, "gpt-4o-mini", ", \"cost_usd\": 0.5")));
        BigDecimal listed = cost(input).get("usd").amount().divide(BigDecimal.valueOf(2));

        Json written = written(input);

        Json metrics = written.get("steps").items().get(1).get("metrics");
        assertThat(metrics.get("cost_usd").amount())
                .isEqualByComparingTo(listed)
                .isPositive();
        assertThat(metrics.get("extra").get("agent_profiler_cost_source").text())
                .isEqualTo("list_prices");
        Json totals = written.get("final_metrics");
        assertThat(totals.get("total_cost_usd").amount()).isEqualByComparingTo(listed.add(new BigDecimal("0.5")));
        assertThat(totals.get("extra").get("agent_profiler_cost_source").text()).isEqualTo("reported_and_list_prices");
        Json again = cost(directory.resolve("oldest.jsonl"));
        assertThat(again.get("reported").get("calls").count()).isEqualTo(1);
        assertThat(again.get("reported").get("usd").amount()).isEqualByComparingTo("0.5");

        Files.writeString(input, trajectory.formatted(first, step.formatted(2, "unheard-of", "")));
        Json unknown = written(input);
        assertThat(unknown.get("steps").items().get(2).get("metrics").has("cost_usd"))
                .isFalse();
        assertThat(unknown.get("final_metrics").has("total_cost_usd")).isFalse();
    }

    @Test
    void shouldRefuseAnUnknownVersion() {
        analyzer.assertRefused(
                "--atif-version 2.0 is not known",
                "export",
                "atif",
                "--atif-version",
                "2.0",
                SAMPLES.resolve("nat-v17-exmp02.json"));
    }
}
