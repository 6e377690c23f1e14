// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.testing.CommandRun;
import io.agentprofiler.analyzer.testing.Json;
import io.agentprofiler.analyzer.testing.TestRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which model to take, told from runs of the same tasks. */
class CompareCommandTest {
    private static final Pattern NAME = Pattern.compile("\"([a-z_0-9]+)\" ?:");

    @TempDir
    private Path directory;

    private final CommandRun analyzer = new CommandRun();
    private final StringBuilder scores = new StringBuilder("workflow_id,accuracy\n");
    private int trace;

    /** Dollars a million: large 4 and 16, small 0.4 and 1.6, old 10 and 30. */
    private Path prices() throws IOException {
        return Files.writeString(directory.resolve("prices.json"), """
                {"format": "agent-profiler-prices/1", "providers": [{"id": "acme", "models": [
                  {"id": "large", "match": {"equals": "large"}, "prices": {"input_mtok": 4, "output_mtok": 16}},
                  {"id": "small", "match": {"equals": "small"}, "prices": {"input_mtok": 0.4, "output_mtok": 1.6}},
                  {"id": "old", "match": {"equals": "old"}, "prices": {"input_mtok": 10, "output_mtok": 30}}]}]}
                """);
    }

    private Path scoreFile() throws IOException {
        return Files.writeString(directory.resolve("scores.csv"), scores);
    }

    /** Tasks of 1000 tokens in and 100 out, each with two tool runs of which the second may fail; scored if there is a score. */
    private Path run(String id, String model, int tasks, double millis, IntToDoubleFunction score) {
        TestRun run = TestRun.run(id);
        for (int i = 0; i < tasks; i++) {
            double at = 10_000.0 * i;
            trace++;
            run.trace(trace)
                    .start(1, 0, at, "agent", "Support", "\"acme.variant\":\"" + model + "\"")
                    .start(
                            2,
                            1,
                            at,
                            "llm",
                            "chat",
                            "\"gen_ai.provider.name\":\"acme\",\"gen_ai.request.model\":\"" + model
                                    + "\",\"gen_ai.request.temperature\":0,\"agentprofiler.request.tools\":3")
                    .end(
                            2,
                            at + millis / 2,
                            "\"gen_ai.usage.input_tokens\":1000,\"gen_ai.usage.output_tokens\":100,"
                                    + "\"gen_ai.response.finish_reasons\":[\"" + (i % 5 == 0 ? "length" : "stop")
                                    + "\"]")
                    .span(3, 1, at + millis / 2, at + millis / 2 + 1, "tool", "find")
                    .start(4, 1, at + millis / 2 + 1, "tool", "save")
                    .end(4, at + millis / 2 + 2, i % 4 == 0 ? "error" : "ok", "")
                    .end(1, at + millis + i);
            double value = score.applyAsDouble(i);
            if (!Double.isNaN(value)) {
                scores.append(TestRun.traceId(trace)).append(',').append(value).append('\n');
            }
        }
        return run.footer()
                .write(directory.resolve(id + "/segment-000001.jsonl"))
                .getParent();
    }

    private Path large;
    private Path small;
    private Path old;

    @BeforeEach
    void writeRuns() {
        large = run("run-a", "large", 20, 1000, i -> i % 2 == 0 ? 0.85 : 0.95);
        small = run("run-b", "small", 20, 500, i -> i % 2 == 0 ? 0.65 : 0.75);
        old = run("run-c", "old", 20, 2000, i -> i % 2 == 0 ? 0.65 : 0.75);
    }

    private Json json(Object... arguments) {
        assertThat(analyzer.run(arguments)).as(analyzer.err()).isEqualTo(ExitCode.OK);
        return Json.of(analyzer.out());
    }

    private static List<String> texts(Json rows, String field) {
        return rows.items().stream().map(row -> row.get(field).text()).toList();
    }

    @Test
    void shouldSayWhichToTakeAtWhichPriority() throws IOException {
        assertThat(analyzer.run(
                        "compare", "--scores", scoreFile(), "--prices", prices(), "--width", "200", large, small, old))
                .as(analyzer.err())
                .isEqualTo(ExitCode.OK);

        // 1000 tokens at 4 and 100 at 16 a million
        assertThat(analyzer.out())
                .contains(
                        "Take large for accuracy (0.900, small 0.700); small for cost ($0.00056 a workflow, large $0.0056 a"
                                + " workflow) and for speed (p50 510 ms, large p50 1.01 s).")
                .doesNotContain("Cannot tell");
        assertThat(analyzer.out()).containsPattern("large +front ").containsPattern("old +dominated by large ");
    }

    @Test
    void shouldTellProgramsAllOfIt() throws IOException {
        Json answer =
                json("compare", "--scores", scoreFile(), "--prices", prices(), "--format", "json", large, small, old);

        assertThat(texts(answer.get("alternatives"), "name")).containsExactly("large", "small", "old");
        assertThat(texts(answer.get("alternatives"), "standing")).containsExactly("front", "front", "dominated");
        Json first = answer.get("alternatives").items().get(0);
        assertThat(first.get("configuration").text()).isEqualTo("temperature=0");
        assertThat(first.get("workflows").count()).isEqualTo(20);
        Json accuracy = first.get("quality").items().get(0);
        assertThat(accuracy.get("metric").text()).isEqualTo("accuracy");
        assertThat(accuracy.get("value").amount().doubleValue()).isCloseTo(0.9, within());
        // t(19) = 2.093, deviation 0.0513
        assertThat(accuracy.get("low").amount().doubleValue()).isCloseTo(0.8760, within(0.0001));
        assertThat(accuracy.get("high").amount().doubleValue()).isCloseTo(0.9240, within(0.0001));
        assertThat(first.get("tokens").get("value").amount()).isEqualByComparingTo("1100");
        assertThat(first.get("cost_usd").get("value").amount().doubleValue()).isCloseTo(0.0056, within());
        assertThat(first.get("model_calls").count()).isEqualTo(20);
        assertThat(first.get("calls_offering_tools").count()).isEqualTo(20);
        assertThat(first.get("tool_calls").count()).isEqualTo(40);
        assertThat(first.get("tool_calls_failed").get("value").amount()).isEqualByComparingTo("0.125");
        assertThat(first.get("answers_cut").get("value").amount()).isEqualByComparingTo("0.2");
        assertThat(first.get("answers_cut").get("low").amount().doubleValue()).isCloseTo(0.0807, within(0.0001));
        assertThat(first.get("failed").get("value").amount()).isEqualByComparingTo("0");
        assertThat(answer.get("alternatives").items().get(2).get("dominated_by").text())
                .isEqualTo("large");
        assertThat(texts(answer.get("priorities"), "objective")).containsExactly("quality", "cost", "speed");
        assertThat(texts(answer.get("priorities"), "take")).containsExactly("large", "small", "small");
        assertThat(answer.get("pairs").items()).hasSize(4 * 3);
        assertThat(answer.get("open").items()).isEmpty();
    }

    private static Offset<Double> within() {
        return within(1e-12);
    }

    private static Offset<Double> within(double offset) {
        return Offset.offset(offset);
    }

    @Test
    void shouldSayWhatTheRecordingsCannotTell() throws IOException {
        trace = 100;
        Path one = run("run-d", "large", 8, 1000, i -> 0.7 + 0.02 * i);
        Path other = run("run-e", "small", 8, 500, i -> 0.69 + 0.02 * i);

        assertThat(analyzer.run("compare", "--scores", scoreFile(), "--prices", prices(), "--width", "200", one, other))
                .isEqualTo(ExitCode.OK);

        assertThat(analyzer.out().replaceAll("\\n +", " "))
                .contains(
                        "Take small for accuracy (0.760, not told apart from large 0.770, and better for cost: $0.00056 a"
                                + " workflow), for cost ($0.00056 a workflow, large $0.0056 a workflow) and for speed (p50 504 ms,"
                                + " large p50 1.00 s).")
                .contains(
                        "Cannot tell which is best for accuracy: large (0.770) and small (0.760) differ by no more than"
                                + " noise.")
                .containsPattern("large +front");
    }

    @Test
    void shouldTellNothingFromTwoWorkflowsEach() throws IOException {
        trace = 200;
        Path one = run("run-f", "large", 2, 1000, i -> Double.NaN);
        Path other = run("run-g", "small", 2, 500, i -> Double.NaN);

        assertThat(analyzer.run("compare", "--prices", prices(), "--width", "200", one, other))
                .isEqualTo(ExitCode.OK);

        assertThat(analyzer.out())
                .contains("The recordings do not tell which to take. Quality is not known.")
                .contains(
                        "Cannot tell which is best for cost: large ($0.0056 a workflow) and small ($0.00056 a workflow)"
                                + " differ by no more than so few workflows can show.")
                .contains("no scores, so quality is not compared")
                .containsPattern("large +cannot tell")
                .containsPattern("small +front");
    }

    @Test
    void shouldComparePathsOfOneDirectoryWithEqualModelsTogether() throws IOException {
        trace = 300;
        Path all = directory.resolve("all");
        for (String id : List.of("one", "two")) {
            for (String model : List.of("large", "small")) {
                Files.createDirectories(all);
                Files.move(
                        run(model + id, model, 5, model.equals("large") ? 1000 : 500, i -> Double.NaN),
                        all.resolve(model + id));
            }
        }

        Json answer = json("compare", "--prices", prices(), "--format", "json", all);

        assertThat(texts(answer.get("alternatives"), "name")).containsExactly("large", "small");
        assertThat(texts(answer.get("alternatives"), "workflows")).containsExactly("10", "10");
        assertThat(texts(answer.get("alternatives"), "input")).containsExactly("2 runs", "2 runs");
        analyzer.assertRefused("compare needs two runs or more, or --by KEY", "compare", large);
    }

    @Test
    void shouldCompareTheValuesOfAnAttribute() throws IOException {
        Json answer = json("compare", "--by", "acme.variant", "--prices", prices(), "--format", "json", large, small);

        assertThat(answer.get("by").text()).isEqualTo("acme.variant");
        assertThat(texts(answer.get("alternatives"), "name")).containsExactly("large", "small");
        analyzer.assertRefused(
                "there is nothing to compare: no workflow was found", "compare", "--by", "acme.unknown", large, small);
    }

    @Test
    void shouldNameAlternativesAsTheUserDoes() throws IOException {
        trace = 400;
        Path again = run("run-h", "small", 20, 700, i -> Double.NaN);

        assertThat(texts(
                        json("compare", "--format", "json", "terse=" + small, "friendly=" + again)
                                .get("alternatives"),
                        "name"))
                .containsExactly("terse", "friendly");
        assertThat(texts(json("compare", "--format", "json", small, again).get("alternatives"), "name"))
                .containsExactly("run-b", "run-h");
    }

    @Test
    void shouldNotTakeAnUnknownPriceForACheapOne() throws IOException {
        trace = 500;
        Path house = run("run-i", "house", 20, 400, i -> Double.NaN);

        Json answer = json("compare", "--prices", prices(), "--format", "json", small, house);

        assertThat(answer.get("alternatives").items().get(1).has("cost_usd")).isFalse();
        assertThat(texts(answer.get("alternatives"), "standing")).containsExactly("front", "front");
        assertThat(texts(answer.get("priorities"), "objective")).containsExactly("speed");
        assertThat(answer.get("data_notes").items())
                .map(Json::text)
                .anyMatch(note -> note.startsWith("house: no cost of 20 workflows is known"));
    }

    @Test
    void shouldDescribeEveryField() throws IOException {
        json("compare", "--scores", scoreFile(), "--prices", prices(), "--format", "json", large, small, old);
        String page = Files.readString(Path.of("..", "..", "docs", "questions", "compare.md"))
                + Files.readString(Path.of("..", "..", "docs", "reference", "report-files.md"));
        Set<String> names = new TreeSet<>();
        Matcher name = NAME.matcher(analyzer.out());
        while (name.find()) {
            names.add(name.group(1));
        }

        assertThat(names)
                .contains("may_be_best", "answers_cut", "adjusted_p")
                .allSatisfy(field -> assertThat(page).containsPattern("[`.\\]]" + field + "(\\[])?`"));
    }

    @Test
    void shouldPrintEveryFormat() throws IOException {
        for (String format : List.of("markdown", "html")) {
            assertThat(analyzer.run(
                            "compare", "--scores", scoreFile(), "--prices", prices(), "--format", format, large, small))
                    .isEqualTo(ExitCode.OK);
            assertThat(analyzer.out()).contains("Take large for accuracy");
        }
        // the page last: quality against cost
        assertThat(analyzer.out()).contains(">accuracy against cost<").containsPattern("(?s)<circle .*<circle ");
    }
}
