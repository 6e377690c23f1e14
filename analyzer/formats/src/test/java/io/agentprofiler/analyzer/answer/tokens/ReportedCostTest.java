// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.tokens;

import static org.assertj.core.api.Assertions.assertThat;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.testing.CommandRun;
import io.agentprofiler.analyzer.testing.Figures;
import io.agentprofiler.analyzer.testing.Json;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a trace says that calls cost stands beside list prices, and is never mixed with them. */
class ReportedCostTest {
    private static final Pattern NAME = Pattern.compile("\"([a-z_0-9]+)\" ?:");
    private static final String LISTED = "openai/gpt-4o";
    private static final String UNLISTED = "acme/one";

    @TempDir
    private Path directory;

    private final CommandRun analyzer = new CommandRun();

    /** A step of a model: a million input tokens are $2.50 of gpt-4o, and nothing else is used. */
    private static String step(int id, String model, int input, String usd) {
        return ",{\"step_id\":" + id + ",\"source\":\"agent\",\"model_name\":\"" + model
                + "\",\"message\":\"done\",\"metrics\":{\"prompt_tokens\":" + input + ",\"completion_tokens\":0"
                + (usd == null ? "" : ",\"cost_usd\":" + usd) + "}}";
    }

    private Path trajectory(String totals, String... steps) throws Exception {
        return Files.writeString(
                directory.resolve("trajectory.json"),
                "{\"schema_version\":\"ATIF-v1.6\",\"session_id\":\"s\",\"agent\":{\"name\":\"shop\",\"version\":\"1\"},"
                        + "\"steps\":[{\"step_id\":1,\"source\":\"user\",\"message\":\"buy\"}" + String.join("", steps)
                        + "]" + (totals == null ? "" : ",\"final_metrics\":" + totals) + "}");
    }

    private String run(Object... arguments) {
        assertThat(analyzer.run(arguments)).as(analyzer.err()).isEqualTo(ExitCode.OK);
        return analyzer.out();
    }

    /** Returns the line that says what everything cost. */
    private String cost(Path input, String command) {
        return run(command, "--width", 400, input)
                .lines()
                .filter(line -> line.startsWith("Cost "))
                .map(line -> line.substring("Cost ".length()).strip())
                .findFirst()
                .orElse("");
    }

    private Map<String, String> figures(Path input) {
        return Figures.of(Json.of(run("tokens", "--format", "json", input)));
    }

    /** Returns what everything cost. */
    private Map<String, String> total(Path input) {
        Map<String, String> total = new TreeMap<>(figures(input));
        total.keySet().removeIf(name -> !name.startsWith("total/cost/"));
        return total;
    }

    @ParameterizedTest
    @ValueSource(strings = {"report", "tokens"})
    void shouldShowBothWhereBothAreKnown(String command) throws Exception {
        Path input = trajectory(null, step(2, LISTED, 1_000_000, "2.0"), step(3, LISTED, 2_000_000, "4.0"));

        assertThat(cost(input, command))
                .isEqualTo(
                        "$7.50 for 2 calls · list prices of 2026-09-23 · reported $6.00 for 2 calls, at list prices $7.50");
    }

    @ParameterizedTest
    @ValueSource(strings = {"report", "tokens"})
    void shouldSayWhichCallsAreReportedAndWhichListed(String command) throws Exception {
        Path input = trajectory(
                "{\"total_cost_usd\":7.25}",
                step(2, LISTED, 1_000_000, "2.0"),
                step(3, LISTED, 2_000_000, null),
                step(4, UNLISTED, 10, "4.0"));

        assertThat(cost(input, command))
                .isEqualTo("$7.50 for 2 calls · list prices of 2026-09-23 · without 1 call of acme/one (provider not in"
                        + " the price list) · reported $6.00 for 2 calls, of them $2.00 for 1 call that cost $2.50 at"
                        + " list prices · reported $1.25 in totals for no call");
    }

    @ParameterizedTest
    @ValueSource(strings = {"report", "tokens"})
    void shouldShowWhatIsReportedWhereNoPriceIsListed(String command) throws Exception {
        assertThat(cost(trajectory(null, step(2, UNLISTED, 10, "0.5")), command))
                .isEqualTo("no list price · 1 call of acme/one (provider not in the price list) · reported $0.50 for"
                        + " 1 call");
        // a trajectory may tell nothing but its total
        assertThat(cost(trajectory("{\"total_cost_usd\":0.75}"), command))
                .isEqualTo("no list price · reported $0.75 in totals for no call");
    }

    @Test
    void shouldTellProgramsBothApart() throws Exception {
        Path input = trajectory(
                "{\"total_cost_usd\":7.25}", step(2, LISTED, 1_000_000, "2.0"), step(3, UNLISTED, 10, "4.0"));

        Map<String, String> figures = figures(input);
        for (String cost : List.of("total/cost/", "by_agent/0/cost/", "by_workflow/0/cost/")) {
            assertThat(figures)
                    .containsEntry(cost + "usd", "2.5")
                    .containsEntry(cost + "priced_calls", "1")
                    .containsEntry(cost + "reported/calls", "2")
                    .containsEntry(cost + "reported/usd", "6")
                    .containsEntry(cost + "reported/listed_calls", "1")
                    .containsEntry(cost + "reported/listed_calls_usd", "2")
                    .containsEntry(cost + "reported/listed_calls_list_usd", "2.5")
                    .containsEntry(cost + "reported/of_no_call_usd", "1.25");
        }
        // models have calls alone
        assertThat(figures).doesNotContainKey("by_model/0/cost/reported/of_no_call_usd");
        // nothing that is not reported is 0
        assertThat(total(trajectory(null, step(2, LISTED, 1, null))))
                .containsKey("total/cost/usd")
                .noneSatisfy((name, value) -> assertThat(name).contains("reported"));
    }

    @Test
    void shouldTellInFilesWhichCallWasReported() throws Exception {
        Path input = trajectory(null, step(2, LISTED, 1_000_000, "2.0"), step(3, LISTED, 1_000_000, null));
        Path files = directory.resolve("out");
        run("tokens", "--out", files, input);
        run("report", "--out", directory.resolve("report"), input);

        for (Path file : List.of(files.resolve("calls.csv"), directory.resolve("report/spans.csv"))) {
            try (CsvReader<NamedCsvRecord> csv = CsvReader.builder().ofNamedCsvRecord(file)) {
                assertThat(csv.stream()
                                .filter(row -> row.getField("kind").equals("llm"))
                                .map(row -> row.getField("cost_usd") + "|" + row.getField("reported_usd")))
                        .containsExactlyInAnyOrder("2.5|2", "2.5|");
            }
        }
        String page = Files.readString(Path.of("..", "..", "docs", "questions", "tokens.md"))
                + Files.readString(Path.of("..", "..", "docs", "reference", "report-files.md"));
        Set<String> names = new TreeSet<>();
        Matcher name = NAME.matcher(Files.readString(files.resolve("costs.json")));
        while (name.find()) {
            names.add(name.group(1));
        }
        assertThat(names)
                .contains("reported")
                .allSatisfy(field -> assertThat(page).containsPattern("[`.\\]]" + field + "(\\[])?`"));
    }

    @Test
    void shouldNotTakeRoundingForACost() throws Exception {
        // 0.1 + 0.2 as floating-point numbers add up
        Path input = trajectory(
                "{\"total_cost_usd\":0.30000000000000004}", step(2, LISTED, 1, "0.1"), step(3, LISTED, 1, "0.2"));

        assertThat(total(input))
                .containsEntry("total/cost/reported/calls", "2")
                .doesNotContainKey("total/cost/reported/of_no_call_usd");
    }

    @Test
    void shouldSurviveAmountsBeyondAllNumbers() throws Exception {
        Path input = trajectory(
                "{\"total_cost_usd\":1e999999999}", step(2, LISTED, 1, "1e999999"), step(3, LISTED, 1, "0.2"));

        assertThat(total(input))
                .containsEntry("total/cost/reported/usd", "0.2")
                .containsEntry("total/cost/reported/calls", "1");
    }

    @Test
    void shouldKeepBudgetsToListPrices() throws Exception {
        Path input = trajectory(null, step(2, LISTED, 1_000_000, "9.0"));

        assertThat(analyzer.run("tokens", "--budget", "usd=5", input)).isEqualTo(ExitCode.OK);
    }

    @ParameterizedTest
    @ValueSource(strings = {"atif", "otlp"})
    void shouldComeBackFromAnExport(String format) throws Exception {
        Path input = trajectory(
                "{\"total_cost_usd\":7.25}", step(2, LISTED, 1_000_000, "2.0"), step(3, UNLISTED, 10, "4.0"));
        for (String profile : format.equals("atif") ? List.of("") : List.of("genai", "both", "langfuse")) {
            Path exported = directory.resolve("exported" + profile);
            if (profile.isEmpty()) {
                run("export", format, "--out", exported, input);
            } else {
                run("export", format, "--profile", profile, "--out", exported, input);
            }

            assertThat(total(exported))
                    .isEqualTo(total(input))
                    .containsKeys("total/cost/reported/usd", "total/cost/reported/of_no_call_usd");
        }
    }

    @Test
    void shouldNotTakeOurOwnEstimateForAReport() throws Exception {
        Path input = trajectory(null, step(2, LISTED, 1_000_000, null));
        for (String profile : List.of("openinference", "both", "langfuse")) {
            Path exported = directory.resolve(profile);
            run("export", "otlp", "--profile", profile, "--out", exported, input);

            assertThat(Files.readString(exported)).contains(profile.equals("langfuse") ? "cost_details" : "llm.cost");
            assertThat(total(exported))
                    .containsKey("total/cost/usd")
                    .noneSatisfy((name, value) -> assertThat(name).contains("reported"));
        }
    }

    @Test
    void shouldAddUpExactlyInAnyOrder() {
        Reported none = Reported.NONE;
        Reported one = none.plusUnattributed(new BigDecimal("0.1"));
        Reported two = none.plusUnattributed(new BigDecimal("0.2"));

        assertThat(one.plus(two)).isEqualTo(two.plus(one));
        assertThat(one.plus(none)).isEqualTo(none.plus(one)).isEqualTo(one);
        assertThat(one.plus(two).total()).isEqualByComparingTo("0.3");
    }
}
