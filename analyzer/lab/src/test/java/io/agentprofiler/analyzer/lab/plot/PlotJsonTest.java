// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.plot;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.answer.score.QualityLog.Score;
import io.agentprofiler.analyzer.testing.Figures;
import io.agentprofiler.analyzer.testing.Json;
import io.agentprofiler.analyzer.testing.TestRun;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.lang.reflect.Method;
import java.net.URL;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

class PlotJsonTest {
    private static String text(PlotData data) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(ObjectWriteContext.empty(), text)) {
            PlotJson.write(data, json);
        }
        return text.toString();
    }

    private static Map<String, String> figures(PlotData data) {
        return Figures.of(Json.of(text(data)));
    }

    private static List<String> of(Map<String, String> figures, String path) {
        return figures.entrySet().stream()
                .filter(figure -> figure.getKey().matches(path))
                .map(Map.Entry::getValue)
                .toList();
    }

    @Test
    void shouldHaveTheFiguresOfThePictures() {
        Map<String, String> figures =
                figures(PlotDataTest.data(PlotDataTest.run(), List.of(new Score(TestRun.traceId(2), "recall", -1))));

        assertThat(of(figures, "\\d/name"))
                .containsExactly(
                        "prompt_vs_completion_tokens",
                        "workflow_runtime_by_model",
                        "tokens_per_example_by_model",
                        "scores_by_model");
        assertThat(of(figures, "0/series/\\d/name")).containsExactly("large · Planner", "small · search");
        assertThat(of(figures, "0/series/\\d/shape")).containsExactly("circle", "square");
        assertThat(of(figures, "0/series/0/marks/\\d"))
                .as("prompt, completion, calls, trace")
                .containsExactly("100", "10", "1", "0", "200", "20", "1", "0");
        assertThat(of(figures, "0/series/0/spans/\\d")).containsExactly(TestRun.spanId(2), TestRun.spanId(5));
        assertThat(of(figures, "0/traces/\\d")).containsExactly(TestRun.traceId(1));
        assertThat(of(figures, "0/x/texts/\\d"))
                .containsExactly("0", "25", "50", "75", "100", "125", "150", "175", "200", "225");
        assertThat(figures)
                .containsEntry(
                        "0/caption",
                        "n = 3 calls, a mark each; colour: model; shape: agent, tool or workflow that made the call;"
                                + " 1 call of unknown tokens left out")
                .doesNotContainKey("0/shared")
                .containsEntry("1/y/log", "true")
                .containsEntry("1/groups/0/name", "large")
                .containsEntry("1/groups/0/n", "2")
                .containsEntry("1/groups/0/least", "2")
                .containsEntry("1/groups/0/lower", "2.5")
                .containsEntry("1/groups/0/median", "3")
                .containsEntry("1/groups/0/upper", "3.5")
                .containsEntry("1/groups/0/most", "4")
                .containsEntry("2/groups/0/texts/0", "300")
                .containsEntry("2/groups/0/below", "n=1")
                .containsEntry("3/groups/0/values/1", "-1")
                .containsEntry("3/groups/1/values/1", "null")
                .containsEntry("3/groups/1/texts/1", "?");
        assertThat(of(figures, "1/tables/0/rows/0/\\d/text"))
                .containsExactly("large", "2", "2.00 s", "2.50 s", "3.00 s", "3.50 s", "4.00 s");
        assertThat(of(figures, "2/tables/0/rows/0/\\d/text")).containsExactly("large", "2", "300", "30", "1");
        assertThat(of(figures, "3/tables/0/rows/\\d/\\d/text"))
                .containsExactly(
                        "large",
                        "Planner",
                        "Relevancy",
                        "1",
                        "0.750",
                        "0.750",
                        "0.750",
                        "large",
                        "Planner",
                        "recall",
                        "1",
                        "-1.000",
                        "-1.000",
                        "-1.000",
                        "small",
                        "Planner",
                        "Relevancy",
                        "1",
                        "0.750",
                        "0.750",
                        "0.750");
    }

    /** Loads the analyzer anew, as a Java installation without anything to draw with. */
    private static final class Undrawn extends ClassLoader {
        Undrawn() {
            super(ClassLoader.getPlatformClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (name.startsWith("java.awt.") || name.startsWith("javax.imageio.")) {
                throw new ClassNotFoundException(name);
            }
            return super.loadClass(name, resolve);
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            try (InputStream bytes =
                    PlotJsonTest.class.getClassLoader().getResourceAsStream(name.replace('.', '/') + ".class")) {
                if (bytes == null) {
                    throw new ClassNotFoundException(name);
                }
                byte[] all = bytes.readAllBytes();
                return defineClass(name, all, 0, all.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }

        @Override
        protected URL findResource(String name) {
            return PlotJsonTest.class.getClassLoader().getResource(name);
        }
    }

    private static String textOfARun() {
        return text(PlotDataTest.data(PlotDataTest.run(), List.of(new Score(TestRun.traceId(2), "recall", -1))));
    }

    @Test
    void shouldNeedNothingToDrawWith() throws ReflectiveOperationException {
        Method again = new Undrawn().loadClass(PlotJsonTest.class.getName()).getDeclaredMethod("textOfARun");
        again.setAccessible(true);

        assertThat(again.invoke(null)).isEqualTo(textOfARun());
    }

    @Test
    void shouldSayWhatIsNotKnown() {
        TestRun run = TestRun.bare();
        run.trace(1)
                .start(1, 0, 0, "workflow", "answer")
                .start(2, 1, 0, "llm", "chat", PlotDataTest.model("large"))
                .footer();

        assertThat(text(PlotDataTest.data(run, List.of())))
                .isEqualTo(
                        "[{\"name\":\"prompt_vs_completion_tokens\",\"title\":\"Prompt and completion tokens of model calls\","
                                + "\"missing\":\"No model call reported both numbers of tokens.\"},"
                                + "{\"name\":\"workflow_runtime_by_model\","
                                + "\"title\":\"Run time by model, from the first call's start to the last one's end\","
                                + "\"missing\":\"Of no workflow all calls of a model were recorded from start to end.\"},"
                                + "{\"name\":\"tokens_per_example_by_model\",\"title\":\"Prompt and completion tokens of a workflow by model\","
                                + "\"missing\":\"Of no workflow both numbers of tokens of a model are known.\"}]");
    }

    @Test
    void shouldSayNothingOfRunsWithoutModels() {
        TestRun run = TestRun.bare();
        run.trace(1).span(1, 0, 0, 10, "workflow", "answer");

        assertThat(text(PlotDataTest.data(run, List.of()))).isEqualTo("[]");
    }

    @Test
    void shouldHaveAnAxisOfValuesThatAreAllEqual() {
        TestRun run = TestRun.bare();
        for (int i = 1; i <= 3; i++) {
            run.trace(i)
                    .start(1, 0, 0, "agent", "answer")
                    .start(2, 1, 0, "llm", "chat", PlotDataTest.model("large"))
                    .end(2, 2000, PlotDataTest.usage(7, 7))
                    .end(1, 2000);
        }
        Map<String, String> figures = figures(PlotDataTest.data(run, List.of()));

        assertThat(of(figures, "1/y/texts/\\d")).containsExactly("2", "5");
        assertThat(figures).containsEntry("1/groups/0/min", "2").containsEntry("1/groups/0/max", "2");
    }

    @Test
    void shouldKeepManyCallsSmall() {
        TestRun run = TestRun.bare();
        int calls = 5_000;
        for (int i = 0; i < calls; i++) {
            run.trace(i / 100 + 1);
            if (i % 100 == 0) {
                run.start(i * 10 + 5, 0, i, "agent", "answer");
            }
            run.start(i * 10 + 1, i / 100 * 1000 + 5, i, "llm", "chat", PlotDataTest.model("model-" + i % 60))
                    .end(i * 10 + 1, i + 1, PlotDataTest.usage(i * 37 % 9973, i * 11 % 997));
            if (i % 100 == 99) {
                run.end(i / 100 * 1000 + 5, i + 1);
            }
        }
        String text = text(PlotDataTest.data(run, List.of()));
        Map<String, String> figures = Figures.of(Json.of(text));

        assertThat(of(figures, "0/series/\\d+/name"))
                .hasSize(PlotJson.MOST_SERIES)
                .endsWith("21 others");
        assertThat(of(figures, "0/series/\\d+/calls").stream()
                        .mapToInt(Integer::parseInt)
                        .sum())
                .isEqualTo(calls);
        assertThat(of(figures, "0/series/\\d+/spans/\\d+").size()).isBetween(500, PlotJson.MOST_MARKS);
        assertThat(figures.get("0/shared"))
                .matches("[\\d,]+ marks for 5,000 calls: those of a series that are less than [\\d,]+ prompt and \\d+"
                        + " completion tokens apart may share one\\. Larger marks: more calls\\.");
        assertThat(text.length()).as("characters").isLessThan(200_000);
    }
}
